"""Every observer and every thing that happens in a run, with every scheme, in the plane and in space.

One ball of radius 0.1 m and simple surroundings, so that what is measured is known exactly.
"""

import csv
import math
import unittest

import h5py

from support import CliTest

STIFFNESS = 1e7  # N/m, of compliant contacts with a force in proportion to the overlap
# name: (scheme and solver, what a pair of materials needs besides friction, stiffness)
SCHEMES = {
    "gap": ('[scheme]\nname = "moreau-jean"\nnormal = "gap"\n[solver]\ntolerance = 1e-12\n', "", math.inf),
    "velocity": ('[scheme]\nname = "moreau-jean"\nnormal = "velocity"\n[solver]\ntolerance = 1e-12\n',
                 "", math.inf),
    "newmark": ('[scheme]\nname = "newmark"\n', f"compliance = {{stiffness = {STIFFNESS}, c_t = 1e6}}\n",
                STIFFNESS),
    "dem": ('[scheme]\nname = "dem"\n', 
            f"spring = {{normal = {STIFFNESS / 10}, tangential = {STIFFNESS / 10}}}\n", STIFFNESS / 10),
}
RADIUS, GRAVITY, DENSITY = 0.1, 10.0, 1000.0
STEP = 1e-3


class Case:
    """Scenes of one scheme and dimension; heights are along the last axis."""

    def __init__(self, scheme, dimension):
        self.name = f"{scheme} in {dimension}D"
        self.scheme, self.pair, self.stiffness = SCHEMES[scheme]
        self.dimension = dimension
        self.mass = DENSITY * (math.pi * RADIUS**2 if dimension == 2 else 4 / 3 * math.pi * RADIUS**3)
        self.weight = self.mass * GRAVITY
        self.up = "z" if dimension == 3 else "y"

    def sunk(self, force):
        """Overlap that carries a force."""
        return force / self.stiffness

    def point(self, along, height):
        """A vector with one value for all horizontal directions."""
        return str([along] * (self.dimension - 1) + [height])

    def vector(self, first, height):
        return str([first] + [0] * (self.dimension - 2) + [height])

    def ball(self, height, more=""):
        return f"""[[bodies]]
kind = "list"
position = [{self.point(0, height)}]
radius = {RADIUS}
{more}
"""

    def floor(self, more=""):
        return f"""[[boundary]]
kind = "plane"
name = "floor"
point = {self.point(0, 0)}
normal = {self.vector(0, 1)}
{more}
"""

    def text(self, content, friction=0.3, end=0.05, gravity=None, every=None):
        return f"""title = "one ball"
dimension = {self.dimension}
overlap_tolerance = 0.01
gravity = {gravity or self.vector(0, -GRAVITY)}
[[material]]
name = "stuff"
density = {DENSITY}
[[pair]]
materials = ["stuff", "stuff"]
friction = {friction}
{self.pair}
{content}
{self.scheme}
[time]
step = {STEP}
end = {end}
[output]
every = {every or STEP}
"""

    def resting(self, **more):
        """A ball at rest on the floor."""
        return self.text(self.ball(RADIUS - self.sunk(self.weight)) + self.floor(), **more)


