# %% [markdown]
# # Angle of repose against friction
#
# A column of discs collapses on a rough floor, for several frictions and several seeds: a parameter study, whose figure is
# the observer `surface` of the heap at rest. Friction against rolling, 0.1, keeps discs from rolling away.

# %%
import math

import galet

SCENE = galet.Scene.parse(
    """
title = "A column collapses"
dimension = 2
gravity = [0, -9.81]
material = [{name = "grain", density = 2000}, {name = "floor"}]
boundary = [{kind = "plane", point = [0, 0], normal = [0, 1], material = "floor"}]
stop = {kinetic_energy_per_body = 1e-6, lasting = 0.05, after = 0.3}
time = {step = 1e-3, end = 3.0}
solver = {tolerance = 1e-3}

[[pair]]
materials = ["grain", "grain"]
rolling_friction = 0.1

[[pair]]
materials = ["grain", "floor"]
friction = 0.8
rolling_friction = 0.1

[[bodies]]
kind = "lattice"
material = "grain"
origin = [-0.1, 0.011]
pitch = 0.0202
count = [11, 22]
jitter = 0.0005
radius = {min = 0.008, max = 0.0095}

# Single grains that have rolled away do not count.
[[observe]]
kind = "surface"
shape = "heap"
apex = [0, 0]
region = {low = [-0.5, 0.02], high = [0.5, 0.5]}
"""
)

# %%
study = galet.study.run(
    {
        "title": "Angle of repose",
        "scene": SCENE,
        "replicas": 3,
        "parameter": [{"kind": "list", "key": "pair[0].friction", "values": [0.05, 0.2, 0.6]}],
        "figure": [{"kind": "observer", "observer": "surface", "column": "angle"}],
    },
    "results/angle-of-repose",
)

# %%
print("friction angle/deg standard-error")
for friction, angle, error in zip(*study.means("angle", by="friction")):
    print(f"{friction:8} {math.degrees(angle):9.1f} {math.degrees(error):14.1f}")

# %%
study.plots["angle-over-friction"]
