"""Crowds as a user runs them: the gallery's room, checked, run, told about, resumed."""

import csv
import json
import unittest

from support import SOURCE, CliTest, galet

ROOM = SOURCE / "scenes" / "gallery" / "crowd-exit.toml"

# Six walkers in a corridor of 2 m with an exit at its end, 5 m from the first.
CORRIDOR = """\
title = "corridor"
dimension = 2
[[material]]
name = "people"
[[bodies]]
kind = "lattice"
origin = [0.5, 1]
pitch = 0.6
count = [6, 1]
radius = 0.25
[[boundary]]
kind = "segment"
start = [-1, 0]
end = [6, 0]
[[boundary]]
kind = "segment"
start = [-1, 2]
end = [6, 2]
[[desire]]
kind = "exits"
speed = 1
exits = [{start = [5.5, 0], end = [5.5, 2]}]
[time]
step = 0.1
end = 20
[stop]
empty = {low = [-1, 0], high = [5.5, 2]}
[scheme]
name = "first-order"
[output]
every = 0.5
[[observe]]
kind = "flow"
name = "exit"
every = 0.5
point = [5.5, 1]
normal = [1, 0]
"""


class CrowdTest(CliTest):
    def summary(self, folder):
        return json.loads((folder / "summary.json").read_text())

    def test_the_interior_point_moves_a_crowd_as_sweeps_do(self):
        # Both solve the one program of a step, whose velocities are unique: to a residual of 1e-9
        # m/s in 20 steps of 0.1 s, positions agree to far less than 1e-6 m.
        ends = []
        for solver in ("nlgs", "interior-point"):
            out = self.folder / solver
            process = galet("run", self.scene(CORRIDOR), "-o", out, "--set", f'solver.name="{solver}"', "--set",
                            "solver.tolerance_velocity=1e-9", "--set", "time.end=2")
            self.assertEqual(process.returncode, 0, process.stderr)
            summary = self.summary(out)
            self.assertEqual(summary["solver"]["unconverged_steps"], 0)
            self.assertEqual(galet("export", out, "--csv", "--frame", "-1").returncode, 0)
            with open(sorted((out / "csv").glob("bodies_*.csv"))[-1]) as file:
                ends.append([(float(row["x"]), float(row["y"])) for row in csv.DictReader(file)])
        self.assertEqual(len(ends[0]), len(ends[1]))
        for a, b in zip(*ends):
            self.assertAlmostEqual(a[0], b[0], delta=1e-6)
            self.assertAlmostEqual(a[1], b[1], delta=1e-6)

    def test_solvers_refuse_laws_that_they_do_not_know(self):
        gallery = SOURCE / "scenes" / "gallery"
        process = galet("check", gallery / "box-2d.toml", "--set", "solver.name=interior-point")
        self.assertEqual(process.returncode, 2)
        self.assertIn('friction: must be 0 with solver = "interior-point"', process.stderr)
        process = galet("check", gallery / "wet-grains.toml", "--set", "solver.name=interior-point")
        self.assertEqual(process.returncode, 2)
        self.assertIn('gluey: is not built into solver = "interior-point"', process.stderr)
        process = galet("check", gallery / "wet-grains.toml", "--set", 'solver={name="nlgs", finisher=true}')
        self.assertEqual(process.returncode, 2)
        self.assertIn("gluey: is not built into solver.finisher", process.stderr)

    def test_walkers_leave_a_corridor_when_they_should(self):
        scene = self.scene(CORRIDOR)
        process = galet("run", scene, "-o", self.folder / "out")
        self.assertEqual(process.returncode, 0, process.stderr)
        summary = self.summary(self.folder / "out")
        # The first walks 5 m at 1 m/s, the last of the file 2 m less; nobody hinders another. The
        # last to leave is taken out by the end of the condition or in the step after.
        self.assertAlmostEqual(summary["time_end"], 5.0, delta=0.2)
        self.assertEqual(summary["ended_by"], "empty_region")
        with open(self.folder / "out" / "observe" / "exit.csv", newline="") as file:
            rows = list(csv.DictReader(file))
        forward = next(key for key in rows[0] if key.startswith("forward"))
        self.assertEqual(int(float(rows[-1][forward])), 6)
        self.assertNotIn("warning", process.stderr)

    def test_the_room_of_the_gallery(self):
        process = galet("check", ROOM)
        self.assertEqual(process.returncode, 0, process.stderr)
        hashes = []
        for threads in (1, 2):
            out = self.folder / f"out-{threads}"
            process = galet("run", ROOM, "-o", out, "--threads", threads, "--set", "time.end=2",
                            "--strict")
            self.assertEqual(process.returncode, 0, process.stderr)
            self.assertTrue((out / "picture.png").exists())
            summary = self.summary(out)
            hashes.append(summary["state_hash"])
        self.assertEqual(hashes[0], hashes[1])
        process = galet("info", self.folder / "out-1")
        self.assertEqual(process.returncode, 0, process.stderr)
        self.assertIn("501", process.stdout)

    def test_resolved_scenes_read_back(self):
        process = galet("check", ROOM, "--resolved")
        again = self.scene(process.stdout, "again.toml")
        second = galet("check", again, "--resolved")
        self.assertEqual(second.returncode, 0, second.stderr)
        self.assertEqual(process.stdout, second.stdout)

    def test_what_does_not_go_with_it_is_refused_with_its_line(self):
        text = CORRIDOR.replace("dimension = 2\n", "dimension = 2\ngravity = [0, -9.81]\n", 1)
        process = galet("check", self.scene(text))
        self.assertEqual(process.returncode, 2, process.stderr)
        self.assertIn("scene.toml:3:", process.stderr)
        self.assertIn("[[desire]]", process.stderr)
        process = galet("check", self.scene(CORRIDOR), "--set", 'scheme.name="convex"')
        self.assertEqual(process.returncode, 2, process.stderr)
        self.assertIn("first-order", process.stderr)


if __name__ == "__main__":
    unittest.main()
