#!/usr/bin/python3
"""What Python costs: usage: PYTHONPATH=build/release/python bench/python_overhead.py

Prints the cost of a call of step(1) beside that of a step of step(n), with and without arrays that
look at the bodies, and the time to read a frame of 100 000 bodies.
"""

import pathlib
import statistics
import tempfile
import time

import galet


def one_ball():
    return {
        "title": "one ball",
        "dimension": 3,
        "gravity": [0, 0, -9.81],
        "material": [{"name": "m", "density": 2600}],
        "pair": [{"materials": ["m", "m"]}],
        "bodies": [{"kind": "list", "position": [[0, 0, 0]], "radius": 0.01}],
        "time": {"step": 1e-6, "end": 1.0},
    }


def microseconds(call, n):
    start = time.perf_counter()
    call()
    return 1e6 * (time.perf_counter() - start) / n


def median(call, n, repeats=15):
    return statistics.median(microseconds(call, n) for _ in range(repeats))


def one_by_one(simulation, n):
    step = simulation.step
    for _ in range(n):
        step()


def print_steps(n=5000):
    simulation = galet.Simulation(one_ball(), threads=1)
    inside = median(lambda: simulation.step(n), n)
    alone = median(lambda: one_by_one(simulation, n), n)
    arrays = [simulation.bodies.position, simulation.bodies.velocity, simulation.bodies.force]
    looked_at = median(lambda: one_by_one(simulation, n), n)
    print(f"step, in C++                       {inside:8.2f} µs")
    print(f"step(1) from Python, more          {alone - inside:8.2f} µs")
    print(f"the same with {len(arrays)} arrays, more       {looked_at - inside:8.2f} µs")


def print_frames():
    scene = one_ball()
    scene["bodies"] = [{"kind": "lattice", "origin": [0, 0, 0], "pitch": 1, "count": [50, 50, 40], "radius": 0.4}]
    scene["time"] = {"step": 1e-3, "end": 2e-3}
    scene["output"] = {"every": 1e-3}
    with tempfile.TemporaryDirectory() as folder:
        frames = galet.run(scene, pathlib.Path(folder) / "run", threads=1).frames
        bodies = len(frames[0])  # checks the sum of the file
        reading = median(lambda: frames[1].position.sum(), 1)
    print(f"frame of {bodies} bodies, read       {reading / 1e3:8.2f} ms")


print_steps()
print_frames()
