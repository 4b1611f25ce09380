#!/usr/bin/env python3
"""Stresses of gallery/triaxial: from the forces on the three pistons and the area between their neighbours.

usage: triaxial.py RESULTS [PICTURE]

Prints the compression from the start of the drive on, the axial stress, the two lateral ones, their ratio and the solid
fraction; then how far the lateral stress is from 10 kPa on average, and the angles of internal friction at the peak and in
the critical state, sin(phi) = (r - 1)/(r + 1) with the ratio r of axial to lateral stress. With a PICTURE (.png, .svg, .pdf)
ratio and solid fraction are drawn over the compression, too (needs matplotlib).
"""

import math
import sys

import h5py
import numpy as np

PISTONS = (3, 4, 5)  # numbers of the boundaries that move along x, y and z
PRESSURE = 1e4       # Pa
DRIVE = 0.15         # s, when the axial piston is taken from its load
CRITICAL = 0.15      # compression beyond which the state is taken to be critical
WINDOW = 5           # rows of a running mean


def read(folder):
    """Times, edges of the sample, stresses on the pistons and volume of the spheres, one row per output."""
    with h5py.File(f"{folder}/trajectory.h5") as f:
        frames = [f["frames"][name] for name in sorted(f["frames"])]
        edges = {round(frame.attrs["step"]): [frame["boundaries/position"][k][d] for d, k in enumerate(PISTONS)]
                 for frame in frames}
        solid = 4 / 3 * math.pi * float((frames[0]["radius"][:] ** 3).sum())
    with h5py.File(f"{folder}/observe.h5") as f:
        table = f["wall-forces"]
        columns = [table[name][:] for name in ("step", "time", "boundary", "force_x", "force_y", "force_z")]
    rows = {}
    for step, time, boundary, *force in zip(*columns, strict=True):
        rows.setdefault((round(step), time), {})[round(boundary)] = force
    times, sizes, stresses = [], [], []
    for (step, time), forces in sorted(rows.items()):
        if step not in edges:
            continue
        size = np.array(edges[step])
        times.append(time)
        sizes.append(size)
        stresses.append([forces[k][d] * size[d] / size.prod() for d, k in enumerate(PISTONS)])
    return np.array(times), np.array(sizes), np.array(stresses), solid


def draw(picture, compression, ratio, smooth, fraction):
    import matplotlib
    matplotlib.use("Agg")
    import matplotlib.pyplot as plt
    figure, (top, bottom) = plt.subplots(2, sharex=True, figsize=(6, 5))
    top.plot(compression, ratio, color="0.75", label="mean of 0.01 s")
    top.plot(compression, smooth, color="black", label=f"running mean of {WINDOW}")
    top.set_ylabel("axial over lateral stress")
    top.legend(frameon=False)
    bottom.plot(compression, fraction, color="black")
    bottom.set_ylabel("solid fraction")
    bottom.set_xlabel("compression")
    figure.tight_layout()
    figure.savefig(picture)


def main(folder, picture=None):
    times, sizes, stresses, solid = read(folder)
    start = sizes[np.searchsorted(times, DRIVE - 1e-9), 2]
    driven = times > DRIVE + 1e-9
    lateral = stresses[:, :2].mean(axis=1)
    ratio = np.convolve(stresses[:, 2] / lateral, np.ones(WINDOW) / WINDOW, mode="same")
    compression = 1 - sizes[:, 2] / start
    print("compression  axial  lateral x  lateral y  ratio  solid fraction")
    for k in range(0, len(times), 5):
        if times[k] >= DRIVE - 1e-9:
            print(f"{compression[k]:11.3f}  {stresses[k, 2]:5.0f}  {stresses[k, 0]:9.0f}  {stresses[k, 1]:9.0f}  "
                  f"{stresses[k, 2] / lateral[k]:5.2f}  {solid / sizes[k].prod():.3f}")
    drift = stresses[driven, :2].mean() / PRESSURE - 1
    inner = driven & (np.arange(len(times)) < len(times) - WINDOW // 2)
    peak = np.argmax(np.where(inner, ratio, 0))
    critical = (stresses[:, 2] / lateral)[compression > CRITICAL].mean()
    print(f"lateral stress: {100 * drift:+.2f} % from {PRESSURE:.0f} Pa on average")
    for name, r in (("peak", ratio[peak]), ("critical", critical)):
        print(f"{name}: ratio {r:.2f}, angle of internal friction {math.degrees(math.asin((r - 1) / (r + 1))):.1f} degrees")
    print(f"the peak is at a compression of {compression[peak]:.3f}")
    if picture:
        shown = (times > DRIVE - 1e-9) & (np.arange(len(times)) < len(times) - WINDOW // 2)
        draw(picture, compression[shown], (stresses[:, 2] / lateral)[shown], ratio[shown], solid / sizes[shown].prod(axis=1))


if __name__ == "__main__":
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    main(*sys.argv[1:])
