"""Observers, `galet converge`, `galet export` and the examples that read results."""

import csv
import json
import signal
import subprocess
import sys
import time
import unittest

import h5py
import numpy as np

from support import GALET, HANG, SCENE, SOURCE, CliTest, galet

OBSERVERS = """
[[observe]]
kind = "energy"
[[observe]]
kind = "coordination"
[[observe]]
kind = "fabric"
[[observe]]
kind = "stress"
region = {low = [0, 0], high = [0.6, 0.3]}
[[observe]]
kind = "packing"
region = {center = [0.3, 0.1], radius = 0.1}
[[observe]]
kind = "profile"
grid = {low = [0, 0], high = [0.6, 0.6], cells = [1, 6]}
every = 0.05
[[observe]]
kind = "stress-profile"
grid = {low = [0, 0], high = [0.6, 0.6], cells = [1, 6]}
every = 0.05
[[observe]]
kind = "wall-forces"
name = "walls"
[[observe]]
kind = "force-distribution"
bins = 10
[[observe]]
kind = "force-chains"
[[observe]]
kind = "surface"
[[observe]]
kind = "runout"
[[observe]]
kind = "flow"
point = [0.3, 0.15]
normal = [0, -1]
[[observe]]
kind = "displacement"
[[observe]]
kind = "segregation"
radius = 0.05
grid = {low = [0, 0], high = [0.6, 0.6], cells = [2, 2]}
"""


def rows_of(path):
    with open(path, newline="") as file:
        return list(csv.DictReader(file))


