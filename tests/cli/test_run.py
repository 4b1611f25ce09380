"""`galet run`, `info` and the files they write and read."""

import csv
import fcntl
import json
import math
import os
import pathlib
import pty
import re
import struct
import subprocess
import sys
import termios
import unittest

import h5py
import numpy as np

from support import GALET, SCENE, SOURCE, CliTest, galet

SUMMARY_KEYS = {
    "": "title dimension bodies steps time_end wall_seconds cpu_seconds peak_memory_bytes phases "
        "contacts solver energy penetration state_hash version threads warnings",
    "phases": "predict detect pose solve advance observe",
    "contacts": "mean max last active_mean active_max active_last",
    "solver": "name iterations_total iterations_max residual_velocity_max residual_relative_max "
              "unconverged_steps",
    "energy": "kinetic_first kinetic_last potential_first potential_last stored_first stored_last "
              "work_external work_boundaries dissipated correction balance_error_relative",
    "penetration": "max max_relative",
}


class RunTest(CliTest):
    def test_summary_has_the_promised_keys_and_a_closed_energy_budget(self):
        _, summary = self.run_scene()
        for table, keys in SUMMARY_KEYS.items():
            part = summary[table] if table else summary
            self.assertLessEqual(set(keys.split()), set(part), table)
        self.assertEqual(summary["bodies"], 12)
        self.assertEqual(summary["steps"], 200)
        self.assertEqual(summary["solver"]["unconverged_steps"], 0)
        energy = summary["energy"]
        gained = (energy["kinetic_last"] + energy["potential_last"] - energy["kinetic_first"]
                  - energy["potential_first"])
        explained = (energy["work_external"] + energy["work_boundaries"] - energy["dissipated"]
                     + energy["correction"])
        # 200 steps of sums over a few dozen terms: some hundreds of round-offs at most.
        scale = energy["potential_first"] - energy["potential_last"] + energy["dissipated"]
        self.assertLess(abs(gained - explained), 1e-12 * scale)
        self.assertLess(energy["balance_error_relative"], 1e-12)

    def test_series_has_a_row_per_output(self):
        folder, summary = self.run_scene()
        with open(folder / "series.csv", newline="") as file:
            rows = list(csv.DictReader(file))
        self.assertEqual(len(rows), 21)
        self.assertEqual([int(row["step"]) for row in rows], list(range(0, 201, 10)))
        self.assertEqual(float(rows[-1]["kinetic"]), summary["energy"]["kinetic_last"])
        self.assertEqual(sum(int(row["iterations"]) for row in rows),
                         summary["solver"]["iterations_total"])

    def test_h5py_sees_one_trajectory_and_its_momentum_balances(self):
        folder, _ = self.run_scene("--set", "output.every=1e-3")
        with h5py.File(folder / "trajectory.h5") as file:
            names = sorted(file["frames"])
            self.assertEqual(len(names), 201)
            for before, after in zip(names[:-1], names[1:]):
                a, b = file["frames"][before], file["frames"][after]
                contacts = b["contacts"]
                impulse = np.einsum("ckd,ck->cd", contacts["frame"][:], contacts["impulse"][:])
                body_a, body_b = contacts["body_a"][:], contacts["body_b"][:]
                change = np.zeros((12, 2))
                np.add.at(change, body_b, impulse)
                inner = body_a >= 0
                np.add.at(change, body_a[inner], -impulse[inner])
                mass = b["mass"][:][:, None]
                momentum = mass * (b["velocity"][:] - a["velocity"][:])
                weight = mass * np.array([0, -9.81]) * 1e-3
                np.testing.assert_allclose(momentum, weight + change, rtol=0,
                                           atol=1e-12 * np.abs(weight).sum())

    def test_the_stored_scene_gives_the_same_run(self):
        folder, first = self.run_scene()
        again = self.folder / "again"
        process = galet("run", folder / "scene.toml", "-o", again)
        self.assertEqual(process.returncode, 0, process.stderr)
        _, second = self.run_scene(output="third")
        self.assertIn(first["state_hash"], (again / "summary.json").read_text())
        self.assertEqual(first["state_hash"], second["state_hash"])

    def test_the_number_of_threads_does_not_change_a_bit(self):
        hashes = {self.run_scene("--threads", n, output=f"t{n}")[1]["state_hash"]
                  for n in (1, 2, 4, 7)}
        self.assertEqual(len(hashes), 1)

    def test_results_are_not_overwritten_unless_asked(self):
        folder, first = self.run_scene()
        refused = galet("run", self.scene(), "-o", folder)
        self.assertEqual(refused.returncode, 2)
        self.assertIn("--overwrite", refused.stderr)
        self.assertIn(first["state_hash"], (folder / "summary.json").read_text())
        self.run_scene("--overwrite", "--set", "seed=2")
        self.assertNotIn(first["state_hash"], (folder / "summary.json").read_text())

    def test_vtk_files_hold_all_grains(self):
        folder, _ = self.run_scene("--vtk")
        grains = sorted((folder / "vtk").glob("grains_*.vtp"))
        self.assertEqual(len(grains), 21)
        self.assertIn(b'NumberOfPoints="12"', grains[-1].read_bytes())
        collection = next(folder.rglob("grains.pvd")).read_text()
        self.assertEqual(collection.count("<DataSet"), 21)

    def test_strict_makes_a_missed_tolerance_an_error(self):
        missed = ["--set", "solver.max_iterations=1", "--set", "solver.tolerance=1e-15"]
        _, summary = self.run_scene(*missed)
        self.assertGreater(summary["solver"]["unconverged_steps"], 0)
        process = galet("run", self.scene(), "-o", self.folder / "strict", "--strict", *missed)
        self.assertEqual(process.returncode, 1)
        self.assertIn("missed the tolerance", process.stderr)

    def test_bodies_without_room_are_told(self):
        # A disc of 0.1 m between walls at a distance of 0.08 m.
        tight = """
title = "tight"
dimension = 2
overlap_tolerance = 1
[[material]]
name = "steel"
density = 7800
[[bodies]]
kind = "list"
position = [[0.05, 0]]
radius = 0.05
[[boundary]]
kind = "plane"
point = [0, 0]
normal = [1, 0]
[[boundary]]
kind = "plane"
point = [0.08, 0]
normal = [-1, 0]
[time]
step = 1e-3
end = 0.05
"""
        process = galet("run", self.scene(tight), "-o", self.folder / "tight")
        self.assertEqual(process.returncode, 0, process.stderr)
        self.assertRegex(process.stderr, "overlap by up to [0-9.]+ % of the smaller radius")
        self.assertNotIn("overlap by", galet("run", self.scene(), "-o", self.folder / "free").stderr)

    def test_progress_is_plain_lines_without_a_terminal_and_nothing_when_quiet(self):
        process = galet("run", self.scene(), "-o", self.folder / "a")
        self.assertIn("100.0 %", process.stderr)
        self.assertNotIn("\r", process.stderr)
        self.assertIn("energy balance error", process.stdout)
        quiet = galet("run", self.scene(), "-o", self.folder / "b", "--quiet")
        self.assertEqual((quiet.stdout, quiet.stderr), ("", ""))

    def test_the_last_line_counts_all_frames(self):
        # Segments of four frames: the last one, of the frame 20 alone, is closed when the run is over.
        process = galet("run", self.scene(), "-o", self.folder / "a")
        self.assertIn("21 frames on disk", process.stderr.splitlines()[-1])
        self.assertRegex(process.stderr.splitlines()[-1], "^100.0 %")

    def test_progress_fits_into_the_terminal(self):
        for columns in (20, 40, 80, 119, 200):
            with self.subTest(columns=columns):
                lines = self.lines_on_terminal(columns, self.folder / f"w{columns}")
                self.assertTrue(lines)
                self.assertLess(max(map(len, lines)), columns)
                self.assertIn("100.0 %", lines[-1])
        self.assertIn("21 frames on disk", lines[-1])

    def lines_on_terminal(self, columns, folder):
        """What `galet run` writes over each other in the line of its bar."""
        master, terminal = pty.openpty()
        fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
        with subprocess.Popen([GALET, "run", str(self.scene()), "-o", str(folder)], stderr=terminal,
                              stdout=subprocess.DEVNULL) as process:
            os.close(terminal)
            text = b""
            while True:
                try:
                    part = os.read(master, 4096)
                except OSError:  # the program has ended
                    break
                if not part:
                    break
                text += part
            self.assertEqual(process.wait(), 0)
        os.close(master)
        return [line.replace("\x1b[K", "").rstrip("\r\n")
                for line in re.split("\r(?!\n)", text.decode()) if line.strip()]

    def test_active_contacts_are_told_apart_from_candidates(self):
        process = galet("run", self.scene(SCENE.replace("end = 0.2", "end = 0.5")), "-o", self.folder / "a")
        contacts = json.loads((self.folder / "a" / "summary.json").read_text())["contacts"]
        self.assertLess(contacts["active_mean"], contacts["mean"])
        self.assertLessEqual(contacts["active_max"], contacts["max"])
        with h5py.File(self.folder / "a" / "trajectory.h5") as file:
            last = file["frames"][sorted(file["frames"])[-1]]
            self.assertEqual(contacts["active_last"], np.count_nonzero(last["contacts/status"][:]))
            self.assertEqual(contacts["last"], len(last["contacts/status"]))
        self.assertIn(f"{contacts['active_mean']:.1f} on average, {contacts['active_max']} at most", process.stdout)

    def test_times_are_round(self):
        # 600 steps of 1e-4 s are 0.060000000000000005 as a product.
        folder, _ = self.run_scene("--set", "time.step=1e-4", "--vtk", text=SCENE + '[[observe]]\nkind = "packing"\n'
                                   'region = {low = [0, 0], high = [0.6, 2]}\n')
        for name in ("series.csv", "observe/packing.csv"):
            with open(folder / name, newline="") as file:
                times = [row["time"] for row in csv.DictReader(file)]
            self.assertIn("0.06", times)
            self.assertLessEqual(max(map(len, times)), len("0.06"))
        self.assertIn('timestep="0.06"', (folder / "grains.pvd").read_text())

    def test_vtk_files_hold_walls_and_groups(self):
        folder, _ = self.run_scene("--vtk", text=SCENE.replace("radius = 0.05", 'radius = 0.05\ngroup = "discs"'))
        self.assertIn(b'Name="group"', (folder / "vtk" / "grains_000020.vtp").read_bytes())
        self.assertEqual((folder / "walls.pvd").read_text().count("<DataSet"), 21)
        walls = (folder / "vtk" / "walls_000020.vtp").read_bytes()
        self.assertIn(b'NumberOfLines="4"', walls)  # the sides of the box
        # Exported afterwards they are the same.
        process = galet("export", folder, "--vtk", "--frame", "-1", "-o", self.folder / "later")
        self.assertEqual(process.returncode, 0, process.stderr)
        self.assertEqual((self.folder / "later" / "vtk" / "walls_000020.vtp").read_bytes(), walls)
        scene = folder / "scene.toml"
        scene.write_text(scene.read_text() + '[[boundary]]\nkind = "plane"\npoint = [0, 0]\nnormal = [0, 1]\n')
        process = galet("export", folder, "--vtk", "--frame", "-1", "-o", self.folder / "later")
        self.assertEqual(process.returncode, 3, process.stderr)
        self.assertIn("scene.toml: had", process.stderr)
        # What no manifest lists is compared with the frames.
        (folder / "manifest.json").unlink()
        process = galet("export", folder, "--vtk", "--frame", "-1", "-o", self.folder / "later")
        self.assertEqual(process.returncode, 2, process.stderr)
        self.assertIn("has been changed since the run", process.stderr)

    def test_info_tells_what_a_run_left(self):
        folder, summary = self.run_scene()
        process = galet("info", folder)
        self.assertEqual(process.returncode, 0, process.stderr)
        self.assertIn("small box", process.stdout)
        self.assertIn(summary["state_hash"], process.stdout)
        self.assertIn("21, t = 0 … 0.2 s", process.stdout)
        self.assertEqual(galet("info", self.folder / "nowhere").returncode, 2)

    def test_weight_on_the_floor_of_a_settled_box(self):
        # e = 0 and friction: after 2 s the twelve discs rest, so the impulses on the floor carry
        # their weight; what remains of their motion is a bounded part of g.
        folder, summary = self.run_scene("--set", "solver.tolerance=1e-6", text=SCENE.replace("end = 0.2", "end = 2.0"))
        with h5py.File(folder / "trajectory.h5") as file:
            last = file["frames"][sorted(file["frames"])[-1]]
            contacts = last["contacts"]
            walls = contacts["body_a"][:] < 0
            impulse = np.einsum("ckd,ck->cd", contacts["frame"][:], contacts["impulse"][:])
            weight = last["mass"][:].sum() * 9.81
        self.assertLess(summary["energy"]["kinetic_last"], 1e-6 * weight * 0.05)
        self.assertAlmostEqual(impulse[walls].sum(axis=0)[1] / 1e-3 / weight, 1.0, delta=1e-4)
        self.assertTrue(math.isfinite(summary["penetration"]["max"]))

    def test_disk_failure_is_reported(self):
        blocked = self.folder / "file"
        blocked.write_text("not a folder")
        process = galet("run", self.scene(), "-o", blocked / "below")
        self.assertEqual(process.returncode, 3, process.stderr)
        self.assertIn(str(blocked), process.stderr)


class PythonExampleTest(CliTest):
    def test_reading_example_runs(self):
        script = SOURCE / "tests" / "python" / "read_trajectory.py"
        folder, _ = self.run_scene()
        process = subprocess.run([sys.executable, str(script), str(folder)], text=True,
                                 capture_output=True, check=False)
        self.assertEqual(process.returncode, 0, process.stderr)


if __name__ == "__main__":
    assert pathlib.Path(SOURCE).is_dir()
    unittest.main()
