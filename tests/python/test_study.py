"""Parameter studies from Python are those of the program."""

import os
import signal
import subprocess
import sys
import time

import numpy as np

import galet
from support import BOX, GALET, PythonTest, galet as program

STUDY = {
    "title": "Box against friction",
    "replicas": 2,
    "parameter": [
        {"kind": "list", "key": "pair[0].friction", "values": np.array([0.1, 0.5])},
        {"kind": "words", "key": "scheme.normal", "values": ["gap", "velocity"]},
    ],
    "figure": [
        {"kind": "summary", "key": "energy.dissipated"},
        {"kind": "series", "column": "kinetic", "reduce": "max"},
    ],
}


class Study(PythonTest):
    def make(self, **changes):
        return {**STUDY, "scene": galet.Scene.parse(BOX), **changes}

    def test_gives_the_table_of_the_program(self):
        study = galet.study.run(self.make(), self.folder / "out", jobs=2)
        self.assertEqual(len(study), 8)
        self.assertEqual(study.failed, [])
        np.testing.assert_array_equal(study["friction"], [0.1] * 4 + [0.5] * 4)
        self.assertEqual(study["normal"][2], "velocity")
        for k in (0, 7):
            self.assertEqual(study["dissipated"][k], study.runs[k].summary["energy"]["dissipated"])
            self.assertEqual(study["kinetic"][k], study.runs[k].series["kinetic"].max())
        table = (self.folder / "out" / "table.csv").read_bytes()
        scene = self.file()
        galet.study.run(self.make(scene=scene), self.folder / "from-file")
        self.assertEqual((self.folder / "from-file" / "table.csv").read_bytes(), table)
        process = program("study", self.folder / "out", "--collect")
        self.assertEqual(process.returncode, 0, process.stderr)
        self.assertEqual((self.folder / "out" / "table.csv").read_bytes(), table)

    def test_means_and_errors(self):
        study = galet.study.run(self.make(replicas=3), self.folder / "out")
        values, mean, error = study.means("dissipated", by="friction")
        np.testing.assert_array_equal(values, [0.1, 0.5])
        chosen = study["dissipated"][study["friction"] == 0.1]
        self.assertEqual(len(chosen), 6)
        self.assertAlmostEqual(mean[0], chosen.mean(), delta=1e-12 * chosen.mean())
        self.assertAlmostEqual(error[0], chosen.std(ddof=1) / np.sqrt(6), delta=1e-12 * chosen.mean())
        own = study.means([run.frames[-1].position[:, 1].mean() for run in study.runs], by="normal")
        self.assertEqual(list(own.values), ["gap", "velocity"])
        self.assertTrue(np.isfinite(own.mean).all())
        self.assertIn("<svg", study.plots["dissipated-over-friction"]._repr_svg_())

    def test_opens_what_the_program_has_left(self):
        galet.study.run(self.make(), self.folder / "out")
        study = galet.study.open(self.folder / "out")
        self.assertEqual(list(study["state"]), ["done"] * 8)
        with self.assertRaises(galet.InputError):
            galet.study.open(self.folder)

    def test_failures_are_in_the_table(self):
        study = galet.study.run(
            self.make(parameter=[{"kind": "list", "name": "g", "key": "gravity[1]", "values": [-9.81, -1e300]}], replicas=1),
            self.folder / "out",
        )
        ((number, reason),) = study.failed
        self.assertEqual(number, 2)
        self.assertIn("broke down", reason)
        self.assertTrue(np.isnan(study["dissipated"][1]))

    def test_bad_input_has_the_message_of_the_program(self):
        with self.assertRaisesRegex(galet.InputError, r'parameter\[0\].*did you mean "friction"'):
            galet.study.run(self.make(parameter=[{"kind": "list", "key": "pair[0].fricton", "values": [1, 2]}]), self.folder / "out")
        self.assertFalse((self.folder / "out").exists())

    def test_an_interruption_stops_the_runs_and_the_study_goes_on(self):
        code = (
            "import galet, sys\n"
            f"scene = galet.Scene.parse({BOX.replace('end = 0.2', 'end = 2000.0')!r})\n"
            f"galet.study.run({{**{ {**STUDY, 'parameter': []} !r}, 'scene': scene}}, 'out', jobs=2)\n"
        )
        process = subprocess.Popen([sys.executable, "-B", "-c", code], cwd=self.folder, stderr=subprocess.PIPE, text=True)
        deadline = time.monotonic() + 600
        while not list(self.folder.glob("out/runs/*/trajectory/000001.h5")):
            self.assertIsNone(process.poll(), "ended too early")
            self.assertLess(time.monotonic(), deadline)
            time.sleep(0.02)
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=600)
        self.assertIn("KeyboardInterrupt", errors)
        study = galet.study.open(self.folder / "out")
        self.assertIn("unfinished", study["state"])
        self.assertNotIn("failed", study["state"])


if __name__ == "__main__":
    assert os.access(GALET, os.X_OK)
    import unittest

    unittest.main()
