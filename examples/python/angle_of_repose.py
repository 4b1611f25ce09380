"""How steep a heap stands, for several frictions: a column of discs collapses on a rough floor.

The slope is that of the line through the highest grains left and right of the middle.
"""

import numpy as np

import galet


def heap(friction):
    scene = galet.Scene.parse(
        """
title = "A column collapses"
dimension = 2
gravity = [0, -9.81]
material = [{name = "grain", density = 2000}, {name = "floor"}]
boundary = [{kind = "plane", point = [0, 0], normal = [0, 1], material = "floor"}]
stop = {kinetic_energy_per_body = 1e-6, lasting = 0.05, after = 0.3}
time = {step = 1e-3, end = 3.0}

[[bodies]]
kind = "lattice"
material = "grain"
origin = [-0.1, 0.011]
pitch = 0.0202
count = [11, 22]
jitter = 0.0005
radius = {min = 0.008, max = 0.0095}
"""
    )
    laws = {"friction": friction, "rolling_friction": 0.1}
    scene["pair"] = [
        {"materials": ["grain", "grain"], **laws},
        {"materials": ["grain", "floor"], **laws, "friction": 0.8},
    ]
    return scene


def slope(simulation):
    """Degrees, of the surface of the heap."""
    x, y = simulation.bodies.position.T
    # Of each column as wide as a grain the highest; single grains that rolled away do not count.
    columns = np.round(np.abs(x) / 0.02).astype(int)
    surface = [(0.02 * k, y[columns == k].max()) for k in np.unique(columns)]
    distance, height = np.array([point for point in surface if point[1] > 0.02]).T
    return np.degrees(np.arctan(-np.polyfit(distance, height, 1)[0]))


print("friction angle/deg steps")
for friction in (0.05, 0.3, 0.6):
    simulation = galet.Simulation(heap(friction), threads=1)
    simulation.run()
    print(f"{friction:8} {slope(simulation):9.1f} {simulation.step_number:5}")
