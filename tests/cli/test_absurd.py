"""Absurd scenes end with a result or a reasoned refusal: they never hang, never crash, and nothing
that is no number becomes data."""

import json
import math
import subprocess
import unittest

import h5py
import numpy as np

from support import GALET, HANG, CliTest

SCENE = """\
title = "absurd"
dimension = 2
{pull}
[[material]]
name = "glass"
density = {density}
[[pair]]
materials = ["glass", "glass"]
friction = {friction}
restitution = {restitution}
{law}
[[bodies]]
kind = "list"
position = {position}
radius = {radius}
shape = "{shape}"
velocity = [{speed}, 0]
spin = {spin}
[[boundary]]
kind = "box"
low = [{low}, {low}]
high = [{high}, {high}]
[time]
step = {step}
end = {end}
on_trouble = "{on_trouble}"
[scheme]
{scheme}
[solver]
max_iterations = 200
[output]
every = {step}
"""

SCHEMES = {
    "velocity": 'name = "moreau-jean"\nnormal = "velocity"',
    "gap": 'name = "moreau-jean"\nnormal = "gap"',
    "halved": 'name = "moreau-jean"\nnormal = "velocity"',
    "warned": 'name = "moreau-jean"',
    "convex": 'name = "convex"',
    "gluey": 'name = "convex"',
    "newmark": 'name = "newmark"',
    "dem": 'name = "dem"',
    "hertz": 'name = "dem"',
    "first-order": 'name = "first-order"',
}
# With lengths f times as long and the same density, forces of as much time are f^3, stiffnesses f^2 times as large.
LAWS = {"newmark": lambda f: f"compliance = {{stiffness = {1e6 * f**2}, c_t = {1e3 * f**2}}}",
        "dem": lambda f: f"spring = {{normal = {1e5 * f**2}, tangential = {5e4 * f**2}}}",
        "hertz": lambda f: f"hertz = {{young = 1e6, poisson = 0.3}}",
        "gluey": lambda f: f"gluey = {{gamma_star = {-1.0 * f**3}}}"}
ON_TROUBLE = {"halved": "halve-step", "warned": "warn"}

# Four discs in a corner of a box of a metre.
PLAIN = {"gravity": -9.81, "density": 2600, "friction": 0.3, "restitution": 0.0, "speed": 1.0,
         "position": [[0.11, 0.11], [0.32, 0.11], [0.11, 0.32], [0.32, 0.33]], "radius": 0.1,
         "spin": 0.0, "low": 0.0, "high": 1.0, "step": 1e-3, "steps": 20}

CASES = {
    "gravity 1e300": {"gravity": -1e300},
    "gravity 1e150": {"gravity": -1e150},
    "gravity 1e6": {"gravity": -1e6},
    "over-compressed": {"position": [[0.1, 0.1], [0.15, 0.1], [0.1, 0.15], [0.15, 0.15]]},
    "coincident": {"position": [[0.5, 0.5]] * 4},
    "box too small": {"high": 0.3},
    "masses": {"radius": [0.1, 0.1, 0.1, 1e-7]},  # 1 to 1e12
    "no friction": {"friction": 0.0},
    "friction 1e6": {"friction": 1e6},
    "bouncing": {"restitution": 1.0, "speed": 10.0},
    "spins": {"spin": 1e6},
    "spins beyond numbers": {"spin": 1e200},
    "speeds": {"speed": 1e6},
    "speeds beyond numbers": {"speed": 1e200},
    "step 1e-12": {"step": 1e-12},
    "step 10": {"step": 10.0},
    "far away": {"position": [[1e15, 1e15], [1e15 + 1, 1e15], [1e15, 1e15 + 1], [1e15 - 1, 1e15]],
                 "low": 0.0, "high": 2e15},
    "light": {"density": 1e-300},
    "heavy": {"density": 1e300},
}


