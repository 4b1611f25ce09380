# %% [markdown]
# # One scene with four schemes
#
# How high the bed is, what it overlaps and what it costs.

# %%
import time

import galet

SCENE = galet.Scene.parse(
    """
title = "Discs settle in a box"
dimension = 2
gravity = [0, -9.81]
material = [{name = "glass", density = 2600}]
boundary = [{kind = "box", low = [0, 0], high = [0.3, 2]}]
time = {step = 1e-3, end = 1.0}

[[pair]]
materials = ["glass", "glass"]
friction = 0.3

[[bodies]]
kind = "lattice"
origin = [0.03, 0.03]
pitch = 0.045
count = [6, 6]
jitter = 0.002
radius = 0.02
"""
)
# Soft contacts have laws of their own, and springs need short steps.
VARIANTS = {
    "moreau-jean": ({}, 1e-3),
    "convex": ({}, 1e-3),
    "newmark": ({"compliance": {"kind": "snc", "stiffness": 1e7, "exponent": 2, "c_t": 1e3}}, 1e-3),
    "dem": ({"spring": {"normal": 1e6, "tangential": 5e5, "damping": 500.0}}, 1e-4),
}

# %%
print("scheme       height/m  overlap/radius  seconds")
for name, (law, step) in VARIANTS.items():
    scene = SCENE.copy()
    scene["scheme"] = {"name": name}
    scene["time"]["step"] = step
    scene["pair"][0].update(law)
    start = time.perf_counter()
    simulation = galet.Simulation(scene, threads=1)
    simulation.run()
    bodies = simulation.bodies
    height = (bodies.position[:, 1] + bodies.radius).max()
    overlap = simulation.report.penetration_relative
    print(f"{name:12} {height:8.4f}  {overlap:14.1e}  {time.perf_counter() - start:7.2f}")
