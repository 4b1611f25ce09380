"""Results through the readers of the program."""

import json
import unittest

import h5py
import numpy as np
from support import BOX, PythonTest, galet, message_of

import galet as galet_module
from galet import DamagedFile, InputError, Scene


class Results(PythonTest):
    def setUp(self):
        super().setUp()
        self.results = self.run_program(self.file(BOX + '[[observe]]\nkind = "wall-forces"\nname = "walls"\n'))
        self.run_ = galet_module.open(self.results)

    def test_frames_hold_what_the_file_holds(self):
        self.assertEqual(len(self.run_.frames), 21)
        with h5py.File(self.results / "trajectory.h5") as file:
            np.testing.assert_array_equal(self.run_.frames.times, file["time"][:])
            for number in (0, 7, -1):
                frame = self.run_.frames[number]
                stored = file[f"frames/{frame.number:06d}"]
                for name in ("id", "position", "velocity", "radius", "mass", "inertia"):
                    np.testing.assert_array_equal(np.squeeze(getattr(frame, name)), np.squeeze(stored[name][:]))
                np.testing.assert_array_equal(frame.orientation, np.squeeze(stored["orientation"][:]))
                contacts = self.run_.contacts(number)
                self.assertEqual(len(contacts), len(stored["contacts/gap"]))
                np.testing.assert_array_equal(contacts.gap, stored["contacts/gap"][:])
                np.testing.assert_array_equal(contacts.impulse, stored["contacts/impulse"][:].reshape(-1, 2))
        self.assertEqual([frame.number for frame in self.run_.frames[3:6]], [3, 4, 5])
        with self.assertRaises(IndexError):
            self.run_.frames[21]
        with self.assertRaises(ValueError):
            self.run_.frames[0].position[0] = 0

    def test_tables_are_structured_arrays(self):
        series = self.run_.series
        known = np.genfromtxt(self.results / "series.csv", delimiter=",", names=True)
        self.assertEqual(series.dtype.names, known.dtype.names)
        for name in known.dtype.names:
            np.testing.assert_array_equal(series[name], known[name])
        self.assertEqual((series.units["time"], series.units["kinetic"]), ("s", "J"))
        self.assertEqual(list(self.run_.observers), ["walls"])
        self.assertEqual(self.run_.observers["walls"].dtype.names[:2], ("step", "time"))
        with self.assertRaises(KeyError):
            self.run_.observers["wall"]

    def test_summary_and_scene_are_there(self):
        self.assertEqual(self.run_.summary, json.loads((self.results / "summary.json").read_text()))
        self.assertEqual(self.run_.scene["title"], "small box")
        self.assertEqual(self.run_.scene.check().bodies, 12)
        self.assertTrue(self.run_.verify())

    def test_damage_is_told_in_the_words_of_the_program(self):
        segment = sorted((self.results / "trajectory").glob("*.h5"))[0]
        content = bytearray(segment.read_bytes())
        content[len(content) // 2] ^= 1
        segment.write_bytes(content)
        expected = message_of(galet("verify", self.results)).splitlines()[0]
        with self.assertRaises(DamagedFile) as raised:
            self.run_.verify()
        self.assertEqual(str(raised.exception), expected)
        with self.assertRaises(DamagedFile) as raised:
            galet_module.open(self.results).frames[0]
        self.assertEqual(str(raised.exception), expected)

    def test_damaged_tables_are_told(self):
        table = self.results / "series.csv"
        head, first, *rest = table.read_text().splitlines()
        table.write_text("\n".join([head, first.replace(",", ",x", 1), *rest, ""]))
        with self.assertRaisesRegex(DamagedFile, r"series\.csv"):
            galet_module.open(self.results).series
        (self.results / "summary.json").write_text("{}")
        with self.assertRaises(DamagedFile):
            galet_module.open(self.results).summary

    def test_a_folder_without_a_run_is_refused(self):
        with self.assertRaisesRegex(InputError, "contains no run"):
            galet_module.open(self.folder)

    def test_pandas_and_matplotlib_where_they_are(self):
        try:
            import pandas

            self.assertIsInstance(self.run_.series.to_pandas(), pandas.DataFrame)
        except ImportError:
            with self.assertRaises(ImportError):
                self.run_.series.to_pandas()
        try:
            import matplotlib

            matplotlib.use("Agg")
            self.assertEqual(len(self.run_.plot().axes), 4)
        except ImportError:
            with self.assertRaises(ImportError):
                self.run_.plot()

    def test_a_scene_starts_from_results(self):
        scene = Scene.parse(BOX)
        scene["bodies"] = [{"kind": "run", "folder": str(self.results)}]
        simulation = galet_module.Simulation(scene, threads=1)
        np.testing.assert_array_equal(simulation.frame().position, self.run_.frames[-1].position)


if __name__ == "__main__":
    unittest.main()