class SchemesTest(CliTest):
    def cases(self, without=()):
        """All but some: `dem` closes balances to the order of its step only."""
        return [Case(scheme, dimension) for scheme in SCHEMES if scheme not in without
                for dimension in (2, 3)]

    def run_case(self, text, output="out"):
        return self.run_scene("--overwrite", "--threads", "1", text=text, output=output)

    def rows(self, folder, name):
        with open(folder / "observe" / f"{name}.csv", newline="") as file:
            return [{key: float(value) for key, value in row.items()} for row in csv.DictReader(file)]

    def assert_close(self, value, expected, scale, digits=1e-9):
        self.assertLessEqual(abs(value - expected), digits * scale, f"{value} instead of {expected}")

    def test_every_observer(self):
        for case in self.cases():
            with self.subTest(case.name):
                around = f"region = {{low = {case.point(-0.2, -0.2)}, high = {case.point(0.2, 0.2)}}}"
                grid = f"grid = {{low = {case.point(-0.2, -0.2)}, high = {case.point(0.2, 0.2)}, " \
                       f"cells = {[1] * case.dimension}}}"
                settings = {
                    "energy": "", "coordination": around, "fabric": around, "stress": around, "packing": around,
                    "profile": grid, "stress-profile": grid, "wall-forces": "", "force-distribution": around,
                    "force-chains": "", "surface": "column = 0.3", "runout": "",
                    "flow": f"point = {case.point(0, 0.15)}\nnormal = {case.vector(0, -1)}", "displacement": "",
                    "segregation": f"radius = {RADIUS}\n{grid}"}
                observers = "".join(f'[[observe]]\nkind = "{kind}"\n{more}\n' for kind, more in settings.items())
                folder, summary = self.run_case(case.resting() + observers)
                last = {kind: self.rows(folder, kind)[-1] for kind in settings}
                weight, volume = case.weight, 0.4**case.dimension
                solid = case.mass / DENSITY
                self.assertEqual(summary["solver"]["unconverged_steps"], 0)
                self.assert_close(last["energy"]["kinetic"], 0, weight * RADIUS)
                self.assert_close(last["energy"]["balance_error"], 0, 1)
                self.assertEqual(last["coordination"]["coordination"], 1)
                self.assertEqual(last["fabric"]["contacts"], 1)
                self.assert_close(last["fabric"][f"fabric_{case.up}{case.up}"], 1, 1)
                # Love and Weber: force times branch, which reaches from the centre to the floor.
                branch = RADIUS - case.sunk(weight)
                self.assert_close(last["stress"][f"stress_{case.up}{case.up}"], weight * branch / volume,
                                  weight * RADIUS / volume, 1e-8)
                self.assert_close(last["packing"]["solid"], solid, solid)
                self.assert_close(last["packing"]["volume"], volume, volume)
                self.assert_close(last["profile"]["velocity_x"], 0, 1)
                self.assert_close(last["profile"][f"velocity_{case.up}"], 0, 1)
                self.assert_close(last["stress-profile"]["kinetic_xx"], 0, 1)
                self.assert_close(last["wall-forces"][f"force_{case.up}"], -weight, weight)
                self.assert_close(last["wall-forces"]["force_x"], 0, weight)
                self.assert_close(last["force-distribution"]["normal_mean"], weight, weight)
                self.assertEqual(last["surface"]["columns"], 1)
                self.assert_close(last["runout"]["front"], RADIUS, RADIUS)
                self.assertEqual((last["flow"]["forward"], last["flow"]["backward"]), (0, 0))
                self.assert_close(last["displacement"]["msd"], 0, RADIUS**2)
                self.assertEqual((last["segregation"]["first"], last["segregation"]["second"]), (1, 0))

    def test_floor_that_is_taken_away_and_one_that_is_put_in(self):
        watch = f'[[observe]]\nkind = "energy"\nevery = {STEP}\n' \
                f'[[observe]]\nkind = "wall-forces"\nevery = {STEP}\n'
        for case in self.cases(without=["dem"]):
            with self.subTest(case.name):
                content = case.ball(RADIUS - case.sunk(case.weight)) + case.floor("until = 0.02")
                folder, _ = self.run_case(case.text(content) + watch)
                for row, force in zip(self.rows(folder, "energy")[1:], self.rows(folder, "wall-forces"),
                                      strict=True):
                    speed = GRAVITY * max(0, row["time"] - 0.02)
                    self.assert_close(row["kinetic"], 0.5 * case.mass * speed**2, case.weight * RADIUS)
                    carried = case.weight if row["time"] < 0.0201 else 0
                    self.assert_close(force[f"force_{case.up}"], -carried, case.weight)
                # Falls for 0.02 s, by 2 mm; then there is a floor far below, which changes nothing.
                content = case.ball(RADIUS) + case.floor("from = 0.02").replace("0, 0]", "0, -5]")
                folder, _ = self.run_case(case.text(content) + watch)
                self.assert_close(self.rows(folder, "energy")[-1]["kinetic"],
                                  0.5 * case.mass * (GRAVITY * 0.05)**2, case.weight * RADIUS)

    def test_motion_that_starts_and_stops(self):
        """A ball on a belt that starts slips: its velocity grows by friction alone."""
        for case in self.cases():
            with self.subTest(case.name):
                belt = f"motion = {{surface_velocity = {case.vector(10, 0)}, start = 0.01, stop = 0.03}}"
                content = case.ball(RADIUS - case.sunk(case.weight)) + case.floor(belt)
                folder, _ = self.run_case(case.text(content, end=0.03) + '[[observe]]\nkind = "displacement"\n'
                                          f'every = {STEP}\n[[observe]]\nkind = "wall-forces"\nevery = {STEP}\n')
                at = {round(row["time"] / STEP): row for row in self.rows(folder, "displacement")}
                self.assert_close(at[9]["mean_x"], 0, RADIUS)
                forces = {round(row["time"] / STEP): row for row in self.rows(folder, "wall-forces")}
                self.assert_close(forces[9]["force_x"], 0, case.weight)
                # The step that ends at the start may see the belt move already.
                for step in range(11, 30):
                    self.assert_close(forces[step]["force_x"], -0.3 * case.weight, case.weight, 1e-6)

    def test_gravity_table(self):
        """Velocity is the integral of gravity, which the mean of both ends gives exactly."""
        for case in self.cases(without=["dem"]):
            with self.subTest(case.name):
                gravity = f"{{t = [0, 0.02, 0.04], value = [{case.vector(0, 0)}, {case.vector(0, -GRAVITY)}, " \
                          f"{case.vector(0, -GRAVITY)}]}}"
                _, summary = self.run_case(case.text(case.ball(RADIUS), gravity=gravity))
                # Schemes that take gravity at the end of a step count it half a step earlier.
                late = case.scheme.count('"gap"') * 0.5 * STEP * GRAVITY
                speed = GRAVITY * (0.5 * 0.02 + 0.03) + late
                self.assert_close(summary["energy"]["kinetic_last"], 0.5 * case.mass * speed**2,
                                  case.mass * speed**2)
                self.assertLess(summary["energy"]["balance_error_relative"], 1e-12)

    def test_feed_and_removal(self):
        for case in self.cases(without=["dem"]):
            with self.subTest(case.name):
                feed = f"""[[feed]]
region = {{low = {case.point(-2, 1)}, high = {case.point(2, 2)}}}
rate = 100
radius = {RADIUS}
[[remove]]
region = {{low = {case.point(-3, 0.95)}, high = {case.point(3, 3)}}}
"""
                _, summary = self.run_case(case.text(feed, end=0.5, every=0.01))
                self.assertEqual(summary["bodies_inserted"], 50)
                self.assertGreater(summary["bodies_removed"], 0)
                self.assertEqual(summary["bodies"], 50 - summary["bodies_removed"])
                self.assertLess(summary["energy"]["balance_error_relative"], 1e-12)

    def test_runs_taken_up(self):
        """Two halves of a bounce or fall are the whole."""
        for case in self.cases():
            with self.subTest(case.name):
                text = case.text(case.ball(RADIUS + 0.001) + case.floor(), end=0.04)
                _, whole = self.run_case(text, "whole")
                self.run_case(text.replace("end = 0.04", "end = 0.02"), "first")
                start = text.index("[[bodies]]")
                second = text[:start] + '[[bodies]]\nkind = "run"\nfolder = "first"\n' + \
                    text[text.index("[[boundary]]"):].replace("end = 0.04", "end = 0.02")
                _, half = self.run_case(second, "second")
                for energy in ("kinetic_last", "potential_last", "stored_last"):
                    self.assertEqual(half["energy"][energy], whole["energy"][energy], energy)

    def test_stop_conditions(self):
        for case in self.cases():
            with self.subTest(case.name):
                _, summary = self.run_case(case.resting() + "[stop]\nkinetic_energy = 1e-9\nlasting = 0.01\n")
                self.assertEqual(summary["ended_by"], "kinetic_energy")
                self.assertEqual(summary["steps"], 10)
                region = f"{{low = {case.point(-1, RADIUS - 0.005)}, high = {case.point(1, 1)}}}"
                _, summary = self.run_case(case.text(case.ball(RADIUS)) + f"[stop]\nempty = {region}\n")
                # 5 mm of free fall take 0.0316 s; schemes with an error of h fall one step less or more.
                self.assertEqual(summary["ended_by"], "empty_region")
                self.assertLessEqual(abs(summary["steps"] - 32), 1)

    def test_fixed_body(self):
        """A ball carried by a fixed one: their contact and nothing else."""
        for case in self.cases():
            with self.subTest(case.name):
                content = case.ball(0, "fixed = true") + \
                    case.ball(2 * RADIUS - case.sunk(case.weight), 'group = "carried"')
                folder, summary = self.run_case(
                    case.text(content) + f'[[observe]]\nkind = "stress"\nregion = '
                    f'{{low = {case.point(-0.4, -0.4)}, high = {case.point(0.4, 0.4)}}}\n'
                    '[[observe]]\nkind = "force-distribution"\n[[observe]]\nkind = "displacement"\n')
                self.assertEqual(summary["contacts"]["last"], 1)
                force = self.rows(folder, "force-distribution")[-1]["normal_mean"]
                self.assert_close(force, case.weight, case.weight)
                self.assert_close(self.rows(folder, "displacement")[-1]["msd"], 0, RADIUS**2)
                branch = 2 * RADIUS - case.sunk(case.weight)
                self.assert_close(self.rows(folder, "stress")[-1][f"stress_{case.up}{case.up}"],
                                  case.weight * branch / 0.8**case.dimension,
                                  case.weight * RADIUS / 0.8**case.dimension, 1e-8)

    def lid(self, case, height, load):
        return f"""[[boundary]]
kind = "plane"
name = "lid"
point = {case.point(0, height)}
normal = {case.vector(0, -1)}
load = {load}
"""

    def test_loaded_plane_at_rest(self):
        """The ball carries lid and load, the floor carries all."""
        for case in self.cases():
            with self.subTest(case.name):
                load = 300 + 20 * GRAVITY
                height = RADIUS - case.sunk(case.weight + load)
                content = case.ball(height) + case.floor() + \
                    self.lid(case, height + RADIUS - case.sunk(load), "{mass = 20, force = 300}")
                folder, summary = self.run_case(case.text(content) + '[[observe]]\nkind = "wall-forces"\n')
                self.assertEqual(summary["solver"]["unconverged_steps"], 0)
                floor, lid = self.rows(folder, "wall-forces")[-2:]
                self.assert_close(floor[f"force_{case.up}"], -(case.weight + load), load)
                self.assert_close(lid[f"force_{case.up}"], load, load)
                self.assert_close(summary["energy"]["kinetic_last"], 0, load * RADIUS)

    def test_loaded_plane_in_motion(self):
        """A plane that pushes a ball through free space: together they have the momentum F t."""
        for case in self.cases():
            with self.subTest(case.name):
                content = case.ball(0) + self.lid(case, RADIUS, "{mass = 20, force = 500}")
                folder, summary = self.run_case(
                    case.text(content, gravity=case.vector(0, 0)) + '[[observe]]\nkind = "energy"\n')
                with h5py.File(folder / "trajectory.h5") as file:
                    frame = file["frames"][sorted(file["frames"])[-1]]
                    momentum = 20 * frame["boundaries/normal_velocity"][0] - \
                        case.mass * frame["velocity"][0][-1]
                self.assert_close(momentum, 500 * 0.05, 500 * 0.05)
                energy = summary["energy"]
                # With dem to the order of the step: (ω h)² of the impact, below 1e-3.
                left = 1e-3 if "dem" in case.scheme else 1e-12
                self.assertLess(energy["balance_error_relative"], left)
                # All that the ball got came from the plane.
                self.assert_close(energy["work_boundaries"] - energy["dissipated"],
                                  energy["kinetic_last"] + energy["stored_last"],
                                  energy["kinetic_last"], max(1e-9, left))


if __name__ == "__main__":
    unittest.main()
