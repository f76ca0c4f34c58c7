"""A page in headless Chromium, over the DevTools protocol."""

import base64
import contextlib
import itertools
import json
import shutil
import subprocess
import tempfile
import time
import urllib.request

from websockets.sync.client import connect

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
FLAGS = [
    "--headless",
    "--no-sandbox",  # It runs as root in CI.
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--remote-debugging-port=0",
]


class Page:
    """One tab. What the page complains about is kept in `complaints`."""

    def __init__(self, socket):
        self.socket, self.numbers, self.complaints = socket, itertools.count(), []
        for domain in ("Page", "Runtime", "Log"):
            self.call(f"{domain}.enable")

    def call(self, method, **parameters):
        number = next(self.numbers)
        self.socket.send(json.dumps({"id": number, "method": method, "params": parameters}))
        while True:
            message = json.loads(self.socket.recv(timeout=60))
            if message.get("id") == number:
                assert "error" not in message, message
                return message["result"]
            if message.get("method") in ("Runtime.exceptionThrown", "Log.entryAdded", "Runtime.consoleAPICalled"):
                self.complaints.append(message["params"])

    def open(self, path, *, width, height=900):
        """Show a file as a screen of that width does."""
        self.call(
            "Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=width < 600
        )
        self.call("Page.navigate", url=path.as_uri())
        deadline = time.monotonic() + 60
        while self.run("document.readyState") != "complete" or self.run("location.href") != path.as_uri():
            assert time.monotonic() < deadline, f"{path} was not loaded"
            time.sleep(0.1)

    def run(self, expression):
        """The value of an expression; a promise is waited for."""
        answer = self.call("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        assert "exceptionDetails" not in answer, answer
        return answer["result"].get("value")

    def screenshot(self, path):
        """The whole page as a PNG."""
        path.write_bytes(base64.b64decode(self.call("Page.captureScreenshot", captureBeyondViewport=True)["data"]))


@contextlib.contextmanager
def chromium():
    """A browser with an empty profile."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        browser = subprocess.Popen(
            [CHROMIUM, *FLAGS, f"--user-data-dir={profile}", "about:blank"], stderr=subprocess.PIPE, text=True
        )
        try:
            line = next(line for line in browser.stderr if line.startswith("DevTools listening on"))
            port = line.split("127.0.0.1:")[1].split("/")[0]
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/json") as answer:
                tab = next(target for target in json.load(answer) if target["type"] == "page")
            with connect(tab["webSocketDebuggerUrl"], max_size=None) as socket:
                yield Page(socket)
        finally:
            browser.terminate()
            browser.wait()
            browser.stderr.close()
