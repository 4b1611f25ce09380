"""Scenes whose contact problem has no solution: driven boundaries leave the bodies no room. What is wanted: the program
sees it after few sweeps, instead of sweeping up to max_iterations in every step, and names the bodies."""

import csv
import re
import unittest

from support import CliTest, galet

# Mean over the steps. Whether the sweeps get anywhere is seen in some tens of them.
FEW_SWEEPS = 200

HEAD = """\
title = "no room"
dimension = 2
[[material]]
name = "steel"
density = 7800
[[pair]]
materials = ["steel", "steel"]
friction = 0.5
[time]
step = 1e-3
end = 0.02
[output]
every = 1e-3
"""

PRESS = """
[[boundary]]
kind = "plane"
name = "press"
point = [%g, 0]
normal = [-1, 0]
motion = { velocity = [-1, 0] }
"""

# Its centre is held; it can only turn. Body 0 is not concerned.
PINNED = HEAD + """
[[bodies]]
kind = "list"
position = [[0, 1]]
radius = 0.05
[[bodies]]
kind = "list"
position = [[0.05, 0]]
radius = 0.05
free = ""
""" + PRESS % 0.101

# Bodies 1 and 2 are on the line of the press; 1 is fixed.
SQUEEZED = HEAD + """
[[bodies]]
kind = "list"
position = [[0, 1]]
radius = 0.05
[[bodies]]
kind = "list"
fixed = true
position = [[-0.051, 0]]
radius = 0.05
[[bodies]]
kind = "list"
position = [[0.05, 0]]
radius = 0.05
""" + PRESS % 0.101

# Five discs in a row between a plate that is driven and one that is fixed.
CHAIN = HEAD + """
[[bodies]]
kind = "list"
position = [[0.2, 1]]
radius = 0.05
[[bodies]]
kind = "lattice"
origin = [0.05, 0]
pitch = 0.1005
count = [5, 1]
radius = 0.05
[[boundary]]
kind = "plane"
name = "plate"
point = [0, 0]
normal = [1, 0]
""" + PRESS % 0.503


class NoSolutionTest(CliTest):
    def check(self, text, bodies, *settings):
        """The run ends with a message that names one or more of the bodies and no others, after few sweeps per step."""
        folder = self.folder / "out"
        arguments = [word for setting in settings for word in ("--set", setting)]
        process = galet("run", self.scene(text), "-o", folder, "--overwrite", "--threads", 1, *arguments)
        # Broken down, or done with a warning.
        self.assertIn(process.returncode, (0, 4), process.stderr)
        with self.subTest("sweeps", settings=settings):
            with open(folder / "series.csv", newline="") as file:
                rows = list(csv.DictReader(file))
            sweeps = sum(int(row["iterations"]) for row in rows)
            self.assertLessEqual(sweeps, FEW_SWEEPS * max(1, int(rows[-1]["step"])))
        with self.subTest("message", settings=settings):
            messages = [line for line in process.stderr.splitlines() if line.startswith("galet:")]
            named = re.search(r"\bbod(?:y|ies) (\d+(?:(?:, | and )\d+)*)", "\n".join(messages))
            self.assertIsNotNone(named, messages)
            ids = {int(number) for number in re.findall(r"\d+", named.group(1))}
            self.assertLessEqual(ids, set(bodies), messages)
            # Neither more sweeps nor a shorter step would help.
            self.assertNotIn("max_iterations", "\n".join(messages))

    def check_all_ways(self, text, bodies):
        for normal in ("gap", "velocity"):
            for batches in ("true", "false"):
                self.check(text, bodies, f"scheme.normal={normal}", f"solver.batches={batches}")

    def test_a_pinned_body_at_a_wall_that_comes(self):
        self.check_all_ways(PINNED, [1])

    def test_a_ball_between_a_fixed_one_and_a_driven_wall(self):
        self.check_all_ways(SQUEEZED, [1, 2])

    def test_a_row_between_a_driven_plate_and_a_fixed_one(self):
        self.check_all_ways(CHAIN, [1, 2, 3, 4, 5])

    def test_speeds_stay_of_the_size_of_what_drives_them(self):
        # A press at 1 m/s and no room from the start; with e = 1 too there is nothing between the discs that could gain speed.
        elastic = CHAIN.replace("friction = 0.5", "friction = 0\nrestitution = 1").replace("pitch = 0.1005", "pitch = 0.1")
        elastic = elastic.replace("point = [0.503, 0]", "point = [0.5, 0]").replace("end = 0.02", "end = 0.3")
        for normal in ("gap", "velocity"):
            for text in (PINNED, SQUEEZED, CHAIN, elastic):
                folder = self.folder / "speeds"
                galet("run", self.scene(text), "-o", folder, "--overwrite", "--threads", 1, "--set",
                      f"scheme.normal={normal}", "--set", "solver.max_iterations=300")
                with open(folder / "series.csv", newline="") as file:
                    kinetic = [float(row["kinetic"]) for row in csv.DictReader(file)]
                mass = 5 * 7800 * 3.1416 * 0.05 ** 2
                with self.subTest(normal=normal, elastic=text is elastic):
                    self.assertLess(max(kinetic), 0.5 * mass * 10.0 ** 2)


if __name__ == "__main__":
    unittest.main()
