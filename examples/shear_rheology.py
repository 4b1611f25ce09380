#!/usr/bin/env python3
"""Effective friction and solid fraction of gallery/shear-cell against the inertial number.

usage: shear_rheology.py GALET [SPEED ...]

Runs the scene at several speeds of the upper plate (m/s) until it has gone six heights of the cell, and prints means over the last
two thirds of the way: the inertial number I, the ratio mu of shear stress to pressure, the solid fraction, and the two laws of
dense flows fitted to them, mu = mu_1 + (mu_2 - mu_1)/(1 + I_0/I) with I_0 = 0.3 and a solid fraction falling in proportion to I.
"""

import csv
import pathlib
import subprocess
import sys
import tempfile

import numpy as np

HEIGHT = 0.055  # m, of the sheared layer
STEP = 5e-4
SPEEDS = (0.01, 0.03, 0.1, 0.3, 0.6, 1.0)


def column(path, name, since):
    with open(path, newline="") as file:
        rows = list(csv.DictReader(file))
    return np.mean([float(row[name]) for row in rows if float(row["time"]) > since])


def run(galet, speed, folder):
    end = round(6 * HEIGHT / speed / 0.2 + 1) * 0.2
    settings = [f"bodies[1].velocity=[{speed}, 0]", f"boundary[0].motion.velocity=[{speed}, 0]", f"time.end={end:.1f}",
                f"output.every={end / 2:.1f}", f"time.step={STEP}"]
    command = [galet, "run", "gallery/shear-cell", "-o", str(folder), "--quiet"]
    for setting in settings:
        command += ["--set", setting]
    subprocess.run(command, check=True)
    flow = folder / "observe" / "inertial-number.csv"
    return (column(flow, "inertial_number", end / 3), column(flow, "stress_ratio", end / 3),
            column(folder / "observe" / "packing.csv", "fraction", end / 3))


def main(galet, speeds):
    rows = []
    print("speed m/s       I     mu  solid fraction")
    with tempfile.TemporaryDirectory() as folder:
        for k, speed in enumerate(speeds):
            rows.append(run(galet, speed, pathlib.Path(folder) / str(k)))
            print(f"{speed:9.3g}  {rows[-1][0]:.4f}  {rows[-1][1]:.3f}  {rows[-1][2]:.3f}", flush=True)
    number, ratio, solid = np.array(rows).T
    saturation = 1 / (1 + 0.3 / number)
    rise, first = np.polyfit(saturation, ratio, 1)
    fall, densest = np.polyfit(number, solid, 1)
    print(f"mu_1 = {first:.3f}, mu_2 = {first + rise:.3f}; solid fraction = {densest:.3f} - {-fall:.2f} I")


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    main(sys.argv[1], [float(word) for word in sys.argv[2:]] or SPEEDS)
