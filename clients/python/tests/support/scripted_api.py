"""An HTTP server that answers by its script, and records its requests."""

import json
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from email.message import Message
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

TEST_KEY = "hxw_" + "0123456789abcdef" * 2
"""A key of the right form that grants no access."""

Handler = BaseHTTPRequestHandler
Script = Callable[[Handler], None]
"""Answers one request; the last script answers all following requests."""


@dataclass(frozen=True)
class SeenRequest:
    """A request as it arrived."""

    address: str
    headers: Message


@dataclass
class ScriptedApi:
    """A running server."""

    url: str
    server: ThreadingHTTPServer
    requests: list[SeenRequest] = field(default_factory=list[SeenRequest])

    def stop(self) -> None:
        """End the server; further requests find no one listening."""
        self.server.shutdown()
        self.server.server_close()

    @property
    def addresses(self) -> list[str]:
        """Path and query of each request."""
        return [request.address for request in self.requests]

    def sent(self, header: str) -> list[str | None]:
        """Value of a header in each request."""
        return [request.headers.get(header) for request in self.requests]


def start_scripted_api(*scripts: Script) -> ScriptedApi:
    """Start a server on a free port of loopback."""

    class ScriptHandler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            index = len(api.requests)
            api.requests.append(SeenRequest(self.path, self.headers))
            scripts[min(index, len(scripts) - 1)](self)
            self.close_connection = True

        def log_message(self, format: str, *args: Any) -> None:
            """Print nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), ScriptHandler)
    server.daemon_threads = True
    api = ScriptedApi(f"http://127.0.0.1:{server.server_address[1]}", server)
    threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True).start()
    return api


def respond(body: bytes | str | object, status: int = 200, headers: Mapping[str, str] | None = None) -> Script:
    """Answer with a body: bytes and text as they are, everything else as JSON."""
    payload = body if isinstance(body, bytes) else (body if isinstance(body, str) else json.dumps(body)).encode()

    def script(handler: Handler) -> None:
        # Without the date of the server, which tests set.
        handler.send_response_only(status)
        for name, value in (headers or {}).items():
            handler.send_header(name, value)
        if status != 304:
            handler.send_header("content-length", str(len(payload)))
        handler.end_headers()
        if status != 304:
            handler.wfile.write(payload)

    return script


def in_pieces(*pieces: bytes, headers: Mapping[str, str] | None = None, breaks: bool = False) -> Script:
    """Answer with a body in chunks; `breaks` closes the connection before the body is complete."""

    def script(handler: Handler) -> None:
        handler.protocol_version = "HTTP/1.1"
        handler.send_response_only(200)
        handler.send_header("transfer-encoding", "chunked")
        # Each connection is closed after its answer: a client that is not told could use it again, and would ask twice.
        handler.send_header("connection", "close")
        for name, value in (headers or {}).items():
            handler.send_header(name, value)
        handler.end_headers()
        for piece in pieces:
            handler.wfile.write(b"%x\r\n%s\r\n" % (len(piece), piece))
            handler.wfile.flush()
        if not breaks:
            handler.wfile.write(b"0\r\n\r\n")

    return script


def wait_for(released: threading.Event) -> Script:
    """Answer nothing until released; then close the connection."""

    def script(_: Handler) -> None:
        released.wait(30)

    return script


def problem(
    status: int, code: str, headers: Mapping[str, str] | None = None, extras: Mapping[str, object] | None = None
) -> Script:
    """Answer with a problem as the API writes it."""
    body = {
        "type": f"http://localhost/problems/{code}",
        "title": "T",
        "status": status,
        "detail": f"because of {code}",
        "instance": "/",
        "code": code,
        "error": code,
        "traceId": "trace-1",
        **(extras or {}),
    }
    usual = {"content-type": "application/problem+json", "x-request-id": "request-1"}
    return respond(body, status, {**usual, **(headers or {})})
