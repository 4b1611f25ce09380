"""Scenes in Python are those of the program: the same keys, checks and messages."""

import json
import re
import tomllib
import unittest

import numpy as np
from support import BOX, SCENES, SOURCE, PythonTest, galet, message_of

import galet as galet_module
from galet import InputError, Scene, settings
from galet._core import scene_schema

BROKEN = {
    "unknown key": ("friction = 0.3", "frictoin = 0.3"),
    "wrong type": ("radius = 0.05", 'radius = "large"'),
    "out of range": ("density = 2600", "density = -1"),
    "wrong element of a list": ("origin = [0.1, 0.1]", "origin = [\n  0.1,\n  true,\n]"),
    "several": ("step = 1e-3\nend = 0.2", "stepp = 1e-3\nend = -0.2"),
    "unknown material": ('materials = ["glass", "glass"]', 'materials = ["glass", "gold"]'),
    "bodies that do not fit": ("pitch = 0.11", "pitch = 0.02"),
    "no TOML": ("radius = 0.05", "radius = = 0.05"),
    "a date": ("end = 0.2", "end = 2026-01-01"),
}


class Messages(PythonTest):
    def test_errors_have_the_words_of_the_program(self):
        for what, (text, broken) in BROKEN.items():
            with self.subTest(what=what):
                file = self.file(BOX.replace(text, broken))
                expected = message_of(galet("check", file))
                with self.assertRaises(InputError) as raised:
                    Scene.load(file).check()
                self.assertEqual(str(raised.exception), expected)
                place = re.match(r".*?:(\d+):(\d+): ", expected)
                self.assertEqual((raised.exception.line, raised.exception.column), tuple(map(int, place.groups())))
                self.assertEqual(raised.exception.file, str(file))

    def test_what_was_changed_in_python_has_the_line_of_its_table_and_the_rest_its_own(self):
        file = self.file(BOX.replace("density = 2600", "density = -1"))
        density, pair = (1 + BOX[: BOX.index(text)].count("\n") for text in ("density", "[[pair]]"))
        scene = Scene.load(file)
        scene["pair"][0]["friction"] = -0.5
        with self.assertRaises(InputError) as raised:
            scene.check()
        lines = str(raised.exception).splitlines()
        self.assertIn(f"{file}:{pair}:1: pair[0].friction: must be at least 0, got -0.5", lines)
        self.assertIn(f"{file}:{density}:1: material[0].density: must be positive, got -1", lines)

    def test_entries_of_a_list_that_grew_have_the_line_of_the_list(self):
        scene = Scene.load(self.file())
        scene["boundary"].insert(0, {"kind": "plane", "normal": [0, 1], "point": [0, 0], "pont": 1})
        with self.assertRaises(InputError) as raised:
            scene.check()
        self.assertEqual(raised.exception.key, "boundary[0].pont")
        self.assertEqual(raised.exception.line, 1 + BOX[: BOX.index("[[boundary]]")].count("\n"))

    def test_a_scene_without_a_file_names_the_key_alone(self):
        scene = Scene(tomllib.loads(BOX))
        scene["time"]["step"] = 0
        with self.assertRaises(InputError) as raised:
            scene.check()
        self.assertEqual(str(raised.exception), "time.step: must be positive, got 0")
        self.assertEqual(raised.exception.key, "time.step")

    def test_what_is_no_setting_is_told_with_its_path(self):
        scene = Scene.parse(BOX)
        scene["bodies"][0]["radius"] = object()
        with self.assertRaisesRegex(TypeError, r"bodies\[0\]\.radius: expected a number"):
            scene.check()
        scene["bodies"][0]["radius"] = 2**70
        with self.assertRaisesRegex(ValueError, r"bodies\[0\]\.radius: the integer is too large"):
            scene.check()


