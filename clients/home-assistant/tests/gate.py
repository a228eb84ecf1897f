"""A gate before the real product: it passes requests on, counts them, and refuses what a test tells it to."""

import asyncio
import random
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

import httpx
from aiohttp import web

UPSTREAM_HEADERS = ("etag", "cache-control", "content-type", "x-data-mode", "x-service-confidence", "retry-after")


@dataclass
class Refusal:
    """What a path answers instead of the product."""

    status: int
    code: str
    headers: dict[str, str] = field(default_factory=dict)
    detail: str = "The test refuses this."


class Gate:
    """A server on loopback; `refusals` by the begin of a path."""

    def __init__(self, upstream: str) -> None:
        self.upstream = upstream
        self.refusals: dict[str, Refusal] = {}
        self.unreadable: dict[str, int] = {}
        """Status of the page in HTML that a path answers instead."""
        self.counts: Counter[tuple[str, int]] = Counter()
        self.keys: set[str] = set()
        self.is_open = True
        self.delay_seconds = 0.0
        self.url = ""
        self._runner: web.AppRunner | None = None
        self._client = httpx.AsyncClient()
        # Paths without a key are limited by the address of the client: each gate is another one. The product is
        # started with TRUSTED_PROXIES=127.0.0.1.
        self._address = ".".join(str(part) for part in (10, *random.randbytes(3)))

    async def start(self, port: int = 0) -> None:
        """Listens, on a port of the system's choice at first."""
        app = web.Application()
        app.router.add_get("/{path:.*}", self._answer)
        self._runner = web.AppRunner(app, access_log=None)
        await self._runner.setup()
        site = web.TCPSite(self._runner, "127.0.0.1", port)
        await site.start()
        assert site._server is not None
        assert isinstance(site._server, asyncio.Server)
        self.url = f"http://127.0.0.1:{site._server.sockets[0].getsockname()[1]}"

    async def stop(self) -> None:
        """Ends the server."""
        if self._runner is not None:
            await self._runner.cleanup()
        await self._client.aclose()

    def count(self, path: str, status: int | None = None) -> int:
        """Answers of a path."""
        return sum(n for (known, code), n in self.counts.items() if known == path and status in (None, code))

    async def _answer(self, request: web.Request) -> web.StreamResponse:
        if not self.is_open:
            assert request.transport is not None
            request.transport.abort()
            return web.Response()
        await asyncio.sleep(self.delay_seconds)
        response = await self._respond(request)
        self.counts[(request.path, response.status)] += 1
        return response

    async def _respond(self, request: web.Request) -> web.Response:
        for prefix, refusal in self.refusals.items():
            if request.path.startswith(prefix):
                body: dict[str, Any] = {"title": "Refused", "status": refusal.status, "code": refusal.code}
                body |= {"detail": refusal.detail, "type": "about:blank"}
                return web.json_response(
                    body, status=refusal.status, headers=refusal.headers, content_type="application/problem+json"
                )
        if request.path in self.unreadable:
            return web.Response(status=self.unreadable[request.path], text="<p>Sign in</p>", content_type="text/html")
        kept = ("x-api-key", "if-none-match", "accept", "accept-language")
        answer = await self._client.get(
            self.upstream + str(request.rel_url),
            headers={name: request.headers[name] for name in kept if name in request.headers}
            | {"x-forwarded-for": self._address},
            timeout=30,
        )
        headers = {name: value for name, value in answer.headers.items() if name in UPSTREAM_HEADERS or "rate" in name}
        headers.pop("content-type", None)
        content_type = answer.headers.get("content-type", "application/json").partition(";")[0]
        return web.Response(status=answer.status_code, body=answer.content, headers=headers, content_type=content_type)
