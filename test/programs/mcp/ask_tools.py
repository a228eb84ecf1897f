"""Lists the tools and calls each one that the arguments name, with the official client. Prints the answers as JSON."""

from __future__ import annotations

import asyncio
import json
import os

import httpx2
from mcp import Client
from mcp.client.streamable_http import streamable_http_client


async def main() -> None:
    """Asks the server at HEXAWATT_URL for each call of TOOL_CALLS."""
    headers = {"Authorization": f"Bearer {os.environ['HEXAWATT_API_KEY']}"}
    async with httpx2.AsyncClient(headers=headers, timeout=60) as http_client:
        transport = streamable_http_client(f"{os.environ['HEXAWATT_URL']}/mcp", http_client=http_client)
        async with Client(transport) as client:
            tools = [tool.name for tool in (await client.list_tools()).tools]
            answers = {}
            for name, arguments in json.loads(os.environ["TOOL_CALLS"]).items():
                # The client refuses a structured answer that does not match the output schema of its tool.
                result = await client.call_tool(name, arguments)
                answers[name] = {
                    "isError": bool(result.is_error),
                    "members": list(result.structured_content or {}),
                }
    print(json.dumps({"tools": tools, "answers": answers}))


asyncio.run(main())