def scene(scheme, length=1.0, **changes):
    values = {**PLAIN, **changes}
    values["end"] = values["steps"] * values["step"]
    values["shape"] = "disc"
    values["pull"] = f"gravity = [0, {values['gravity']}]"
    if scheme not in ("velocity", "halved"):
        values["restitution"] = 0.0
    if scheme == "hertz":
        values |= {"restitution": 0.5, "shape": "sphere"}
    if scheme == "first-order":
        values["friction"] = 0.0
        values["pull"] = f"""[[desire]]
kind = "velocity"
velocity = [{values["speed"]}, {values["gravity"]}]"""
    return SCENE.format(**{**values, "scheme": SCHEMES[scheme], "law": LAWS.get(scheme, lambda f: "")(length),
                           "on_trouble": ON_TROUBLE.get(scheme, "stop")})


class AbsurdTest(CliTest):
    def numbers_are_finite(self, folder):
        with h5py.File(folder / "trajectory.h5") as file:
            for name in file["frames"]:
                def look(path, item):
                    if isinstance(item, h5py.Dataset) and item.dtype.kind == "f":
                        self.assertTrue(np.isfinite(item[()]).all(), f"{name}/{path}")
                file["frames"][name].visititems(look)
        for line in (folder / "series.csv").read_text().splitlines()[1:]:
            for cell in line.split(","):
                self.assertTrue(math.isfinite(float(cell)), line)

    def test_absurd_scenes_end_in_order(self):
        codes = {}
        for case, changes in CASES.items():
            for scheme in SCHEMES:
                with self.subTest(case=case, scheme=scheme):
                    folder = self.folder / f"{case}-{scheme}"
                    process = subprocess.run(
                        [GALET, "run", self.scene(scene(scheme, **changes)), "-o", folder,
                         "--quiet", "--threads", "1"],
                        text=True, capture_output=True, timeout=HANG, check=False)
                    codes[case, scheme] = process.returncode
                    self.assertIn(process.returncode, (0, 2, 4), process.stderr)
                    self.assertNotIn("internal error", process.stderr)
                    if process.returncode == 4:
                        self.assertRegex(process.stderr, "bod|boundary|energies")
                    # Those that are no numbers at the start have no folder.
                    if not folder.exists():
                        continue
                    if process.returncode == 4:
                        json.loads((folder / "diagnosis.json").read_text())
                        self.assertTrue((folder / "checkpoint.bin").exists())
                    if (folder / "trajectory.h5").exists():
                        self.numbers_are_finite(folder)
        for scheme in SCHEMES:
            self.assertEqual(codes["gravity 1e300", scheme], 4, scheme)
            self.assertEqual(codes["no friction", scheme], 0, scheme)

    def test_units_are_powers_of_two_and_nothing_else(self):
        """Lengths 2^k times as long, with gravity, give positions 2^k times as large, bit by bit."""
        def final(k, scheme):
            f = 2.0**k
            text = scene(scheme, length=f, gravity=-9.81 * f, speed=f, radius=0.1 * f, high=f,
                         position=[[x * f for x in row] for row in PLAIN["position"]])
            folder = self.folder / f"{scheme}{k}"
            process = subprocess.run([GALET, "run", self.scene(text), "-o", folder, "--quiet"],
                                     text=True, capture_output=True, timeout=HANG, check=False)
            self.assertEqual(process.returncode, 0, process.stderr)
            with h5py.File(folder / "trajectory.h5") as file:
                return file["frames/000020/position"][:] / f
        for scheme in SCHEMES:
            if scheme == "hertz":  # of spheres, whose stiffness does not go with the masses of discs
                continue
            plain = final(0, scheme)
            for k in (-20, -7, 7, 20):  # 1e-6 to 1e6 m
                np.testing.assert_allclose(final(k, scheme), plain, rtol=1e-12)

    def test_soft_bodies_that_pass_through_each_other_are_told(self):
        folder = self.folder / "soft"
        # 2 m a step past a wall of a box; springs that give way to a radius and more.
        for changes, code in (({"speed": 2000.0}, "long-step"), ({"gravity": -1e7}, "overlap")):
            process = subprocess.run(
                [GALET, "run", self.scene(scene("dem", **changes)), "-o", folder, "--overwrite"],
                text=True, capture_output=True, timeout=HANG, check=False)
            self.assertEqual(process.returncode, 0, process.stderr)
            summary = json.loads((folder / "summary.json").read_text())
            self.assertIn(code, [warning["code"] for warning in summary["warnings"]])


if __name__ == "__main__":
    unittest.main()
