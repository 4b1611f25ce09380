"""Warnings: for each code a scene that earns it, and the same scene mended."""

import csv
import json
import re
import unittest

from support import SCENE, SOURCE, CliTest, galet

HEADER = SOURCE / "src" / "galet" / "base" / "warning.hpp"

# One disc 1 m above a floor, posed on velocities.
DROP = """\
title = "drop"
dimension = 2
gravity = [0, -9.81]
[[material]]
name = "rubber"
density = 1000
[[pair]]
materials = ["rubber", "rubber"]
[[bodies]]
kind = "list"
position = [0, 1]
radius = 0.05
[[boundary]]
kind = "plane"
name = "floor"
point = [0, 0]
normal = [0, 1]
[scheme]
normal = "velocity"
[time]
step = 1e-4
end = 0.5
"""

# A bed of discs between plates, without gravity; the upper one comes down and the right one is a piston.
PRESSED = """\
title = "pressed"
dimension = 2
[[material]]
name = "glass"
density = 2600
[[pair]]
materials = ["glass", "glass"]
friction = 0.3
[[bodies]]
kind = "dense-fill"
region = {low = [0, 0], high = [0.1, 0.1]}
fraction = 0.8
radius = {min = 0.004, max = 0.006}
[[boundary]]
kind = "box"
low = [0, 0]
high = [0.1, 0.1]
open = ["x+", "y+"]
[[boundary]]
kind = "plane"
name = "press"
point = [0, 0.1]
normal = [0, -1]
motion = {velocity = [0, -0.1]}
[[boundary]]
kind = "plane"
name = "piston"
point = [0.1, 0]
normal = [-1, 0]
load = {mass = 5, force = 100}
[time]
step = 5e-4
end = 0.1
[solver]
tolerance = 1e-4
"""

TAKEN_UP = SCENE[:SCENE.index("[[bodies]]")] + '[[bodies]]\nkind = "run"\nfolder = "out"\n' + \
    SCENE[SCENE.index("[[boundary]]"):]


def codes_in(text):
    return re.findall(r"galet: (?:warning|error) \[([a-z-]+)\]: ", text)


