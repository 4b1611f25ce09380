#!/usr/bin/env python3
"""Stresses of gallery/biaxial: from the forces on the plates, and from the contacts.

usage: biaxial.py RESULTS

Prints the compression of the sample, the stress on the upper plate and on the piston (force over the length of the
plate between its neighbours), the same by Love and Weber from all contacts, their ratio, and the solid fraction of the
core. The box of the observer `stress` is larger than the sample: the sum over its contacts is divided by the area
of the sample here.
"""

import sys

import h5py

BOX = 0.2 * 0.2  # m², of the observer `stress`
UPPER, PISTON = 1, 3  # numbers of the boundaries


def main(folder):
    with h5py.File(f"{folder}/trajectory.h5") as f:
        frames = [f["frames"][name] for name in sorted(f["frames"])]
        plates = {round(frame.attrs["step"]): (frame["boundaries/position"][UPPER][1],
                                               frame["boundaries/position"][PISTON][0]) for frame in frames}
    with h5py.File(f"{folder}/observe.h5") as f:
        walls = {(round(step), round(boundary)): (x, y) for step, boundary, x, y in zip(
            *(f["wall-forces"][name][:] for name in ("step", "boundary", "force_x", "force_y")), strict=True)}
        stress = {round(step): (xx, yy) for step, xx, yy in zip(
            *(f["stress"][name][:] for name in ("step", "stress_xx", "stress_yy")), strict=True)}
        core = dict(zip(f["core"]["step"][:].round().astype(int), f["core"]["fraction"][:], strict=True))

    start = plates[0][0]
    peak = (0.0, 0.0)
    late = []
    print("compression  upper plate  piston   contacts yy  contacts xx  ratio  core")
    for step in sorted(stress):
        height, width = plates[step]
        upper, piston = walls[step, UPPER][1] / width, walls[step, PISTON][0] / height
        xx, yy = (value * BOX / (height * width) for value in stress[step])
        compression = 1 - height / start
        peak = max(peak, (upper / piston, compression))
        if compression > 0.1:
            late.append(upper / piston)
        if step % 100 == 0:
            print(f"{compression:11.3f}  {upper:8.0f} Pa {piston:5.0f} Pa  {yy:8.0f} Pa  {xx:8.0f} Pa  "
                  f"{upper / piston:5.2f}  {core[step]:.3f}")
    mean = sum(late) / len(late)
    print(f"peak ratio {peak[0]:.2f} at a compression of {peak[1]:.3f}; mean beyond 0.1: {mean:.2f}")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    main(sys.argv[1])
