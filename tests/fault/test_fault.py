"""The program is killed at, or fails in, every operation on its files, one after the other: whatever
is left is resumed, and the results are those of a run that nothing happened to.

FAULT_KILLS random kills by the clock (50; `make soak`: thousands) come on top.
"""

import json
import os
import pathlib
import random
import resource
import shutil
import signal
import subprocess
import tempfile
import time
import unittest

import h5py
import numpy as np

GALET = os.environ["GALET"]
LIBRARY = os.environ["GALET_FAULT"]
KILLS = int(os.environ.get("FAULT_KILLS", "50"))

# Few operations, and all kinds of files: frames in several segments, a table of an observer, and an
# end between outputs.
SCENE = """\
title = "few operations"
dimension = 2
gravity = [0, -9.81]
[[material]]
name = "glass"
density = 2600
[[bodies]]
kind = "lattice"
origin = [0.1, 0.1]
pitch = 0.11
count = [3, 2]
jitter = 0.004
radius = 0.05
[[boundary]]
kind = "box"
low = [0, 0]
high = [0.6, 2]
[time]
step = 1e-3
end = 0.035
[output]
every = 0.02
frames_per_segment = 2
[[observe]]
kind = "energy"
every = 0.01
"""


def galet(*arguments, fault=None, **options):
    environment = dict(os.environ)
    if fault:
        environment["LD_PRELOAD"] = LIBRARY
        environment.update({f"GALET_FAULT_{key}": str(value) for key, value in fault.items()})
    return subprocess.run([GALET, *map(str, arguments)], text=True, capture_output=True,
                          env=environment, timeout=1200, check=False, **options)


def rows_without_seconds(path):
    rows = [line.split(",") for line in path.read_text().splitlines()]
    kept = [k for k, name in enumerate(rows[0]) if not name.startswith("seconds_")]
    return [[row[k] for k in kept] for row in rows]


class FaultTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.temporary = tempfile.TemporaryDirectory()
        cls.folder = pathlib.Path(cls.temporary.name)
        cls.scene = cls.folder / "few.toml"
        cls.scene.write_text(SCENE)
        cls.whole = cls.folder / "whole"
        process = galet("run", cls.scene, "-o", cls.whole, "--quiet")
        assert process.returncode == 0, process.stderr
        cls.counts = {}

    @classmethod
    def tearDownClass(cls):
        print(f"\nfaults: {cls.counts}")
        cls.temporary.cleanup()

    def count(self, kind):
        self.counts[kind] = self.counts.get(kind, 0) + 1

    def fault(self, folder, at=0, mode="kill"):
        return {"FOLDER": folder, "AT": at, "MODE": mode, "COUNT": self.folder / "count"}

    def operations(self, command, folder, mode="kill"):
        """How many there are without a fault."""
        process = galet(*command, fault=self.fault(folder, mode=mode))
        self.assertEqual(process.returncode, 0, process.stderr)
        total = int((self.folder / "count").read_text())
        self.assertGreater(total, 20)  # or the library does not see them
        return total

    def run_command(self, folder):
        return "run", self.scene, "-o", folder, "--quiet", "--threads", "1"

    def expect_whole(self, folder, what):
        summary, other = (json.loads((f / "summary.json").read_text())
                          for f in (self.whole, folder))
        self.assertEqual(summary["state_hash"], other["state_hash"], what)
        for name in ("series.csv", "observe/energy.csv"):
            self.assertEqual(rows_without_seconds(self.whole / name),
                             rows_without_seconds(folder / name), what)
        with h5py.File(self.whole / "trajectory.h5") as a, h5py.File(folder / "trajectory.h5") as b:
            self.assertEqual(list(a["frames"]), list(b["frames"]), what)
            for name in a["frames"]:
                np.testing.assert_array_equal(a["frames"][name]["position"][:],
                                              b["frames"][name]["position"][:])
        with h5py.File(self.whole / "observe.h5") as a, h5py.File(folder / "observe.h5") as b:
            np.testing.assert_array_equal(a["energy/kinetic"][:], b["energy/kinetic"][:])
        self.assertTrue((folder / "picture.png").exists(), what)
        self.assertEqual(list(folder.rglob("*.part")), [], what)
        self.assertEqual([f.name for f in sorted(folder.glob("checkpoint*"))], ["checkpoint-1.bin", "checkpoint.bin"], what)
        process = galet("verify", folder)
        self.assertEqual(process.returncode, 0, f"{what}: {process.stderr}")

    def finish(self, folder, what):
        """As a user does: what is left is intact so far, and is continued."""
        if not (folder / "scene.toml").exists():
            process = galet("run", self.scene, "-o", folder, "--quiet", "--overwrite")
        else:
            process = galet("verify", folder)
            self.assertIn(process.returncode, (0, 1), f"{what}: {process.stderr}")
            process = galet("resume", folder, "--quiet")
            # Everything was done but the last checkpoint.
            if process.returncode == 2 and "has ended" in process.stderr:
                return
        self.assertEqual(process.returncode, 0, f"{what}: {process.stderr}")

    def test_killed_at_every_operation_of_a_run(self):
        output = self.folder / "out"
        total = self.operations(self.run_command(output), output)
        shutil.rmtree(output)
        self.assertLessEqual(total, 200)
        for mode, stride in (("kill", 1), ("tear", 4)):
            for at in range(1, total + 1, stride):
                what = f"{mode} at operation {at} of {total}"
                process = galet(*self.run_command(output), fault=self.fault(output, at, mode))
                self.assertEqual(process.returncode, -signal.SIGKILL, what)
                self.finish(output, what)
                self.expect_whole(output, what)
                shutil.rmtree(output)
                self.count(f"{mode} in run")

    def killed_in_the_middle(self, output):
        process = galet("run", self.scene, "-o", output, "--quiet", "--max-wall", "1e-9")
        self.assertEqual(process.returncode, 75, process.stderr)

    def test_killed_at_every_operation_of_a_resume(self):
        half = self.folder / "half"
        output = self.folder / "resumed"
        self.killed_in_the_middle(half)
        shutil.copytree(half, output)
        command = ("resume", output, "--quiet", "--threads", "1")
        total = self.operations(command, output)
        self.assertLessEqual(total, 200)
        for at in range(1, total + 1):
            what = f"kill at operation {at} of {total} of a resume"
            shutil.rmtree(output)
            shutil.copytree(half, output)
            process = galet(*command, fault=self.fault(output, at))
            self.assertEqual(process.returncode, -signal.SIGKILL, what)
            self.finish(output, what)
            self.expect_whole(output, what)
            self.count("kill in resume")

    def test_operations_fail_once_and_from_then_on(self):
        output = self.folder / "failed"
        total = self.operations(self.run_command(output), output)
        shutil.rmtree(output)
        for mode, stride in (("ENOSPC", 3), ("EIO", 7), ("ENOSPC+", 7)):
            for at in range(1, total + 1, stride):
                what = f"{mode} at operation {at} of {total}"
                process = galet(*self.run_command(output), fault=self.fault(output, at, mode))
                self.assertIn(process.returncode, (0, 3), f"{what}: {process.stderr}")
                if process.returncode == 3:
                    self.assertIn("cannot", process.stderr, what)
                    self.assertNotIn("internal error", process.stderr, what)
                    # What can still be removed is.
                    self.assertTrue(mode != "ENOSPC" or not (output / "checkpoint-new.bin").exists(), what)
                output.mkdir(exist_ok=True)
                self.finish(output, what)
                self.expect_whole(output, what)
                shutil.rmtree(output)
                self.count(mode)

    def test_killed_at_random(self):
        generator = random.Random(1)
        output = self.folder / "random"
        for _ in range(KILLS):
            # Until it gets through: again and again from where it was.
            process = subprocess.Popen([GALET, *map(str, self.run_command(output))],
                                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            time.sleep(generator.uniform(0.0, 0.05))
            process.kill()
            process.wait()
            output.mkdir(exist_ok=True)
            self.finish(output, "random kill")
            self.expect_whole(output, "random kill")
            shutil.rmtree(output)
            self.count("random kill")

    def test_on_a_small_disk(self):
        """A limit of file size, from nothing to enough."""
        output = self.folder / "disk"
        for kilobytes in (1, 2, 4, 8, 16, 32, 64):
            limit = lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (kilobytes << 10,) * 2)
            process = galet(*self.run_command(output), preexec_fn=limit)
            self.assertIn(process.returncode, (0, 3), process.stderr)
            output.mkdir(exist_ok=True)
            self.finish(output, f"{kilobytes} kB")
            self.expect_whole(output, f"{kilobytes} kB")
            shutil.rmtree(output)
            self.count("file size")

    def test_with_little_memory(self):
        """A limit of address space, from about what the program itself takes to enough: it says that memory is out, or
        ends well; it never hangs. Below, OpenBLAS ends the process before it begins."""
        output = self.folder / "memory"
        codes = set()
        for megabytes in (100, 120, 150, 200, 300, 600, 1200):
            limit = lambda: resource.setrlimit(resource.RLIMIT_AS, (megabytes << 20,) * 2)
            process = galet(*self.run_command(output), preexec_fn=limit)
            codes.add(process.returncode)
            self.assertIn(process.returncode, (0, 3), f"{megabytes} MB: {process.stderr}")
            if process.returncode == 3:
                self.assertIn("out of memory", process.stderr, f"{megabytes} MB")
            output.mkdir(exist_ok=True)
            self.finish(output, f"{megabytes} MB")
            self.expect_whole(output, f"{megabytes} MB")
            shutil.rmtree(output)
            self.count("address space")
        self.assertIn(0, codes)

    def test_memory_ends_at_the_nth_allocation(self):
        """Allocations of any size fail, one after the other."""
        output = self.folder / "allocation"
        total = self.operations(self.run_command(output), output, "NOMEM")
        shutil.rmtree(output)
        stride = max(1, total // 20)
        for at in range(1, total + 1, stride):
            what = f"allocation {at} of {total}"
            process = galet(*self.run_command(output), fault=self.fault(output, at, "NOMEM"))
            # Destructors of nlohmann::json allocate, and take a value that got no memory for an object (3.11): where
            # that fails the process is aborted, whatever the library of C++ says then, or reads address 0. It can be resumed.
            self.assertIn(process.returncode, (0, 3, -signal.SIGABRT, -signal.SIGSEGV), f"{what}: {process.stderr}")
            if process.returncode == 3:
                self.assertIn("cannot continue", process.stderr, what)
            output.mkdir(exist_ok=True)
            self.finish(output, what)
            self.expect_whole(output, what)
            shutil.rmtree(output)
            self.count("allocation")

    # A study and its runs, each killed at the same number of its own operations: both go on.
    def test_a_study_killed_in_its_operations(self):
        study = self.folder / "study.toml"
        study.write_text('title = "two"\nscene = "few.toml"\nreplicas = 2\n'
                         'figure = [{kind = "summary", key = "energy.dissipated"}]\n')

        def command(folder):
            return "study", study, "-o", folder, "--quiet", "--jobs", "2"

        whole = self.folder / "study"
        total = self.operations(command(whole), whole)
        table = (whole / "table.csv").read_text()
        # Every operation of the study itself up to the first runs, and some of those after it.
        for at in sorted({*range(1, 12), *range(12, total, max(1, total // 12))}):
            output = self.folder / f"study-{at}"
            process = galet(*command(output), fault=self.fault(output, at))
            what = f"killed at operation {at} of {total}"
            self.assertNotEqual(process.returncode, 0, what)
            process = galet(*command(output))
            self.assertEqual(process.returncode, 0, f"{what}: {process.stderr}")
            self.assertEqual((output / "table.csv").read_text(), table, what)
            self.assertEqual(list(output.rglob("*.part")), [], what)
            for run in (output / "runs").iterdir():
                self.assertEqual(galet("verify", run).returncode, 0, what)
            shutil.rmtree(output)
            self.count("study, killed")


if __name__ == "__main__":
    unittest.main()
