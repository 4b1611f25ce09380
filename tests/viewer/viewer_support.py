"""The server of `galet view`, started and stopped as a user does."""

import http.client
import json
import os
import pathlib
import shutil
import signal
import struct
import subprocess
import sys
import tempfile

import numpy as np

sys.path.insert(0, str(pathlib.Path(os.environ["GALET_SOURCE"]) / "tests" / "cli"))

from support import GALET, CliTest, galet  # noqa: E402

HANG = 1200  # seconds; for hangs only


class Server:
    """`galet view` in the background; its first line says where."""

    def __init__(self, *arguments):
        self.process = subprocess.Popen([GALET, "view", *map(str, arguments)], text=True, stdout=subprocess.PIPE,
                                        stderr=subprocess.PIPE)
        self.url = self.process.stdout.readline().strip()
        if not self.url.startswith("http://127.0.0.1:"):
            raise AssertionError(f"no address but {self.url!r}: {self.process.stderr.read()}")
        self.port = int(self.url.rstrip("/").rsplit(":", 1)[1])

    def ask(self, path, method="GET", headers=None):
        """Status, headers and body."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=HANG)
        try:
            connection.putrequest(method, path, skip_host=True, skip_accept_encoding=True)
            for name, value in {"Host": f"127.0.0.1:{self.port}", **(headers or {})}.items():
                connection.putheader(name, value)
            connection.endheaders()
            response = connection.getresponse()
            return response.status, response.headers, response.read()
        finally:
            connection.close()

    def json(self, path):
        status, _, body = self.ask(path)
        assert status == 200, body
        return json.loads(body)

    def slices(self, frame, names, run=0):
        status, _, body = self.ask(f"/api/runs/{run}/frames/{frame}?slices={','.join(names)}")
        assert status == 200, body
        return decoded(body)

    def stop(self, with_signal=signal.SIGTERM):
        """Its exit code."""
        if self.process.poll() is None:
            self.process.send_signal(with_signal)
        code = self.process.wait(HANG)
        self.process.stdout.close()
        self.process.stderr.close()
        return code


def decoded(packet):
    """The arrays of a packet, by the description in src/galet/view/packet.hpp."""
    assert packet[:4] == b"GLT1"
    length, = struct.unpack_from("<I", packet, 4)
    types = {"f32": "<f4", "f64": "<f8", "i32": "<i4", "u8": "u1"}
    arrays = {}
    for entry in json.loads(packet[8:8 + length])["arrays"]:
        values = np.frombuffer(packet, types[entry["type"]], entry["length"], 8 + length + entry["offset"])
        arrays[entry["name"]] = values if entry["row"] == 1 else values.reshape(-1, entry["row"])
    return arrays


class ViewerTest(CliTest):
    run_of_small_box = None  # made once, copied for each test

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.run_of_small_box = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.run_of_small_box.cleanup)

    def small_run(self):
        """A folder of results of the scene of support.py; frames 0, 1 to 4, 5 to 8 … are in one segment each."""
        made = pathlib.Path(self.run_of_small_box.name) / "out"
        if not made.exists():
            process = galet("run", self.scene(), "-o", made, "--quiet")
            self.assertEqual(process.returncode, 0, process.stderr)
        return pathlib.Path(shutil.copytree(made, self.folder / "out"))

    def serve(self, *arguments):
        server = Server(*arguments)
        self.addCleanup(server.stop)
        return server
