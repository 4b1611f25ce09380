"""A tall bed whose load changes from one step to the next: what carries it at once, and what must not be carried."""

import csv
import itertools
import json
import pathlib
import tempfile
import unittest

from support import CliTest, galet

STEP = 1e-3
COUNT = 12  # steps after the change

BED = """\
title = "tall bed"
dimension = 2
seed = 1
overlap_tolerance = 1e-3
gravity = {gravity}
[[material]]
name = "glass"
density = 2600
[[pair]]
materials = ["glass", "glass"]
friction = 0.3
{bodies}
[[boundary]]
kind = "box"
low = [0, {floor}]
high = [0.2, 3]
open = [{open}]
[time]
step = 1e-3
end = {end}
[output]
every = {every}
"""
FILL = """\
[[bodies]]
kind = "dense-fill"
region = {low = [0, 0], high = [0.2, 1.0]}
fraction = 0.8
radius = {min = 0.009, max = 0.011}
"""
PLACES = """\
[[bodies]]
kind = "csv"
file = "places.csv"
"""
DOWN = "[0, -9.81]"
SOLVED = ["solver.tolerance=1e-8", "solver.max_iterations=100000"]
TOLERANCE = 0.1  # of what gravity gives in a step: the default


def step_table(before, after, time=2 * STEP):
    return f'{{t = [0, {time}], value = [{before}, {after}], interpolation = "step"}}'


