"""Gates, stop conditions, feeds, and runs taken up again, as a user runs them."""

import csv
import unittest

import h5py
import numpy as np
from support import SCENE, CliTest, galet

TIGHT = SCENE.replace("[time]", '[scheme]\nnormal = "gap"\n[solver]\ntolerance = 1e-8\n[time]')
TAKEN_UP = TIGHT[:TIGHT.index("[[bodies]]")] + '[[bodies]]\nkind = "run"\nfolder = "first"\n' + \
    TIGHT[TIGHT.index("[[boundary]]"):]
FEED = SCENE[:SCENE.index("[[bodies]]")] + """\
[[feed]]
region = {low = [0, 1], high = [0.6, 1.6]}
rate = 50
radius = 0.02
group = "fed"
[[remove]]
region = {low = [0, 0.3], high = [0.6, 2]}
""" + SCENE[SCENE.index("[[boundary]]"):]


class SequencesTest(CliTest):
    def last_frame(self, folder):
        with h5py.File(folder / "trajectory.h5") as f:
            frame = f["frames"][sorted(f["frames"])[-1]]
            return {name: frame[name][:] for name in ("id", "position", "velocity")}

    def test_two_halves_are_the_whole(self):
        whole, _ = self.run_scene(text=TIGHT.replace("end = 0.2", "end = 0.4"), output="whole")
        self.run_scene(text=TIGHT, output="first")
        second, summary = self.run_scene(text=TAKEN_UP, output="second")
        self.assertEqual(summary["bodies"], 12)
        for name, values in self.last_frame(whole).items():
            np.testing.assert_array_equal(values, self.last_frame(second)[name], name)
        # The written scene finds the earlier run from anywhere.
        again = galet("check", second / "scene.toml")
        self.assertEqual(again.returncode, 0, again.stderr)

    def test_springs_are_taken_up(self):
        """Explicit springs go on with the stretch they had, up to the rounding of stored frames."""
        def springs(text):
            return text.replace("friction = 0.3", "friction = 0.3\nspring = {normal = 1e6, "
                                "tangential = 5e5, damping = 300}") \
                .replace('[scheme]\nnormal = "gap"', '[scheme]\nname = "dem"') \
                .replace("step = 1e-3", "step = 2e-4")
        whole, _ = self.run_scene(text=springs(TIGHT.replace("end = 0.2", "end = 0.4")),
                                  output="whole")
        self.run_scene(text=springs(TIGHT), output="first")
        second, _ = self.run_scene(text=springs(TAKEN_UP), output="second")
        for name, values in self.last_frame(whole).items():
            np.testing.assert_allclose(values, self.last_frame(second)[name], rtol=0, atol=1e-9,
                                       err_msg=name)

    def test_taken_up_at_a_frame_at_rest(self):
        self.run_scene(text=TIGHT, output="first")
        folder, _ = self.run_scene(
            "--set", "bodies[0].frame=5", "--set", "bodies[0].at_rest=true", text=TAKEN_UP)
        with h5py.File(folder / "trajectory.h5") as f, \
                h5py.File(self.folder / "first" / "trajectory.h5") as first:
            start = f["frames/000000"]
            np.testing.assert_array_equal(start["position"][:],
                                          first["frames/000005/position"][:])
            self.assertFalse(start["velocity"][:].any())

    def test_bad_earlier_runs(self):
        self.run_scene(text=TIGHT, output="first")
        path = self.scene(TAKEN_UP)
        for override, words in [("bodies[0].folder=nowhere", "no such folder"),
                                ("bodies[0].frame=1000", "frames 0 to 20"),
                                ("bodies[0].frame=-1", "at least 0"),
                                ("bodies[0].radius=1", "unknown key")]:
            process = galet("check", path, "--set", override)
            self.assertEqual(process.returncode, 2, process.stderr)
            self.assertIn(words, process.stderr)

    def test_stop_condition_is_told(self):
        folder, summary = self.run_scene(
            text=SCENE + "[stop]\nempty = {low = [0, 0.3], high = [0.6, 2]}\nafter = 0.05\n")
        self.assertEqual(summary["ended_by"], "empty_region")
        self.assertFalse(summary["interrupted"])
        self.assertLess(summary["time_end"], 0.2)
        _, summary = self.run_scene("--set", "stop={}", text=SCENE, output="other")
        self.assertEqual(summary["ended_by"], "time")
        process = galet("check", self.scene(SCENE + "[stop]\nkinetik_energy = 1\n"))
        self.assertEqual(process.returncode, 2)
        self.assertIn('did you mean "kinetic_energy"', process.stderr)

    def test_feed_and_removal(self):
        folder, summary = self.run_scene("--vtk", "--set", "time.end=1", text=FEED)
        self.assertEqual(summary["bodies_inserted"], 50)
        self.assertGreater(summary["bodies_removed"], 10)
        self.assertEqual(summary["bodies"], 50 - summary["bodies_removed"])
        self.assertLess(summary["energy"]["balance_error_relative"], 1e-12)
        with open(folder / "series.csv", newline="") as f:
            rows = list(csv.DictReader(f))
        self.assertEqual(int(rows[0]["bodies"]), 0)
        with h5py.File(folder / "trajectory.h5") as f:
            self.assertEqual(list(f["groups"].asstr()[:]), ["", "fed"])
            for row, name in zip(rows, sorted(f["frames"]), strict=True):
                frame = f["frames"][name]
                self.assertEqual(len(frame["id"]), int(row["bodies"]))
                self.assertEqual(frame["position"].shape, (int(row["bodies"]), 2))
        # A run that has bodies with gaps in their ids can be taken up.
        self.run_scene(text=FEED.replace("[[feed]]", '[[bodies]]\nkind = "run"\nfolder = "out"\n[[feed]]'),
                       output="again")

    def test_piston(self):
        lid = '[[boundary]]\nkind = "plane"\nname = "lid"\npoint = [0, 1]\nnormal = [0, -1]\n'
        text = TIGHT.replace("[scheme]", lid + "load = {mass = 20, force = 500}\n[scheme]", 1)
        folder, summary = self.run_scene("--set", "time.end=1.2", text=text)
        self.assertLess(summary["energy"]["balance_error_relative"], 1e-12)
        with h5py.File(folder / "trajectory.h5") as f:
            frame = f["frames"][sorted(f["frames"])[-1]]
            self.assertEqual(list(f["boundaries"].asstr()[:]), ["box-0", "lid"])
            down = frame["boundaries/displacement"][1]
            self.assertAlmostEqual(frame["boundaries/position"][1][1], 1 - down)
            contacts = frame["contacts"]
            world = np.einsum("cij,ci->cj", contacts["frame"][:], contacts["impulse"][:])
            on_lid = contacts["body_a"][:] == -2
            force = world[on_lid].sum(axis=0)[1] / frame.attrs["step_length"]
            # The discs lie on the floor and carry the lid: its weight and the force.
            self.assertAlmostEqual(force / -(500 + 20 * 9.81), 1.0, delta=1e-3)
        # It goes on from there.
        again = TAKEN_UP.replace("[scheme]", lid + "load = {mass = 20, force = 500}\n[scheme]", 1)
        second, _ = self.run_scene("--set", "bodies[0].folder=out", text=again, output="second")
        with h5py.File(second / "trajectory.h5") as f:
            self.assertEqual(f["frames/000000/boundaries/displacement"][1], down)
        # Wherever the new scene puts it, the plane stands where it stood.
        moved = again.replace("point = [0, 1]", f"point = [0, {1 - down!r}]")
        third, _ = self.run_scene("--set", "bodies[0].folder=out", text=moved, output="third")
        with h5py.File(third / "trajectory.h5") as f, h5py.File(second / "trajectory.h5") as g:
            for file in (f, g):
                self.assertAlmostEqual(file["frames/000000/boundaries/position"][1][1], 1 - down, delta=1e-15)
            np.testing.assert_allclose(f["frames/000020/position"][:], g["frames/000020/position"][:], rtol=0, atol=1e-9)
        for load, words in [("{mass = 0, force = 1}", "positive"), ("{mass = 1}", "force"),
                            ("{mass = 1, force = [1, 2]}", "expected 1 number"),
                            ("{mass = 1, force = {t = [0, 1], value = [1]}}", "2 times but 1 rows")]:
            process = galet("check", self.scene(TIGHT.replace("[scheme]", f"{lid}load = {load}\n[scheme]", 1)))
            self.assertEqual(process.returncode, 2, process.stderr)
            self.assertIn(words, process.stderr)

    def test_contradictions(self):
        for words, expected in [("until = 0.1\nfrom = 0.2", "boundary[0].until"),
                                ("until = -1", "boundary[0].until"),
                                ("motion = {velocity = [1, 0], start = 0.2, stop = 0.1}",
                                 "boundary[0].motion.stop"),
                                ("untill = 0.1", 'did you mean "until"')]:
            process = galet("check", self.scene(SCENE.replace('kind = "box"', f'kind = "box"\n{words}')))
            self.assertEqual(process.returncode, 2, process.stderr)
            self.assertIn(expected, process.stderr)


if __name__ == "__main__":
    unittest.main()
