"""Sweeping processes: results, pictures, and what is wrong with a file."""

import csv
import json
import unittest

from support import SOURCE, CliTest, galet

PLAY = """\
title = "Play"
[sweep]
dimension = 1
start = [0.0]
[time]
end = 4.0
step = 0.25
[[set]]
kind = "box"
low = [-0.5]
high = [0.5]
motion = {translation = ["t < 2 ? t : 4 - t"]}
"""


class SweepTest(CliTest):
    def test_results(self):
        output = self.folder / "out"
        process = galet("sweep", self.scene(PLAY), "-o", output)
        self.assertEqual(process.returncode, 0, process.stderr)
        with (output / "series.csv").open() as file:
            rows = list(csv.DictReader(file))
        self.assertEqual(float(rows[0]["time"]), 0.0)
        self.assertEqual(float(rows[-1]["time"]), 4.0)
        # The input goes up to 2 and back: the play follows at a distance of 0.5.
        self.assertAlmostEqual(float(rows[8]["x"]), 1.5, places=14)
        self.assertAlmostEqual(float(rows[-1]["x"]), 0.5, places=14)
        summary = json.loads((output / "summary.json").read_text())
        self.assertAlmostEqual(summary["variation"], 2.5, places=13)
        self.assertGreaterEqual(summary["retraction"], summary["variation"])
        self.assertEqual(summary["steps"], 16)
        self.assertEqual(summary["failed_projections"], 0)
        self.assertTrue((output / "picture.png").read_bytes().startswith(b"\x89PNG"))
        again = galet("sweep", self.scene(PLAY), "-o", output)
        self.assertEqual(again.returncode, 2)
        self.assertIn("--overwrite", again.stderr)

    def test_gallery_runs_with_every_integrator(self):
        scenes = sorted((SOURCE / "scenes" / "sweep").glob("*.toml"))
        self.assertGreaterEqual(len(scenes), 6)
        for scene in scenes:
            for name in ("catching-up", "theta", "yosida", "event-driven"):
                with self.subTest(scene=scene.name, integrator=name):
                    output = self.folder / f"{scene.stem}-{name}"
                    process = galet("sweep", scene, "-o", output, "--strict", "--quiet",
                                    "--set", f"integrator.name={name}", "--set", "time.step=0.1",
                                    "--set", "output.outlines=2")
                    self.assertEqual(process.returncode, 0, process.stderr)

    def refused(self, text, *expected):
        output = self.folder / "bad"
        process = galet("sweep", self.scene(text), "-o", output)
        self.assertEqual(process.returncode, 2, process.stderr)
        for words in expected:
            self.assertIn(words, process.stderr)
        self.assertFalse(output.exists())

    def test_mistakes_are_located(self):
        line = PLAY[:PLAY.index("motion")].count("\n") + 1
        self.refused(PLAY.replace("t < 2 ? t : 4 - t", "sin(t"), f"scene.toml:{line}:", "translation", "sin(t")
        self.refused(PLAY.replace("t < 2 ? t : 4 - t", "2*s"), f"scene.toml:{line}:", "s")
        self.refused(PLAY.replace("low =", "lov ="), "did you mean \"low\"")
        self.refused(PLAY.replace('kind = "box"', 'kind = "bax"'), "did you mean \"box\"")
        self.refused(PLAY.replace("start = [0.0]", "start = [0.0, 1.0]"), "sweep.start", "expected 1 number")
        self.refused(PLAY.replace("step = 0.25", "step = -1"), "time.step", "positive")
        self.refused(PLAY.replace("[sweep]", "[swap]"), "no table [sweep]")
        checked = galet("check", self.scene(PLAY.replace("step = 0.25", "step = -1")))
        self.assertEqual(checked.returncode, 2)

    def test_list_and_reference(self):
        self.assertIn("sweep/rotating-ellipse", galet("list").stdout)
        reference = galet("reference", "--sweep").stdout
        self.assertIn("`translation`", reference)
        self.assertEqual(reference, (SOURCE / "docs" / "sweep-reference.md").read_text(),
                         "regenerate it with `make docs`")


if __name__ == "__main__":
    unittest.main()