class WarningsTest(CliTest):
    def checked(self, text, *arguments):
        """The codes that `galet check` gives."""
        process = galet("check", self.scene(text), *arguments)
        self.assertEqual(process.returncode, 0, process.stderr)
        return codes_in(process.stderr)

    def run_codes(self, text, *arguments):
        """The codes of a run: on the screen and in summary.json they are the same."""
        process = galet("run", self.scene(text), "-o", self.folder / "out", "--overwrite", "--quiet", *arguments)
        self.assertEqual(process.returncode, 0, process.stderr)
        warnings = json.loads((self.folder / "out" / "summary.json").read_text())["warnings"]
        codes = [w["code"] for w in warnings]
        self.assertLessEqual(set(codes), set(codes_in(process.stderr)))
        for warning in warnings:
            self.assertIn(warning["message"], process.stderr)
        return codes

    def message(self, code):
        warnings = json.loads((self.folder / "out" / "summary.json").read_text())["warnings"]
        return next(w["message"] for w in warnings if w["code"] == code)

    def test_a_good_scene_has_none(self):
        self.assertEqual(self.checked(SCENE), [])
        self.assertEqual(self.run_codes(SCENE), [])

    def test_strict_alone_changes_the_exit_code(self):
        bad = SCENE.replace('materials = ["glass", "glass"]', 'materials = ["glass", "steel"]').replace(
            "[[pair]]", '[[material]]\nname = "steel"\n[[pair]]').replace('radius = 0.05', 'radius = 0.05\nmaterial = "glass"') \
            .replace('kind = "box"', 'kind = "box"\nmaterial = "steel"')
        self.assertEqual(galet("check", self.scene(bad)).returncode, 0)
        strict = galet("check", self.scene(bad), "--strict")
        self.assertEqual(strict.returncode, 1)
        self.assertIn("galet: error [no-law]", strict.stderr)
        self.assertEqual(galet("run", self.scene(bad), "-o", self.folder / "a", "--strict").returncode, 1)
        self.assertEqual(galet("run", self.scene(), "-o", self.folder / "b", "--strict").returncode, 0)
        told = galet("info", self.folder / "a")
        self.assertEqual(codes_in(told.stderr), ["no-law"])
        self.assertIn("no-law", told.stdout)

    def test_no_law(self):
        without = SCENE.replace('[[pair]]\nmaterials = ["glass", "glass"]\nfriction = 0.3\n', "")
        self.assertEqual(self.checked(without), ["no-law"])
        self.assertEqual(self.run_codes(without), ["no-law"])
        self.assertIn('["glass", "glass"]', self.message("no-law"))
        # A single body of its material meets no other of it.
        alone = without.replace("count = [4, 3]", "count = [1, 1]")
        two = alone.replace('[[bodies]]', '[[material]]\nname = "wall"\n[[pair]]\nmaterials = ["wall", "glass"]\n'
                            '[[bodies]]\nmaterial = "glass"').replace('kind = "box"', 'kind = "box"\nmaterial = "wall"')
        self.assertEqual(self.checked(two), [])
        self.assertEqual(self.checked(two.replace("count = [1, 1]", "count = [2, 1]")), ["no-law"])
        feed = '[[feed]]\nmaterial = "glass"\nregion = {low = [0, 1], high = [0.6, 2]}\nrate = 1\nradius = 0.02\n[time]'
        self.assertEqual(self.checked(two.replace("[time]", feed)), ["no-law"])
        # What is fixed and a boundary do not meet.
        fixed = '[[bodies]]\nkind = "list"\nmaterial = "wall"\nfixed = true\nposition = [0.3, 0.5]\nradius = 0.01\n[time]'
        self.assertEqual(self.checked(two.replace("[time]", fixed)), [])

    def test_nothing_moves(self):
        self.assertEqual(self.checked(SCENE.replace("gravity = [0, -9.81]", "")), ["nothing-moves"])
        self.assertEqual(self.checked(SCENE.replace("gravity = [0, -9.81]", "").replace(
            "radius = 0.05", "radius = 0.05\nvelocity = [1, 0]")), [])
        self.assertEqual(self.checked(SCENE.replace("gravity = [0, -9.81]", "").replace(
            'kind = "box"', 'kind = "box"\nmotion = {velocity = [1, 0]}')), [])

    def test_open_side(self):
        below = SCENE.replace('kind = "box"', 'kind = "box"\nopen = ["y-"]')
        above = SCENE.replace('kind = "box"', 'kind = "box"\nopen = ["y+"]')
        self.assertEqual(self.checked(below), ["open-side"])
        self.assertEqual(self.checked(above), [])
        self.assertEqual(self.checked(above.replace("-9.81", "9.81")), ["open-side"])
        # Something below, or the wish that bodies leave.
        floor = '[[boundary]]\nkind = "plane"\npoint = [0, -1]\nnormal = [0, 1]\n[time]'
        self.assertEqual(self.checked(below.replace("[time]", floor)), [])
        remove = "[[remove]]\nregion = {low = [0, -1], high = [1, 2]}\n[time]"
        self.assertEqual(self.checked(below.replace("[time]", remove)), [])

    def test_left_past_all_boundaries(self):
        below = SCENE.replace('kind = "box"', 'kind = "box"\nopen = ["y-"]')
        # After 1 s in free fall all twelve are 4.9 m lower.
        self.assertEqual(set(self.run_codes(below, "--set", "time.end=1")), {"open-side", "left"})
        self.assertRegex(self.message("left"), r"^12 of 12 bodies .* 12 past all boundaries \(one is body \d+ at \(")
        self.assertEqual(self.run_codes(SCENE, "--set", "time.end=1"), [])

    def test_left_through_a_wall_in_long_steps(self):
        # At 10 m/s a step of 0.02 s is four radii: the floor is never seen.
        fast = DROP.replace("radius = 0.05", "radius = 0.05\nvelocity = [0, -10]").replace("step = 1e-4", "step = 0.02")
        self.assertEqual(self.checked(fast), ["long-step"])
        codes = self.run_codes(fast, "--set", "bodies[0].position=[0, 0.15]")
        self.assertIn("long-step", codes)
        self.assertEqual(self.run_codes(fast, "--set", "scheme.normal=gap"), [])
        self.assertEqual(self.run_codes(DROP), [])

    def test_left_behind_a_wall(self):
        # Two walls press a disc that has no room: it ends up behind one of them.
        text = DROP.replace('point = [0, 0]\nnormal = [0, 1]', 'point = [0, 0]\nnormal = [0, 1]\nfrom = 0.4') \
            .replace("end = 0.5", "end = 0.7")
        # Free fall of 0.785 m in 0.4 s, from 0.2 m: far behind the floor when it is put in.
        self.assertIn("left", self.run_codes(text, "--set", "bodies[0].position=[0, 0.2]"))
        self.assertRegex(self.message("left"), r'^1 of 1 bodies .* 1 behind boundary "floor" \(body 0 at \(')

    def test_what_passes_a_wall_is_told_in_every_scheme(self):
        """Discs that go 2 m in a step, towards a segment."""
        flying = DROP.replace("gravity = [0, -9.81]\n", "").replace(
            "position = [0, 1]", "position = [[0, 3], [0.3, 3.4], [0.6, 5.3]]\nvelocity = [0, -2000]").replace(
            'kind = "plane"', 'kind = "segment"').replace(
            "point = [0, 0]\nnormal = [0, 1]", "start = [-5, 0]\nend = [5, 0]").replace(
            "step = 1e-4\nend = 0.5", "step = 1e-3\nend = 0.01")
        desire = '[[desire]]\nkind = "velocity"\nvelocity = [0, -2000]\n[time]'
        cases = {
            'name = "moreau-jean"': "", 'name = "moreau-jean"\nnormal = "velocity"': "", 'name = "convex"': "",
            'name = "newmark"': "compliance = {stiffness = 1e9}\n", 'name = "dem"': "spring = {normal = 1e6}\n",
            'name = "first-order"': ""}
        passed = set()
        for scheme, law in cases.items():
            text = flying.replace('normal = "velocity"', scheme).replace(
                '["rubber", "rubber"]\n', '["rubber", "rubber"]\n' + law)
            if "first-order" in scheme:
                text = re.sub(r"\[\[pair\]\]\nmaterials.*\n", "", text).replace("[time]", desire).replace(
                    "density = 1000\n", "").replace("velocity = [0, -2000]\n[[boundary]]", "[[boundary]]")
            codes = self.run_codes(text)
            process = galet("export", self.folder / "out", "--csv", "--frame", "-1")
            self.assertEqual(process.returncode, 0, process.stderr)
            with open(max((self.folder / "out" / "csv").glob("bodies_*.csv")), newline="") as file:
                heights = [float(row["y"]) for row in csv.DictReader(file)]
            if min(heights) < 0:
                passed.add(scheme)
                self.assertIn("long-step", codes, scheme)
            else:
                self.assertNotIn("long-step", codes, scheme)
        # Those that look at the whole step hold everything back.
        self.assertEqual({s for s in passed if "velocity" not in s}, {'name = "newmark"', 'name = "dem"'})

    def test_balance(self):
        """The explicit update of the thesis makes energy in every impact: exp(pi omega h/2)."""
        hits = DROP.replace('normal = "velocity"', 'name = "dem"\nupdate = "thesis"').replace(
            '["rubber", "rubber"]\n', '["rubber", "rubber"]\nspring = {normal = 1e5}\n')
        self.assertIn("balance", self.run_codes(hits, "--set", "time.step=2e-3"))
        self.assertNotIn("balance", self.run_codes(hits, "--set", "time.step=1e-5"))
        self.assertNotIn("balance", self.run_codes(hits, "--set", "scheme.update=velocity-verlet"))

    def test_trouble(self):
        """A press that comes down on a disc upon a fixed one."""
        pressed = DROP.replace("position = [0, 1]\nradius = 0.05", "position = [0, -0.1]\nradius = 0.05\nfixed = true\n"
                               '[[bodies]]\nkind = "list"\nposition = [0, 0.0005]\nradius = 0.05') \
            .replace("gravity = [0, -9.81]\n", "").replace('[scheme]\nnormal = "velocity"\n', "") \
            .replace("point = [0, 0]\nnormal = [0, 1]", "point = [0, 0.051]\nnormal = [0, -1]\nmotion = {velocity = [0, -1]}") \
            .replace("step = 1e-4\nend = 0.5", "step = 1e-3\nend = 0.01")
        for policy in ("stop", "halve-step"):
            process = galet("run", self.scene(pressed), "-o", self.folder / policy, "--set", f"time.on_trouble={policy}")
            self.assertEqual(process.returncode, 4, process.stderr)
            self.assertIn("have nowhere to go", process.stderr)
            self.assertTrue((self.folder / policy / "diagnosis.json").exists())
        codes = self.run_codes(pressed, "--set", "time.on_trouble=warn")
        self.assertIn("trouble", codes)
        self.assertIn("of 10 steps went on although bodies were driven together", self.message("trouble"))
        process = galet("check", self.scene(pressed), "--set", "time.on_trouble=halve")
        self.assertEqual(process.returncode, 2)
        self.assertIn("halve-step", process.stderr)

    def test_halved_steps_mend_overlaps(self):
        fall = ("--set", "time.step=5e-3")
        self.assertIn("overlap", self.run_codes(DROP, *fall))
        codes = self.run_codes(DROP, *fall, "--set", "time.on_trouble=halve-step")
        self.assertNotIn("overlap", codes)
        self.assertNotIn("trouble", codes)
        summary = json.loads((self.folder / "out" / "summary.json").read_text())
        self.assertEqual(summary["steps"], 100)
        self.assertGreaterEqual(summary["trouble"]["halved_steps"], 1)
        self.assertLessEqual(summary["trouble"]["parts_max"], 64)
        with open(self.folder / "out" / "series.csv", newline="") as file:
            rows = list(csv.DictReader(file))
        self.assertEqual(sum(int(row["halved_steps"]) for row in rows), summary["trouble"]["halved_steps"])

    def test_long_step_that_comes_about(self):
        # 20 m high: 19.8 m/s at the floor, of which a step of 5e-3 s makes 2 radii; at the start nothing moves.
        high = DROP.replace("position = [0, 1]", "position = [0, 20]").replace("end = 0.5", "end = 2.0")
        self.assertEqual(self.checked(high, "--set", "time.step=5e-3"), [])
        self.assertIn("long-step", self.run_codes(high, "--set", "time.step=5e-3"))
        self.assertNotIn("long-step", self.run_codes(high, "--set", "time.step=1e-4"))

    def test_unconverged(self):
        missed = ["--set", "solver.max_iterations=1", "--set", "solver.tolerance=1e-15"]
        self.assertIn("unconverged", self.run_codes(SCENE, *missed))
        self.assertRegex(self.message("unconverged"), r"^\d+ of 200 steps missed the tolerance")

    def test_overlap(self):
        # On velocities an impact at v leaves an overlap of up to h v: 4.3 m/s and 1e-3 s are 9 % of the radius.
        self.assertIn("overlap", self.run_codes(DROP, "--set", "time.step=1e-3"))
        # On gaps, none that is more than the tolerance.
        self.assertEqual(self.run_codes(DROP, "--set", "time.step=1e-3", "--set", "scheme.normal=gap"), [])

    def test_correction(self):
        # On gaps a falling body goes h/2 times the change of velocity too far in each step. After n steps it has the kinetic energy
        # m g² t²/2 and has lost m g² t² (1 + 1/n)/2 of potential energy: m g² t²/2n is gone, 1/(2n + 1) of the two together.
        few = DROP.replace("position = [0, 1]", "position = [0, 5]").replace('"velocity"', '"gap"')
        self.assertIn("correction", self.run_codes(few, "--set", "time.step=0.1"))
        self.assertRegex(self.message("correction"), r"took .* 9 % of the energy in play")
        self.assertEqual(self.run_codes(few, "--set", "time.step=0.01"), [])

    def test_restart_into_walls(self):
        folder, _ = self.run_scene()
        self.assertEqual(self.checked(TAKEN_UP), [])
        # The right wall, which discs do not touch, 0.46 m instead of 0.6 m away: the last column is at 0.43 ± 0.004 m.
        outside = TAKEN_UP.replace("high = [0.6, 2]", "high = [0.4, 2]")
        process = galet("check", self.scene(outside))
        self.assertEqual(process.returncode, 2, process.stderr)
        self.assertIn('outside boundary "box-0"', process.stderr)
        inside = TAKEN_UP.replace("high = [0.6, 2]", "high = [0.46, 2]")
        self.assertEqual(self.checked(inside), ["restart-overlap"])

    def test_pressure_drift(self):
        # A piston 0.1 m high; the plate above it comes down by 0.01 m: 10 % less area, 1/0.9 of the pressure.
        self.assertEqual(self.checked(PRESSED), ["pressure-drift"])
        self.assertEqual(self.run_codes(PRESSED), ["pressure-drift"])
        self.assertRegex(self.message("pressure-drift"), r'"piston".* from 1\d\d\d to 1111 Pa \(\+1\d %\)')
        steady = PRESSED.replace("force = 100}", "force = {t = [0, 0.1], value = [100, 90]}}")
        self.assertEqual(self.run_codes(steady), [])
        self.assertEqual(self.run_codes(PRESSED, "--set", "time.end=0.02"), [])

    def test_projection(self):
        # −0.5 <= x <= 1 − speed t: at speed 2 there is nothing left between the two at t = 1.
        for speed, codes in ((2, ["projection"]), (1, [])):
            text = f"""
title = "strip"
[sweep]
dimension = 2
start = [0, 0]
[time]
end = 1
step = 1
[[set]]
kind = "half-space"
normal = [1, 0]
offset = 1
motion = {{translation = ["-{speed}*t", "0"]}}
[[set]]
kind = "half-space"
normal = [-1, 0]
offset = 0.5
[integrator]
name = "catching-up"
"""
            folder = self.folder / f"sweep-{speed}"
            process = galet("sweep", self.scene(text), "-o", folder, "--strict")
            self.assertEqual(process.returncode, 1 if codes else 0, process.stderr)
            self.assertEqual(codes_in(process.stderr), codes)
            warnings = json.loads((folder / "summary.json").read_text())["warnings"]
            self.assertEqual([w["code"] for w in warnings], codes)

    def test_every_code_is_documented(self):
        listed = re.search(r"names\{([^}]*)\}", HEADER.read_text())[1]
        codes = re.findall(r'"([a-z-]+)"', listed)
        self.assertGreater(len(codes), 10)
        page = (SOURCE / "docs" / "warnings.md").read_text()
        self.assertEqual(sorted(re.findall(r"^## (.*)$", page, re.M)), sorted(codes))
        for section in page.split("\n## ")[1:]:
            self.assertIn("*Cause.*", section)
            self.assertIn("*Remedy.*", section)


if __name__ == "__main__":
    unittest.main()
