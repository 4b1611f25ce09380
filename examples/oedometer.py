#!/usr/bin/env python3
"""Void ratio of gallery/oedometer against the pressure of the piston.

usage: oedometer.py RESULTS [RESULTS ...] [--draw PICTURE]

Prints, for every run, the void ratio e = (volume of the box below the piston)/(volume of the spheres) - 1 at the start of the
loading, at its end and after the unloading, the compression of the bed in between and how much of it comes back. With --draw
the void ratio from the loading on is drawn over the pressure (needs matplotlib).
"""

import math
import sys

import h5py
import numpy as np

LOADED, PRESSED, UNLOADED = 0.4, 0.544, 0.72  # s: before the ramp, at the highest pressure, after the way back
AREA = 0.05 * 0.05                            # m²


def void_ratio(frame):
    height = frame["boundaries/position"][1][2]
    solid = 4 / 3 * math.pi * float((frame["radius"][:] ** 3).sum())
    return AREA * height / solid - 1


def pressure(folder, time):
    """Mean over the rows within 0.02 s before."""
    with h5py.File(f"{folder}/observe.h5") as f:
        table = f["wall-forces"]
        chosen = (table["time"][:] > time - 0.02) & (table["time"][:] < time + 1e-6)
        return float(np.mean(table["force_z"][:][chosen])) / AREA


def draw(picture, folders):
    import matplotlib
    matplotlib.use("Agg")
    import matplotlib.pyplot as plt
    figure, axes = plt.subplots(figsize=(6, 4))
    for folder in folders:
        with h5py.File(f"{folder}/trajectory.h5") as f:
            frames = [f["frames"][name] for name in sorted(f["frames"])]
            e = np.array([void_ratio(frame) for frame in frames])
            times = np.array([frame.attrs["time"] for frame in frames])
        with h5py.File(f"{folder}/observe.h5") as f:
            ends, forces = f["wall-forces"]["time"][:], f["wall-forces"]["force_z"][:]
        # Each row is a mean since the one before: so is the void ratio beside it.
        spans = [(times > end - 1.5 * ends[0]) & (times < end + 0.5 * ends[0]) for end in ends]
        points = [(force / AREA / 1000, e[span].mean()) for force, end, span in zip(forces, ends, spans, strict=True)
                  if end > LOADED - 1e-6]
        axes.semilogx(*zip(*points, strict=True), label=folder)
    axes.set_xlabel("pressure on the piston, kPa")
    axes.set_ylabel("void ratio")
    if len(folders) > 1:
        axes.legend(frameon=False)
    figure.tight_layout()
    figure.savefig(picture)


def main(folders, picture=None):
    print("run  kPa  e  kPa  e  kPa  e  compression  comes back")
    for folder in folders:
        with h5py.File(f"{folder}/trajectory.h5") as f:
            times, names = f["time"][:], sorted(f["frames"])
            frames = [f["frames"][names[int(np.argmin(abs(times - t)))]] for t in (LOADED, PRESSED, UNLOADED)]
            e = [void_ratio(frame) for frame in frames]
        cells = [f"{pressure(folder, t) / 1000:.2f}  {x:.4f}" for t, x in zip((LOADED, PRESSED, UNLOADED), e)]
        print(f"{folder}  {'  '.join(cells)}  {(e[0] - e[1]) / (1 + e[0]):.4f}  {(e[2] - e[1]) / (e[0] - e[1]):.3f}")
    if picture:
        draw(picture, folders)


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    given = sys.argv[1:]
    drawn = given.index("--draw") if "--draw" in given else len(given)
    main(given[:drawn], *given[drawn + 1:])
