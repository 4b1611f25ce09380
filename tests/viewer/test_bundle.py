"""viewer/dist/viewer.html, which the program contains, is what its sources make."""

import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest

import viewer_support  # noqa: F401  (finds the next one)
from support import SOURCE

VIEWER = SOURCE / "viewer"
PAGE = VIEWER / "dist" / "viewer.html"


def missing_tools():
    if shutil.which("node") is None:
        return "there is no node"
    if not (VIEWER / "node_modules" / "esbuild").is_dir():
        return "viewer/node_modules is missing: npm ci in viewer/"
    return None


class PageTest(unittest.TestCase):
    def test_it_has_the_licences_of_its_libraries(self):
        text = PAGE.read_text()
        for words in ("three.js authors", "Copyright (c) 2022 Leon Sorokin", "The MIT License"):
            self.assertIn(words, text)

    def test_it_asks_for_nothing_from_elsewhere(self):
        text = PAGE.read_text()
        self.assertNotRegex(text, r"<script[^>]*\ssrc=|<link[^>]*href=.(?!data:)|@import")
        self.assertIn("default-src 'none'", text)
        self.assertEqual(text.count("<!--galet-data-->"), 1)

    def test_no_registry_in_the_list_of_packages(self):
        self.assertNotIn("resolved", (VIEWER / "package-lock.json").read_text())


@unittest.skipIf(missing_tools(), f"skipped: {missing_tools()}")
class FreshTest(unittest.TestCase):
    def run_node(self, *words):
        process = subprocess.run(["node", *words], cwd=VIEWER, text=True, capture_output=True, timeout=600, check=False)
        self.assertEqual(process.returncode, 0, process.stdout + process.stderr)

    def test_the_sources_make_the_same_page(self):
        with tempfile.TemporaryDirectory() as folder:
            fresh = pathlib.Path(folder) / "viewer.html"
            self.run_node("build.mjs", str(fresh))
            same = fresh.read_bytes() == PAGE.read_bytes()
        self.assertTrue(same, "viewer/dist/viewer.html is old: run `make viewer` and commit it")

    def test_types_fit(self):
        self.run_node("node_modules/typescript/bin/tsc", "--noEmit")

    def test_no_file_is_left_out_of_the_page(self):
        # A source that nobody imports would be dead.
        sources = {path.stem for path in (VIEWER / "src").glob("*.ts")} - {"main", "assets.d"}
        text = "".join(path.read_text() for path in (VIEWER / "src").glob("*.ts"))
        imported = set(re.findall(r'from "\./(\w+)"', text))
        self.assertEqual(sources - imported, set())


if __name__ == "__main__":
    unittest.main()
