#!/usr/bin/env python3
"""Void ratio of gallery/oedometer against the pressure of the piston.

usage: oedometer.py RESULTS [RESULTS ...]

Prints, for every run, the void ratio e = (volume of the box below the piston)/(volume of the spheres) - 1 at the start of the
loading, at its end and after the unloading, the compression of the bed in between and how much of it comes back.
"""

import math
import sys

import h5py
import numpy as np

LOADED, PRESSED, UNLOADED = 0.4, 0.544, 0.72 # s: before the ramp, at the highest pressure, after the way back
AREA = 0.05 * 0.05                             # m²


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


def main(folders):
    print("run  kPa  e  kPa  e  kPa  e  compression  comes back")
    for folder in folders:
        with h5py.File(f"{folder}/trajectory.h5") as f:
            times, names = f["time"][:], sorted(f["frames"])
            frames = [f["frames"][names[int(np.argmin(abs(times - t)))]] for t in (LOADED, PRESSED, UNLOADED)]
            e = [void_ratio(frame) for frame in frames]
        cells = [f"{pressure(folder, t) / 1000:.2f}  {x:.4f}" for t, x in zip((LOADED, PRESSED, UNLOADED), e)]
        print(f"{folder}  {'  '.join(cells)}  {(e[0] - e[1]) / (1 + e[0]):.4f}  {(e[2] - e[1]) / (e[0] - e[1]):.3f}")


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    main(sys.argv[1:])
