"""The folders of src/galet: their order, what they include, and that the documents know them.

The truth is src/galet/CMakeLists.txt: its calls of galet_library list the folders from the first,
which includes nobody, to the last.
"""

import os
import re
import unittest
from pathlib import Path

ROOT = Path(os.environ["GALET_SOURCE"])
SOURCES = ROOT / "src" / "galet"
INCLUDE = re.compile(r'^\s*#\s*include\s*[<"]galet/([^/">]+)/')


def folders_in_order():
    text = (SOURCES / "CMakeLists.txt").read_text()
    return re.findall(r"^galet_library\((\w+)", text, re.MULTILINE)


def folders_of_the_table():
    text = (ROOT / "docs" / "architecture.md").read_text()
    section = text.split("\n## Folders\n")[1].split("\n## ")[0]
    return re.findall(r"^\| `(\w+)/` \|", section, re.MULTILINE)


def includes_of(folder):
    """(place, folder included) for every include of galet in the files of a folder."""
    for path in sorted((SOURCES / folder).rglob("*")):
        if path.suffix not in (".hpp", ".cpp", ".inc"):
            continue
        for number, line in enumerate(path.read_text().splitlines(), 1):
            if found := INCLUDE.match(line):
                yield f"{path.relative_to(ROOT)}:{number}", found.group(1)


class Folders(unittest.TestCase):
    def test_cmake_lists_every_folder_once(self):
        there = sorted(path.name for path in SOURCES.iterdir() if path.is_dir())
        self.assertEqual(sorted(folders_in_order()), there)

    def test_a_folder_includes_only_folders_above_it(self):
        order = folders_in_order()
        for rank, folder in enumerate(order):
            with self.subTest(folder=folder):
                wrong = [
                    f"{place} includes {other}/"
                    for place, other in includes_of(folder)
                    if other not in order[: rank + 1]
                ]
                self.assertEqual(wrong, [])

    def test_a_folder_depends_only_on_folders_above_it(self):
        order = folders_in_order()
        text = (SOURCES / "CMakeLists.txt").read_text()
        for folder, rest in re.findall(r"^galet_library\((\w+)([^)]*)\)", text, re.MULTILINE):
            for other in re.findall(r"galet::(\w+)", rest):
                self.assertLess(order.index(other), order.index(folder), f"{folder} → {other}")

    def test_the_architecture_lists_the_folders_in_the_same_order(self):
        self.assertEqual(folders_of_the_table(), folders_in_order())

    def test_folders_of_unit_tests_mirror_the_sources(self):
        for path in (ROOT / "tests" / "unit").iterdir():
            self.assertIn(path.name, folders_in_order())


if __name__ == "__main__":
    unittest.main()
