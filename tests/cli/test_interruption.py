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
import numpy as np

from support import GALET, SCENE, CliTest, galet

# Long enough not to end before the signal.
LONG = SCENE.replace("end = 0.2", "end = 2000.0").replace("every = 0.01", "every = 0.002")

# Observers that remember something between rows; their intervals are not that of the outputs.
OBSERVED = """
[[observe]]
kind = "energy"
every = 0.005
[[observe]]
kind = "wall-forces"
average = true
every = 0.007
[[observe]]
kind = "profile"
average = true
grid = {low = [0, 0], high = [0.6, 0.6], cells = [1, 3]}
every = 0.007
[[observe]]
kind = "flow"
point = [0.3, 0.15]
normal = [0, -1]
every = 0.003
[[observe]]
kind = "displacement"
every = 0.003
start = 0.05
"""
# Twelve discs and a shaken box, so that nothing comes to rest; some seconds of computation.
SHAKEN = LONG.replace("end = 2000.0", "end = 8.0").replace("every = 0.002", "every = 0.04").replace(
    'kind = "box"', 'kind = "box"\nmotion = {amplitude = [0, 0.02], frequency = 5}') + OBSERVED


class InterruptionTest(CliTest):
    def start(self, text=LONG, output="out", arguments=()):
        output = self.folder / output
        process = subprocess.Popen(
            [GALET, "run", str(self.scene(text)), "-o", str(output), *arguments],
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

    def csv_rows(self, path):
        with open(path, newline="") as file:
            return list(csv.reader(file))

    def test_kill_loses_no_rows_of_closed_segments(self):
        output, process = self.start(LONG + OBSERVED)
        process.send_signal(signal.SIGKILL)
        process.communicate(timeout=60)
        # The rows are brought to the disk after the frames of a segment, of which it has four.
        with h5py.File(output / "trajectory.h5") as file:
            last = file["step"][-5]
        with h5py.File(output / "observe.h5") as file:
            for name in ("energy", "wall-forces", "profile", "flow", "displacement"):
                rows = self.csv_rows(output / "observe" / f"{name}.csv")
                steps = [int(row[0]) for row in rows[1:]]
                there = file[name]["step"][:]
                # All that was measured when a segment was closed, and what is there is right.
                self.assertGreaterEqual(len(there), sum(step <= last for step in steps), name)
                for k, column in enumerate(rows[0]):
                    np.testing.assert_array_equal(
                        file[name][column][:], [float(row[k]) for row in rows[1:len(there) + 1]])

    def expect_same_results(self, folder, other):
        """But for the seconds that it took."""
        summaries = [json.loads((f / "summary.json").read_text()) for f in (folder, other)]
        self.assertEqual(summaries[0]["state_hash"], summaries[1]["state_hash"])
        self.assertEqual(summaries[0]["solver"], summaries[1]["solver"])
        self.assertEqual(summaries[0]["contacts"], summaries[1]["contacts"])
        series = [self.csv_rows(f / "series.csv") for f in (folder, other)]
        timed = [k for k, name in enumerate(series[0][0]) if name.startswith("seconds_")]
        for rows in series:
            for row in rows[1:]:
                for k in timed:
                    row[k] = ""
        self.assertEqual(series[0], series[1])
        for path in sorted((folder / "observe").glob("*.csv")):
            self.assertEqual(path.read_bytes(), (other / "observe" / path.name).read_bytes(), path)
        with h5py.File(folder / "observe.h5") as a, h5py.File(other / "observe.h5") as b:
            for name in a:
                for column in a[name]:
                    np.testing.assert_array_equal(a[name][column][:], b[name][column][:])
        with h5py.File(folder / "trajectory.h5") as a, h5py.File(other / "trajectory.h5") as b:
            self.assertEqual(list(a["frames"]), list(b["frames"]))
            for name in a["frames"]:
                for array in ("id", "position", "velocity", "contacts/impulse"):
                    np.testing.assert_array_equal(a["frames"][name][array][:],
                                                  b["frames"][name][array][:])

    def test_resumed_runs_are_the_uninterrupted_one(self):
        whole, _ = self.run_scene(text=SHAKEN, output="whole")
        for kind in (signal.SIGINT, signal.SIGKILL):
            name = kind.name
            output, process = self.start(SHAKEN, name, ["--vtk"])
            # While it runs, nobody else goes on with it.
            # A checkpoint is written after the segment.
            while not (output / "checkpoint.bin").exists():
                self.assertIsNone(process.poll())
                time.sleep(0.02)
            refused = galet("resume", output)
            self.assertEqual(refused.returncode, 3, refused.stderr)
            self.assertIn("another process", refused.stderr)
            process.send_signal(kind)
            _, errors = process.communicate(timeout=60)
            self.assertIn(process.returncode, (130, -9), errors)
            self.assertIn("galet resume", galet("info", output).stdout)
            resumed = galet("resume", output)
            self.assertEqual(resumed.returncode, 0, resumed.stderr)
            self.assertIn("continuing from t =", resumed.stderr)
            self.expect_same_results(whole, output)
            self.assertFalse((output / "checkpoint.bin").exists())
            pvd = (output / "grains.pvd").read_text()
            with h5py.File(output / "trajectory.h5") as file:
                self.assertEqual(pvd.count("<DataSet"), len(file["time"]))

    def test_what_cannot_be_resumed_is_said(self):
        ended, _ = self.run_scene(output="ended")
        (self.folder / "empty").mkdir()
        for folder, words in [(ended, "has ended"), (self.folder / "no", "no such folder"),
                              (self.folder / "empty", "contains no results")]:
            process = galet("resume", folder)
            self.assertEqual(process.returncode, 2, process.stderr)
            self.assertIn(words, process.stderr)
        output, process = self.start(LONG)
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=60)
        checkpoint = (output / "checkpoint.bin").read_bytes()
        scene = (output / "scene.toml").read_text()
        for content, text, words in [(checkpoint[:-9], scene, "damaged"),
                                     (b"galet-checkpoint 0" + checkpoint, scene, "another version"),
                                     (checkpoint, scene + "# edited\n", "has been changed")]:
            (output / "checkpoint.bin").write_bytes(content)
            (output / "scene.toml").write_text(text)
            process = galet("resume", output)
            self.assertEqual(process.returncode, 3, process.stderr)
            self.assertIn(words, process.stderr)


if __name__ == "__main__":
    assert os.path.exists(GALET)
    unittest.main()
