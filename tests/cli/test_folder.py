"""A folder of results has one owner, who removes nothing that is not a run's."""

import json
import os
import shutil
import signal
import subprocess
import time
import unittest

import h5py

from support import GALET, HANG, SCENE, CliTest, galet

LONG = SCENE.replace("end = 0.2", "end = 2000.0")


class FolderTest(CliTest):
    def start(self, *arguments, text=LONG, cwd=None):
        process = subprocess.Popen([GALET, "run", str(self.scene(text)), *map(str, arguments)],
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                                   cwd=cwd)
        self.addCleanup(lambda: process.poll() is None and process.kill())
        return process

    def wait_for(self, path, process):
        deadline = time.monotonic() + HANG
        while not path.exists():
            self.assertIsNone(process.poll(), "ended too early")
            self.assertLess(time.monotonic(), deadline)
            time.sleep(0.02)

    def expect_whole(self, folder):
        """One run, not pieces of two."""
        summary = json.loads((folder / "summary.json").read_text())
        rows = (folder / "series.csv").read_text().splitlines()
        with h5py.File(folder / "trajectory.h5") as file:
            self.assertEqual(len(file["frames"]), len(rows) - 1)
            self.assertEqual(file["step"][-1], summary["steps"])
            for name in file["frames"]:
                self.assertEqual(file["frames"][name]["position"].shape, (12, 2))
        self.assertEqual(galet("info", folder).returncode, 0)

    def test_a_live_run_is_not_overwritten_nor_resumed(self):
        output = self.folder / "out"
        process = self.start("-o", output)
        self.wait_for(output / "checkpoint.bin", process)
        refused = galet("run", self.scene(), "-o", output, "--overwrite")
        self.assertEqual(refused.returncode, 2, refused.stderr)
        self.assertIn("another process is writing", refused.stderr)
        refused = galet("resume", output)
        self.assertEqual(refused.returncode, 3, refused.stderr)
        self.assertIn("another process is writing", refused.stderr)
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=HANG)
        self.assertEqual(process.returncode, 130, errors)
        self.expect_whole(output)

    def test_of_runs_that_start_at_once_one_has_the_folder(self):
        output = self.folder / "out"
        self.run_scene()
        for _ in range(5):
            processes = [self.start("-o", output, "--overwrite", text=SCENE) for _ in range(3)]
            codes = []
            for process in processes:
                _, errors = process.communicate(timeout=HANG)
                codes.append(process.returncode)
                self.assertIn(process.returncode, (0, 2), errors)
            self.assertIn(0, codes)
            self.expect_whole(output)

    def test_runs_without_a_folder_find_one_each(self):
        processes = [self.start(text=SCENE, cwd=self.folder) for _ in range(3)]
        for process in processes:
            _, errors = process.communicate(timeout=HANG)
            self.assertEqual(process.returncode, 0, errors)
        for name in ("scene", "scene-2", "scene-3"):
            self.expect_whole(self.folder / "results" / name)

    def test_what_no_run_made_stays(self):
        scene = self.scene()
        (self.folder / "vtk").mkdir()
        (self.folder / "vtk" / "mine.vtp").write_text("mine")
        for arguments in ((), ("--overwrite",)):
            process = galet("run", scene, "-o", ".", *arguments, cwd=self.folder)
            self.assertEqual(process.returncode, 2, process.stderr)
        self.assertIn("no manifest.json of a run", process.stderr)
        self.assertEqual(scene.read_text(), SCENE)
        self.assertEqual((self.folder / "vtk" / "mine.vtp").read_text(), "mine")

    def test_overwriting_leaves_files_of_others_in_the_folder_of_a_run(self):
        output, _ = self.run_scene("--vtk", "--set", "output.every=0.001")
        mine = [output / name for name in ("notes.txt", "vtk/mine.vtp", "observe/mine.csv",
                                           "trajectory/mine.h5")]
        for path in mine:
            path.parent.mkdir(exist_ok=True)
            path.write_text("mine")
        (output / "trajectory" / "mine.h5").rename(output / "trajectory" / "mine.hdf")
        mine[-1] = output / "trajectory" / "mine.hdf"
        self.run_scene("--overwrite")
        for path in mine:
            self.assertEqual(path.read_text(), "mine")
        self.assertFalse((output / "vtk" / "grains_000000.vtp").exists())
        self.assertFalse((output / "grains.pvd").exists())
        self.expect_whole(output)

    def test_the_run_that_a_scene_starts_from_is_not_overwritten(self):
        output, summary = self.run_scene()
        text = SCENE.replace('kind = "lattice"', 'kind = "run"\nfolder = "out"')
        for line in ("origin = [0.1, 0.1]", "pitch = 0.11", "count = [4, 3]", "jitter = 0.004",
                     "radius = 0.05"):
            text = text.replace(line + "\n", "")
        process = galet("run", self.scene(text, "next.toml"), "-o", output, "--overwrite")
        self.assertEqual(process.returncode, 2, process.stderr)
        self.assertIn("the run that the scene starts from", process.stderr)
        self.assertEqual(json.loads((output / "summary.json").read_text()), summary)

    def test_links_are_not_followed(self):
        output, _ = self.run_scene()
        mine = self.folder / "mine.txt"
        mine.write_text("mine")
        for name in ("series.csv", "scene.toml.part", "trajectory.h5.part", "summary.json"):
            (output / name).unlink(missing_ok=True)
            (output / name).symlink_to(mine)
        self.run_scene("--overwrite")
        self.assertEqual(mine.read_text(), "mine")
        self.expect_whole(output)

    def test_a_folder_that_vanishes_ends_the_run(self):
        output = self.folder / "out"
        process = self.start("-o", output)
        self.wait_for(output / "checkpoint.bin", process)
        # Renamed, for a folder cannot be removed while files are made in it.
        os.rename(output, self.folder / "elsewhere")
        _, errors = process.communicate(timeout=HANG)
        self.assertEqual(process.returncode, 3, errors)
        self.assertNotIn("internal error", errors)
        self.assertRegex(errors, "has been removed or replaced|No such file")

    def test_killed_before_the_last_checkpoint_resume_finishes(self):
        output, summary = self.run_scene()
        whole = (output / "picture.png").read_bytes()
        for missing in (("checkpoint.bin",), ("checkpoint.bin", "summary.json"),
                        ("checkpoint.bin", "summary.json", "picture.png")):
            again = self.folder / f"again-{len(missing)}"
            shutil.copytree(output, again)
            for name in missing:
                (again / name).unlink()
            process = galet("resume", again)
            self.assertEqual(process.returncode, 0, process.stderr)
            self.expect_whole(again)
            self.assertEqual(json.loads((again / "summary.json").read_text())["state_hash"],
                             summary["state_hash"])
            self.assertEqual((again / "picture.png").read_bytes(), whole)
            self.assertEqual(galet("resume", again).returncode, 2)


if __name__ == "__main__":
    unittest.main()
