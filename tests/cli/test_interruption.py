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

from support import GALET, HANG, SCENE, CliTest, galet

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
# Twelve discs and a shaken box, so that nothing comes to rest.
SHAKEN = LONG.replace("every = 0.002", "every = 0.04").replace(
    'kind = "box"', 'kind = "box"\nmotion = {amplitude = [0, 0.02], frequency = 5}') + OBSERVED


class InterruptionTest(CliTest):
    def start(self, text=LONG, output="out", arguments=()):
        output = self.folder / output
        process = subprocess.Popen(
            [GALET, "run", str(self.scene(text)), "-o", str(output), *arguments],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        deadline = time.monotonic() + HANG
        # The index is rewritten after a segment is closed: with the third there, it has the first two.
        while not (output / "trajectory" / "000002.h5").exists():
            self.assertIsNone(process.poll(), "ended too early")
            self.assertLess(time.monotonic(), deadline)
            time.sleep(0.02)
        return output, process

    def test_ctrl_c_finishes_the_step_and_writes_everything(self):
        output, process = self.start()
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=HANG)
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
        _, errors = process.communicate(timeout=HANG)
        reported = [int(n) for n in re.findall(r"(\d+) frames on disk", errors)]
        # The kill may have come between the last segment and the index that joins it to the others.
        segments = sorted((output / "trajectory").glob("*.h5"))
        before_last = 0
        for segment in segments[:-1]:
            with h5py.File(segment) as file:
                before_last += len(file["frames"])
        with h5py.File(output / "trajectory.h5") as file:
            names = sorted(file["frames"])
            self.assertGreaterEqual(len(names), max([before_last, *reported]))
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
        process.communicate(timeout=HANG)
        # The rows are brought to the disk after the frames of a segment, of which it has at most
        # four; the segment before has its rows there.
        with h5py.File(output / "trajectory.h5") as file:
            last = file["step"][-5:][0]
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
            _, errors = process.communicate(timeout=HANG)
            self.assertIn(process.returncode, (130, -9), errors)
            self.assertIn("galet resume", galet("info", output).stdout)
            # It ends some way behind where it happened to be.
            with h5py.File(output / "trajectory.h5") as file:
                end = f"{file['time'][-1] + 1.0:.3f}"
            resumed = galet("resume", output, "--until", end)
            self.assertEqual(resumed.returncode, 0, resumed.stderr)
            self.assertIn("continuing from t =", resumed.stderr)
            whole, _ = self.run_scene(text=SHAKEN.replace("end = 2000.0", f"end = {end}"),
                                      output=f"whole-{name}")
            self.expect_same_results(whole, output)
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
        process.communicate(timeout=HANG)
        checkpoint = (output / "checkpoint.bin").read_bytes()
        scene = (output / "scene.toml").read_text()
        for content, text, words in [(checkpoint[:-9], scene, "damaged"),
                                     (b"galet-checkpoint 0" + checkpoint, scene, "another version"),
                                     (checkpoint, scene.replace("0.3", "0.4"),
                                      "has been changed")]:
            (output / "checkpoint.bin").write_bytes(content)
            (output / "checkpoint-1.bin").unlink(missing_ok=True)
            (output / "scene.toml").write_text(text)
            process = galet("resume", output)
            self.assertEqual(process.returncode, 3, process.stderr)
            self.assertIn(words, process.stderr)


    def state_of(self, folder):
        return json.loads((folder / "summary.json").read_text())["state_hash"]

    def test_a_run_in_many_short_pieces_is_the_uninterrupted_one(self):
        """As a job that is queued again whenever its time is over: every piece does a step."""
        text = SHAKEN.replace("end = 2000.0", "end = 0.06").replace("every = 0.04", "every = 0.025")
        whole, _ = self.run_scene(text=text, output="whole")
        output = self.folder / "pieces"
        process = galet("run", self.scene(text), "-o", output, "--max-wall", "1e-9")
        pieces = 1
        while process.returncode == 75:
            self.assertIn("out of time", process.stderr)
            self.assertTrue(json.loads((output / "summary.json").read_text())["interrupted"])
            process = galet("resume", output, "--max-wall", "1e-9", "--threads", 1 + pieces % 3)
            pieces += 1
        self.assertEqual(process.returncode, 0, process.stderr)
        self.assertEqual(pieces, 60)
        self.expect_same_results(whole, output)

    def test_an_extended_run_is_the_longer_one(self):
        short = SHAKEN.replace("end = 2000.0", "end = 0.31")
        for every in ("every = 0.04", "every = 0.05"):  # ends between outputs
            longer, _ = self.run_scene(text=short.replace("end = 0.31", "end = 0.5")
                                       .replace("every = 0.04", every), output=f"longer {every}")
            output, _ = self.run_scene(text=short.replace("every = 0.04", every),
                                       output=f"short {every}")
            refused = galet("resume", output, "--until", "0.3")
            self.assertEqual(refused.returncode, 2, refused.stderr)
            self.assertIn("later end", refused.stderr)
            process = galet("resume", output, "--until", "0.5")
            self.assertEqual(process.returncode, 0, process.stderr)
            self.expect_same_results(longer, output)
            self.assertEqual((output / "scene.toml").read_text(),
                             (longer / "scene.toml").read_text())

    def test_what_a_run_is_cannot_be_changed(self):
        output, _ = self.run_scene()
        for change in ("solver.tolerance=1e-3", "time.step=1e-4", "gravity=[0, 0]",
                       "output.contacts=false"):
            process = galet("resume", output, "--until", "0.3", "--set", change)
            self.assertEqual(process.returncode, 2, process.stderr)
            self.assertIn("cannot be changed", process.stderr)
        process = galet("resume", output, "--until", "0.3", "--set", "output.every=0.05")
        self.assertEqual(process.returncode, 0, process.stderr)
        with h5py.File(output / "trajectory.h5") as file:
            self.assertEqual(list(file["step"][-3:]), [200, 250, 300])

    def test_a_run_that_its_condition_ended_goes_on_with_another(self):
        text = SCENE.replace("[output]", "[stop]\nkinetic_energy = 1e9\n[output]")
        output, summary = self.run_scene(text=text)
        self.assertEqual((summary["steps"], summary["ended_by"]), (1, "kinetic_energy"))
        process = galet("resume", output, "--until", "1.0")
        self.assertEqual(process.returncode, 2, process.stderr)
        self.assertIn("stop condition", process.stderr)
        process = galet("resume", output, "--set", "stop.kinetic_energy=1e-9")
        self.assertEqual(process.returncode, 0, process.stderr)
        whole, _ = self.run_scene(text=text.replace("1e9", "1e-9"), output="whole")
        self.assertEqual(self.state_of(output), self.state_of(whole))

    def started(self, text, output):
        """A run that has its first checkpoint."""
        process = subprocess.Popen([GALET, "run", str(self.scene(text)), "-o", str(output)],
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.addCleanup(lambda: process.poll() is None and process.kill())
        self.wait_for_change(output / "checkpoint.bin", None, process)
        return process

    def content_of(self, path):
        """None while the next checkpoint takes the place of the last."""
        try:
            return path.read_bytes()
        except FileNotFoundError:
            return None

    def wait_for_change(self, path, before, process):
        """What it is then."""
        deadline = time.monotonic() + HANG
        while (content := self.content_of(path)) in (None, before):
            self.assertIsNone(process.poll(), "ended too early")
            self.assertLess(time.monotonic(), deadline)
            time.sleep(0.02)
        return content

    def test_usr1_and_the_clock_make_checkpoints_between_outputs(self):
        sparse = SHAKEN.replace("every = 0.04", "every = 7.0").replace("end = 2000.0", "end = 900.0")
        for name, text in [("usr1", sparse),
                           ("clock", sparse.replace("[output]", "[output]\ncheckpoint = "
                                                    "{every_seconds = 0.01, keep = 2}"))]:
            output = self.folder / name
            process = self.started(text, output)
            first = self.wait_for_change(output / "checkpoint.bin", None, process)
            if name == "usr1":
                process.send_signal(signal.SIGUSR1)
            self.wait_for_change(output / "checkpoint.bin", first, process)
            process.kill()
            process.communicate(timeout=HANG)
            resumed = galet("resume", output, "--max-wall", "1e-9")
            self.assertEqual(resumed.returncode, 75, resumed.stderr)
            time_text = re.search(r"continuing from t = (\S+) s", resumed.stderr).group(1)
            self.assertGreater(float(time_text), 0.0)

    def test_a_run_killed_at_its_first_step_is_resumed(self):
        text = SHAKEN.replace("end = 2000.0", "end = 0.05")
        whole, _ = self.run_scene(text=text, output="whole")
        # As a kill after the checkpoint of the start, or before it, leaves the folder.
        for name, arguments in (("start", ("--max-wall", "1e-9")), ("before", ())):
            output, _ = self.folder / name, galet("run", self.scene(text), "-o",
                                                  self.folder / name, *arguments)
            for file in ("summary.json", "picture.png", "checkpoint.bin"):
                (output / file).unlink()
            if name == "before":
                for path in output.glob("checkpoint-*.bin"):
                    path.unlink()
            resumed = galet("resume", output)
            self.assertEqual(resumed.returncode, 0, resumed.stderr)
            self.expect_same_results(whole, output)

    def test_a_damaged_checkpoint_gives_way_to_the_one_before(self):
        text = SHAKEN.replace("end = 2000.0", "end = 0.4")
        whole, _ = self.run_scene(text=text, output="whole")
        output = self.folder / "out"
        galet("run", self.scene(text), "-o", output, "--max-wall", "1e-9")
        content = bytearray((output / "checkpoint.bin").read_bytes())
        content[len(content) // 2] ^= 1
        (output / "checkpoint.bin").write_bytes(content)
        resumed = galet("resume", output)
        self.assertEqual(resumed.returncode, 0, resumed.stderr)
        self.assertIn("checksum does not fit; continuing from the checkpoint before",
                      resumed.stderr)
        self.expect_same_results(whole, output)

    def test_signals_that_stop(self):
        for kind in (signal.SIGTERM, signal.SIGHUP):
            output = self.folder / kind.name
            process = self.started(LONG, output)
            process.send_signal(kind)
            _, errors = process.communicate(timeout=HANG)
            self.assertEqual(process.returncode, 130, errors)
            self.assertIn("galet resume", errors)


if __name__ == "__main__":
    assert os.path.exists(GALET)
    unittest.main()