class LoadJumpsTest(CliTest):
    """All tests start from one bed; what each of them runs besides is in the folder of the class, too."""

    @classmethod
    def setUpClass(cls):
        temporary = tempfile.TemporaryDirectory()
        cls.addClassCleanup(temporary.cleanup)
        cls.beds = pathlib.Path(temporary.name)
        cls.run_bed("fill", bodies=FILL, end=0.5, every=0.5)
        cls.run_bed("bed", start="fill", end=0.02, every=0.02, settings=SOLVED)
        cls.write_places("bed", "places.csv")
        cls.write_places("fill", "filled.csv")

    @classmethod
    def run_bed(cls, name, bodies=None, gravity=DOWN, floor=0, open_sides='"y+"', end=(COUNT + 2) * STEP, start="bed",
                every=STEP, settings=()):
        """Rows of series.csv, one per step."""
        if bodies is None:
            bodies = f'[[bodies]]\nkind = "run"\nfolder = "{start}"\n'
        scene = cls.beds / f"{name}.toml"
        scene.write_text(BED.format(bodies=bodies, gravity=gravity, floor=floor, open=open_sides, end=end, every=every))
        arguments = [word for setting in settings for word in ("--set", setting)]
        process = galet("run", scene, "-o", cls.beds / name, "--quiet", *arguments)
        if process.returncode != 0:
            raise AssertionError(process.stderr)
        with open(cls.beds / name / "series.csv", newline="") as file:
            return list(csv.DictReader(file))[1:]

    @classmethod
    def write_places(cls, bed, name):
        """A bed as places and radii alone: a start without impulses."""
        process = galet("export", cls.beds / bed, "--csv", "--frame", "-1")
        if process.returncode != 0:
            raise AssertionError(process.stderr)
        with open(next((cls.beds / bed).glob("csv/bodies_*.csv")), newline="") as file:
            rows = list(csv.DictReader(file))
        with open(cls.beds / name, "w", newline="") as file:
            writer = csv.writer(file)
            writer.writerow(["x", "y", "radius"])
            writer.writerows([row["x"], row["y"], row["radius"]] for row in rows)

    def support(self, rows):
        return [float(row["support_ratio"]) for row in rows]

    def sweeps(self, rows):
        return sum(int(row["iterations"]) for row in rows)

    def assert_moves_as_solved(self, name, allowed, **arguments):
        """Velocity along gravity since the start, in units of what gravity gives in a step."""
        velocities = []
        for part, settings in (("default", ()), ("solved", SOLVED)):
            rows = self.run_bed(f"{name}-{part}", settings=settings, **arguments)
            velocities.append(itertools.accumulate(float(row["momentum_ratio"]) for row in rows))
        for ours, solved in zip(*velocities):
            self.assertAlmostEqual(ours, solved, delta=allowed)

    def test_gravity_half_as_large_again_is_carried_in_every_step(self):
        rows = self.run_bed("heavy", gravity=step_table(DOWN, "[0, -14.715]"))
        for ratio in self.support(rows)[2:]:
            self.assertAlmostEqual(ratio, 1.0, delta=0.02)
        self.assertLess(self.sweeps(rows), 300)

    # The sweeps between two scalings are few on purpose.
    def test_the_finisher_is_for_steps_that_sweeps_leave_unsolved(self):
        hashes = set()
        for name, settings in (("swept", ()), ("finished", ["solver.finisher=true"])):
            self.run_bed(name, gravity=step_table(DOWN, "[6.9367, -6.9367]"), settings=settings)
            summary = json.loads((self.beds / name / "summary.json").read_text())
            self.assertEqual(summary["solver"]["newton_steps"], 0)
            hashes.add(summary["state_hash"])
        self.assertEqual(len(hashes), 1)

    def test_so_is_a_force(self):
        # 0.5 g for discs of the mean radius: some more or less for each of them.
        force = 0.5 * 9.81 * 2600 * 3.14159 * 0.01 ** 2
        bodies = ('[[bodies]]\nkind = "run"\nfolder = "bed"\n[[force]]\n'
                  f"force = {step_table('[0, 0]', f'[0, {-force}]')}\n")
        rows = self.run_bed("pushed", bodies=bodies)
        for ratio in self.support(rows)[2:]:
            self.assertAlmostEqual(ratio, 1.5, delta=0.03)  # 2 %

    # Without impulses to start from a bed of rough grains need not carry what it carried before: it sinks a little.
    def test_a_start_without_impulses_is_carried_from_the_first_step(self):
        self.assert_moves_as_solved("cold", TOLERANCE, bodies=PLACES)

    # Nor where the steps before were solved to the default tolerance: gaps and overlaps that it leaves would let the
    # bed settle, layer by layer, and no step of it within the tolerance has to.
    def test_no_step_after_such_a_start_lets_the_bed_sink(self):
        rows = self.run_bed("resting", bodies=PLACES.replace("places", "filled"))
        for ratio in self.support(rows)[:10]:
            self.assertAlmostEqual(ratio, 1.0, delta=0.03)
        self.assertLess(self.sweeps(rows), 1000)

    def test_without_impulses_and_floor_it_falls(self):
        self.assert_moves_as_solved("cold-falling", TOLERANCE, bodies=PLACES, floor=-1, open_sides='"y+", "y-"')

    def test_without_impulses_and_tilted_it_slides(self):
        self.assert_moves_as_solved("cold-sliding", TOLERANCE, bodies=PLACES, gravity="[6.9367, -6.9367]",
                                    open_sides='"y+", "x+"')

    # What moves must move as it does when the steps are solved: no slab is held up by impulses of the past.
    def test_a_bed_whose_floor_goes_falls(self):
        self.assert_moves_as_solved("falling", TOLERANCE, floor=-1, open_sides='"y+", "y-"')

    def test_a_bed_that_is_tilted_slides(self):
        self.assert_moves_as_solved("sliding", TOLERANCE, gravity=step_table(DOWN, "[6.9367, -6.9367]"))

    def test_a_bed_that_hits_the_ground_stops(self):
        # It falls by 3 cm in 78 ms, so that it is stopped from 78 times what gravity gives in a step.
        self.run_bed("fallen", floor=-0.03, end=0.075, every=0.075)
        self.assert_moves_as_solved("hit", 0.02 * 78, start="fallen", floor=-0.03)


if __name__ == "__main__":
    unittest.main()