class ObserveTest(CliTest):
    def test_every_kind_writes_the_same_rows_as_csv_and_hdf5(self):
        folder, summary = self.run_scene(text=SCENE + OBSERVERS)
        described = json.loads((folder / "observe" / "observers.json").read_text())
        self.assertEqual(len(described), 15)
        with h5py.File(folder / "observe.h5") as file:
            self.assertEqual(set(file), set(described))
            for name, table in described.items():
                rows = rows_of(folder / "observe" / table["file"])
                self.assertGreater(len(rows), 1, name)
                self.assertEqual(list(rows[0]), [column["name"] for column in table["columns"]])
                self.assertEqual(file[name].attrs["kind"].decode(), table["kind"])
                for column in table["columns"]:
                    stored = file[name][column["name"]]
                    self.assertEqual(stored.attrs["unit"].decode(), column["unit"])
                    np.testing.assert_array_equal(stored[:],
                                                  [float(row[column["name"]]) for row in rows])
                self.assertEqual(float(rows[-1]["step"]), summary["steps"])
        energy = rows_of(folder / "observe" / "energy.csv")
        self.assertEqual(float(energy[-1]["kinetic"]), summary["energy"]["kinetic_last"])
        self.assertEqual(len(energy), 21)
        profile = rows_of(folder / "observe" / "profile.csv")
        self.assertEqual(len(profile), 5 * 6)  # every 0.05 s, one row per cell
        self.assertIn("observers             coordination, displacement, energy,",
                      galet("info", folder).stdout)
        _, bare = self.run_scene(output="bare")
        self.assertEqual(summary["state_hash"], bare["state_hash"])

    def test_rows_do_not_depend_on_the_number_of_threads(self):
        one, _ = self.run_scene("--threads", 1, text=SCENE + OBSERVERS, output="one")
        four, _ = self.run_scene("--threads", 4, text=SCENE + OBSERVERS, output="four")
        tables = sorted((one / "observe").glob("*.csv"))
        self.assertEqual(len(tables), 15)
        for table in tables:
            self.assertEqual(table.read_bytes(), (four / "observe" / table.name).read_bytes())

    def test_weight_of_settled_discs(self):
        text = SCENE.replace("end = 0.2", "end = 2.0") + OBSERVERS
        folder, summary = self.run_scene("--set", "solver.tolerance=1e-6", text=text)
        walls = rows_of(folder / "observe" / "walls.csv")
        with h5py.File(folder / "trajectory.h5") as file:
            mass = file["frames/000000/mass"][:].sum()
        # At rest but for 1e-4 of the weight, as test_run has it.
        self.assertAlmostEqual(-float(walls[-1]["force_y"]) / (9.81 * mass), 1.0, delta=1e-4)
        self.assertEqual(summary["bodies"], 12)

    def test_refused_observers_name_their_line(self):
        process = galet("check", self.scene(SCENE + '[[observe]]\nkind = "stres"\n'))
        self.assertEqual(process.returncode, 2)
        self.assertIn('did you mean "stress"?', process.stderr)
        outside = '[[observe]]\nkind = "stress"\nregion = {low = [1, 0], high = [2, 1]}\n'
        process = galet("check", self.scene(SCENE + outside))
        self.assertEqual(process.returncode, 2)
        self.assertRegex(process.stderr, r"scene\.toml:\d+:\d+: .*lies behind boundary")

    def test_kill_loses_no_row(self):
        text = SCENE.replace("end = 0.2", "end = 2000.0") + OBSERVERS
        output = self.folder / "out"
        process = subprocess.Popen([GALET, "run", str(self.scene(text)), "-o", str(output)],
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        path = output / "observe" / "energy.csv"
        deadline = time.monotonic() + HANG
        while not path.exists() or path.read_text().count("\n") < 30:
            self.assertIsNone(process.poll(), "ended too early")
            self.assertLess(time.monotonic(), deadline)
            time.sleep(0.02)
        seen = path.read_text().count("\n")
        process.send_signal(signal.SIGKILL)
        process.communicate(timeout=HANG)
        self.assertGreaterEqual(path.read_text().count("\n"), seen)
        with h5py.File(output / "observe.h5") as file:
            self.assertEqual(len(file), 15)


class ConvergeTest(CliTest):
    def test_order_of_free_fall(self):
        scene = self.scene(SCENE.replace("end = 0.2", "end = 0.04").replace("every = 0.01", ""))
        out = self.folder / "study"
        process = galet("converge", scene, "--steps", "4e-3,2e-3,1e-3", "--set", "scheme.theta=1",
                        "--set", "scheme.normal=\"velocity\"",
                        "--set", "bodies[0].jitter=0.004", "--reference", "free-flight", "-o", out)
        self.assertEqual(process.returncode, 0, process.stderr)
        rows = rows_of(out / "converge.csv")
        self.assertEqual([float(row["step"]) for row in rows], [4e-3, 2e-3, 1e-3])
        for row in rows:
            # Σ h v misses g t²/2 by g t h/2.
            self.assertAlmostEqual(float(row["position_rms"]),
                                   0.5 * 9.81 * 0.04 * float(row["step"]), delta=1e-12)
        self.assertAlmostEqual(float(rows[2]["position_order"]), 1.0, delta=1e-6)
        self.assertIn("| 0.001 | 40 |", (out / "converge.md").read_text())
        self.assertEqual(galet("converge", scene, "--steps", "4e-3,2e-3,1e-3", "-o", out).returncode, 2)

    def test_bad_requests(self):
        for arguments in (["--steps", "1e-3"], [], ["--steps", "3e-3,2e-3,1e-3"],
                          ["--steps", "1e-3,1e-4", "--tolerances", "1e-3"]):
            process = galet("converge", self.scene(), *arguments, cwd=self.folder)
            self.assertEqual(process.returncode, 2, process.stderr)


class ExportTest(CliTest):
    def test_csv_holds_what_the_trajectory_holds(self):
        folder, _ = self.run_scene()
        process = galet("export", folder, "--csv")
        self.assertEqual(process.returncode, 0, process.stderr)
        self.assertEqual(len(list((folder / "csv").glob("bodies_*.csv"))), 21)
        with h5py.File(folder / "trajectory.h5") as file:
            frame = file["frames/000020"]
            bodies = np.genfromtxt(folder / "csv" / "bodies_000020.csv", delimiter=",", names=True)
            np.testing.assert_array_equal(bodies["id"], frame["id"][:])
            np.testing.assert_array_equal(bodies["x"], frame["position"][:, 0])
            np.testing.assert_array_equal(bodies["vy"], frame["velocity"][:, 1])
            contacts = np.genfromtxt(folder / "csv" / "contacts_000020.csv", delimiter=",",
                                     names=True)
            force = np.einsum("cij,ci->cj", frame["contacts/frame"][:],
                              frame["contacts/impulse"][:]) / frame.attrs["step_length"]
            np.testing.assert_allclose(contacts["fy"], force[:, 1], rtol=1e-14, atol=1e-12)

    def test_one_frame_elsewhere(self):
        folder, _ = self.run_scene()
        other = self.folder / "other"
        process = galet("export", folder, "--csv", "--vtk", "--frame", "-1", "-o", other)
        self.assertEqual(process.returncode, 0, process.stderr)
        self.assertEqual([path.name for path in sorted((other / "csv").iterdir())],
                         ["bodies_000020.csv", "contacts_000020.csv"])
        self.assertTrue((other / "vtk" / "grains_000020.vtp").exists())
        self.assertEqual(galet("export", folder, "--csv", "--frame", "21").returncode, 2)
        self.assertEqual(galet("export", folder).returncode, 2)
        self.assertEqual(galet("export", self.folder / "nowhere", "--csv").returncode, 2)


class ExampleTest(CliTest):
    def test_plot_of_the_energy(self):
        folder, summary = self.run_scene()
        picture = self.folder / "energy.png"
        process = subprocess.run(
            [sys.executable, str(SOURCE / "examples" / "plot_energy.py"), str(folder), str(picture)],
            text=True, capture_output=True, check=False)
        self.assertIn("small box: kinetic energy", process.stdout, process.stderr)
        self.assertIn(f"{summary['energy']['kinetic_last']:.6g} J at the end", process.stdout)
        if process.returncode == 0:
            self.assertEqual(picture.read_bytes()[:4], b"\x89PNG")
        else:
            self.assertIn("matplotlib is not installed", process.stderr)


if __name__ == "__main__":
    unittest.main()
