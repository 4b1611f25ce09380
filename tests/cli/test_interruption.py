"""Ctrl-C and kill: nothing reported as written is lost."""

import csv
import json
import os
import re
import signal
import subprocess
import time
import unittest

import h5py

from support import GALET, SCENE, CliTest, galet

# Long enough not to end before the signal.
LONG = SCENE.replace("end = 0.2", "end = 2000.0").replace("every = 0.01", "every = 0.002")


class InterruptionTest(CliTest):
    def start(self):
        output = self.folder / "out"
        process = subprocess.Popen([GALET, "run", str(self.scene(LONG)), "-o", str(output)],
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        deadline = time.monotonic() + 60
        # The index is rewritten after a segment is closed: with the third there, it has the first two.
        while not (output / "trajectory" / "000002.h5").exists():
            self.assertIsNone(process.poll(), "ended too early")
            self.assertLess(time.monotonic(), deadline)
            time.sleep(0.02)
        return output, process

    def test_ctrl_c_finishes_the_step_and_writes_everything(self):
        output, process = self.start()
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=60)
        self.assertEqual(process.returncode, 130, errors)
        self.assertIn("interrupted at t =", errors)
        summary = json.loads((output / "summary.json").read_text())
        self.assertTrue(summary["interrupted"])
        with open(output / "series.csv", newline="") as file:
            rows = list(csv.DictReader(file))
        self.assertEqual(int(rows[-1]["step"]), summary["steps"])
        with h5py.File(output / "trajectory.h5") as file:
            names = sorted(file["frames"])
            self.assertEqual(len(names), len(rows))
            self.assertEqual(file["frames"][names[-1]].attrs["step"], summary["steps"])
        self.assertTrue((output / "picture.png").exists())

    def test_kill_loses_no_closed_segment(self):
        output, process = self.start()
        process.send_signal(signal.SIGKILL)
        _, errors = process.communicate(timeout=60)
        reported = [int(n) for n in re.findall(r"(\d+) frames on disk", errors)]
        with h5py.File(output / "trajectory.h5") as file:
            names = sorted(file["frames"])
            self.assertGreaterEqual(len(names), max([8, *reported]))
            for name in names:
                self.assertEqual(file["frames"][name]["position"].shape, (12, 2))
        info = galet("info", output)
        self.assertEqual(info.returncode, 0, info.stderr)
        self.assertIn("killed", info.stdout)


if __name__ == "__main__":
    assert os.path.exists(GALET)
    unittest.main()