class Data(PythonTest):
    def test_all_scenes_survive_a_round_trip(self):
        files = [file for file in sorted(SCENES.rglob("*.toml")) if file.parent.name != "sweep"]
        self.assertGreater(len(files), 50)
        for file in files:
            with self.subTest(file=file.name):
                known = tomllib.loads(file.read_text(encoding="utf-8"))
                scene = Scene.load(file)
                self.assertEqual(scene.to_dict(), known)
                self.assertEqual(tomllib.loads(scene.to_toml()), known)

    def test_a_saved_scene_finds_the_files_it_names(self):
        scene = Scene.load(SCENES / "gallery" / "heap.toml")
        scene.save(self.folder / "copy.toml")
        self.assertEqual(Scene.load(self.folder / "copy.toml").check(), scene.check())
        self.assertEqual(galet("check", self.folder / "copy.toml").returncode, 0)

    def test_it_is_a_mapping_of_plain_values(self):
        scene = Scene(tomllib.loads(BOX))
        scene["gravity"] = np.array([0, -1.5])
        scene["pair"][0]["friction"] = np.float64(0.5)
        scene["bodies"][0]["count"] = (np.int64(2), 3)
        self.assertEqual(scene["gravity"], [0, -1.5])
        self.assertEqual(scene.check().bodies, 6)
        del scene["output"]
        self.assertNotIn("output", scene)

    def test_check_tells_what_the_program_tells(self):
        found = Scene.load(SCENES / "gallery" / "box-2d.toml").check()
        said = galet("check", SCENES / "gallery" / "box-2d.toml").stderr
        self.assertEqual(found.boundaries, 1)
        self.assertIn(f"{found.bodies} bodies, 1 boundary, {found.steps} steps", said)
        self.assertIn(f"suggested: {found.suggested_step:g} s", said)

    def test_resolved_scenes_are_those_of_the_program(self):
        file = self.file()
        known = tomllib.loads(galet("check", file, "--resolved").stdout)
        self.assertEqual(Scene.load(file).resolved().to_dict(), known)


class Keywords(PythonTest):
    def test_a_scene_by_keywords_is_the_one_of_the_file(self):
        scene = Scene(
            title="small box",
            dimension=2,
            gravity=[0, -9.81],
            material=[settings.Material(name="glass", density=2600)],
            pair=[settings.Pair(materials=["glass", "glass"], friction=0.3)],
            bodies=[settings.BodiesLattice(origin=[0.1, 0.1], pitch=0.11, count=[4, 3], jitter=0.004, radius=0.05)],
            boundary=[settings.BoundaryBox(low=[0, 0], high=[0.6, 2])],
            time=settings.Time(step=1e-3, end=0.2),
            output=settings.Output(every=0.01, frames_per_segment=4),
        )
        self.assertEqual(scene.to_dict(), tomllib.loads(BOX))

    def test_unknown_and_missing_keys_are_told(self):
        with self.assertRaisesRegex(TypeError, r"Pair\(\) has no key 'frictoin'; it has materials, friction"):
            settings.Pair(materials=["a", "b"], frictoin=1)
        with self.assertRaisesRegex(TypeError, r"Material\(\) needs name"):
            settings.Material(density=1)

    def test_every_key_of_the_reference_is_there(self):
        reference = (SOURCE / "docs" / "scene-reference.md").read_text(encoding="utf-8")
        documented = set(re.findall(r"^\| `(\w+)` \| ", reference, re.MULTILINE))
        known = {field["key"] for table in json.loads(scene_schema()) for field in table["fields"]}
        # Tables in time are values, not settings.
        self.assertEqual(documented - known, {"t", "value", "interpolation"})

    def test_every_table_has_a_name_of_its_own(self):
        self.assertEqual(len(set(settings.__all__)), len(settings.tables()))
        way_out = settings.DesireExits(speed=1.0, exits=[settings.DesireExitsEntry(start=[0, 0], end=[0, 1])])
        self.assertEqual(way_out["kind"], "exits")
        self.assertNotIn("kind", way_out["exits"][0])

    def test_words_of_python_get_a_line_below(self):
        feed = settings.Feed(region={"low": [0, 0], "high": [1, 1]}, rate=1.0, radius=0.1, from_=0.5)
        self.assertEqual(feed["from"], 0.5)

    def test_the_stubs_are_up_to_date(self):
        stored = (SOURCE / "python" / "galet" / "settings.pyi").read_text(encoding="utf-8")
        self.assertEqual(stored, settings.stubs(), "run make docs")
        compile(stored, "settings.pyi", "exec")
        self.assertIn("friction", settings.Pair.__doc__)
        self.assertEqual(galet_module.__version__, (SOURCE / "VERSION").read_text().strip())


if __name__ == "__main__":
    unittest.main()
