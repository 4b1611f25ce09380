"""`galet report`: one page about a run or a study."""

import base64
import html.parser
import re
import unittest

from support import SCENE, CliTest, galet


class Page(html.parser.HTMLParser):
    """Tags, text and images of a page; whether tags close in order."""

    VOID = {"meta", "img", "br"}

    def __init__(self, text):
        super().__init__()
        self.open, self.tags, self.images, self.words = [], [], {}, []
        self.feed(text)
        assert not self.open, self.open

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        if tag == "img":
            attributes = dict(attrs)
            self.images[attributes["alt"]] = attributes["src"]
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag, tag

    def handle_data(self, data):
        self.words.append(data)

    @property
    def text(self):
        return "".join(self.words)


class ReportTest(CliTest):
    def report(self, *arguments):
        process = galet("report", *arguments)
        self.assertEqual(process.returncode, 0, process.stderr)
        return process.stdout.split()

    def test_a_run(self):
        folder, summary = self.run_scene(text=SCENE.replace("small box", "<b>small</b> & box"))
        written = self.report(folder)
        self.assertEqual(written, [str(folder / "report.html"), str(folder / "report/report.md")])
        page = Page((folder / "report.html").read_text())
        for word in ("<b>small</b> & box", "12 bodies in 2D, 200 steps to t = 0.2 s",
                     summary["state_hash"], "kind = \"lattice\"", "Warnings"):
            self.assertIn(word, page.text)
        self.assertNotIn("b", page.tags)
        self.assertEqual(len(page.images), 7)  # first, last, five figures
        for alt, source in page.images.items():
            kind, data = re.fullmatch(r"data:image/(png|svg\+xml);base64,(.*)", source).groups()
            head = base64.b64decode(data)[:5]
            self.assertEqual(head, b"\x89PNG\r" if kind == "png" else b"<?xml", alt)
        # The page needs no other file; the Markdown names its images, which are beside it.
        self.assertFalse(re.search(r'(src|href)="(?!data:)', (folder / "report.html").read_text()))
        markdown = (folder / "report/report.md").read_text()
        for name in re.findall(r"!\[.*\]\((.*)\)", markdown):
            self.assertTrue((folder / "report" / name).exists(), name)

    def test_a_run_without_its_end(self):
        folder = self.folder / "out"
        # As after a kill: there are frames and rows, but no end.
        process = galet("run", self.scene(), "-o", folder, "--max-wall", "1e-9")
        self.assertEqual(process.returncode, 75, process.stderr)
        (folder / "summary.json").unlink()
        self.report(folder, "-o", self.folder / "page")
        text = Page((self.folder / "page" / "report.html").read_text()).text
        self.assertIn("still going or was killed", text)

    def test_studies(self):
        out = self.folder / "study"
        process = galet("compare", self.scene(), "--with",
                        "moreau-jean,moreau-jean:normal=velocity", "-o", out)
        self.assertEqual(process.returncode, 0, process.stderr)
        self.report(out)
        page = Page((out / "report.html").read_text())
        self.assertIn("moreau-jean:normal=velocity", page.text)
        self.assertIn("table", page.tags)

    def test_experiments(self):
        out = self.folder / "experiments"
        (out / "a-1999").mkdir(parents=True)
        (out / "a-1999" / "one.md").write_text("# One\n\n| a | b |\n|---|---|\n| 1 | 2 |\n")
        (out / "a-1999" / "one.json").write_text("{}")
        (out / "notes.md").write_text("# Not an experiment\n")
        self.report(out)
        page = Page((out / "report.html").read_text())
        self.assertIn("One", page.text)
        self.assertNotIn("Not an experiment", page.text)

    def test_refusals_help(self):
        self.assertIn("no such folder", galet("report", self.folder / "absent").stderr)
        process = galet("report", self.folder)
        self.assertEqual(process.returncode, 2)
        self.assertIn("contains no results", process.stderr)


if __name__ == "__main__":
    unittest.main()
