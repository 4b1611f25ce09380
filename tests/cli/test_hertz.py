"""Elastic spheres (`hertz` of a pair) from scene files."""

import json
import math
import re
import unittest

import h5py
from support import CliTest, galet

YOUNG, POISSON, RADIUS, DENSITY, SPEED = 1e7, 0.3, 0.01, 2500.0, 0.5
SCENE = f"""title = "elastic spheres"
dimension = 3
gravity = [0, 0, 0]
[[material]]
name = "glass"
density = {DENSITY}
[[pair]]
materials = ["glass", "glass"]
friction = 0.5
restitution = 0.8
hertz = {{young = {YOUNG}, poisson = {POISSON}}}
[[bodies]]
kind = "list"
position = [[0, 0, 0], [0, 0, 0.02]]
velocity = [[0, 0, 0], [0, 0, -{SPEED}]]
radius = {RADIUS}
[scheme]
name = "dem"
[time]
step = 1e-6
end = 4e-3
[output]
every = 1e-3
"""
# Spheres fall into a box, roll and rub.
BOX = SCENE[:SCENE.index("[[bodies]]")].replace("friction = 0.5", "friction = 0.5\nrolling_friction = 0.05") \
    .replace("poisson = 0.3", "poisson = [0.3, 0.2], tangential_damping = 0.3") .replace("gravity = [0, 0, 0]", "gravity = [0, 0, -9.81]") + """
[[bodies]]
kind = "lattice"
origin = [0.015, 0.015, 0.011]
pitch = [0.021, 0.0215, 0.02]
count = [3, 3, 3]
radius = 0.01
[[boundary]]
kind = "box"
low = [0, 0, 0]
high = [0.075, 0.075, 0.5]
open = ["z+"]
[scheme]
name = "dem"
[time]
step = 2e-5
end = 0.15
[output]
every = 0.01
"""


class HertzTest(CliTest):
    def test_an_impact_has_its_time_and_restitution(self):
        folder, _ = self.run_scene(text=SCENE)
        with h5py.File(folder / "trajectory.h5") as file:
            frame = file["frames"][sorted(file["frames"])[-1]]
            order = list(frame["id"][:])
            a, b = (frame["velocity"][order.index(k)][2] for k in (0, 1))
        # The dashpot of d^{1/4} leaves less than a thousandth at a thousand steps per impact.
        self.assertAlmostEqual((b - a) / SPEED, 0.8, delta=1e-3)
        elastic, _ = self.run_scene("--set", "pair[0].restitution=1", "--set", "output.every=1e-5",
                                    text=SCENE, output="elastic")
        modulus = YOUNG / (2 * (1 - POISSON**2))
        mass = DENSITY * 4 / 3 * math.pi * RADIUS**3 / 2
        time = 2.868 * (mass**2 / (RADIUS / 2 * modulus**2 * SPEED))**0.2
        with h5py.File(elastic / "trajectory.h5") as file:
            touching = [t for t, name in zip(file["time"][:], sorted(file["frames"]))
                        if len(file["frames"][name]["contacts/gap"]) > 0]
        # Outputs are 1e-5 s apart; the first contact is there at the start or one output later.
        self.assertAlmostEqual(touching[-1], time, delta=0.01 * time + 1e-5)

    def test_check_tells_the_longest_step(self):
        process = galet("check", self.scene(SCENE))
        told = re.search(r"time.step is 1e-06 s; steps up to (\S+) s are stable", process.stderr)
        # As the refusal of a longer one.
        process = galet("check", self.scene(SCENE), "--set", "time.step=1e-3")
        self.assertIn(f"must be at most {told[1]} s", process.stderr)

    def test_spheres_that_become_too_stiff_are_told(self):
        # Overlaps are (15 m v²/16 E* √r)^{2/5}, without the dashpot 0.25 of the radius here; the limit falls with d^{-1/4} from 0.01 on.
        soft = ["--set", f"pair[0].hertz.young={YOUNG / 100}"]
        process = galet("check", self.scene(SCENE), *soft)
        limit = float(re.search(r"steps up to (\S+) s are stable", process.stderr)[1])
        left = (0.01 / 0.25)**0.25
        for part, told in ((1.5 * left, True), (0.5 * left, False)):
            settings = [f"time.step={part * limit}", "time.end=0.03", "output.every=0.01"]
            _, summary = self.run_scene(*soft, *(word for s in settings for word in ("--set", s)), text=SCENE, output=f"part-{part:.1f}")
            self.assertEqual("overlap" in [w["code"] for w in summary["warnings"]], told, part)

    def test_resumed_runs_are_the_uninterrupted_one(self):
        whole, summary = self.run_scene(text=BOX, output="whole")
        self.assertGreater(summary["contacts"]["active_max"], 20)
        output = self.folder / "parts"
        process = galet("run", self.scene(BOX), "-o", output, "--max-wall", "1e-9")
        self.assertEqual(process.returncode, 75, process.stderr)
        process = galet("resume", output, "--threads", "2")
        self.assertEqual(process.returncode, 0, process.stderr)
        self.assertEqual(json.loads((output / "summary.json").read_text())["state_hash"],
                         summary["state_hash"])

    def test_what_is_refused(self):
        for old, new, words in [
                ("restitution = 0.8", "restitution = 0", "at least 0.01 with hertz"),
                ("hertz =", "spring = {normal = 1}\nhertz =", "give one of the two"),
                ("young = 10000000.0", "young = [1, 2, 3]", "one for each of the two materials"),
                ("young = 10000000.0, ", "", "hertz.young"),
                ("poisson = 0.3", "poisson = 0.7", "between 0 and 0.5"),
                ("step = 1e-6", "step = 1e-3", "E* = 5.49e+06 Pa, at overlaps of 1 %"),
                ("dimension = 3", "dimension = 2", "shape"),
        ]:
            self.assertIn(old, SCENE)
            text = SCENE.replace(old, new)
            if "dimension = 2" in text:
                text = text.replace("[0, 0, ", "[0, ")
            process = galet("check", self.scene(text))
            self.assertEqual(process.returncode, 2, f"{new}: {process.stderr}")
            self.assertIn(words, process.stderr)


if __name__ == "__main__":
    unittest.main()
