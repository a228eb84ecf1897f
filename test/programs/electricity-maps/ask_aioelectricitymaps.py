"""Reads all that aioelectricitymaps can read, from the façade instead of its fixed address, and prints it as JSON."""

import asyncio
import dataclasses
import json
import os

import aioelectricitymaps.const as const

facade = os.environ["HEXAWATT_URL"] + "/compat/electricitymaps/v3"
for name, address in vars(const.ApiEndpoints).items():
    if isinstance(address, str) and address.startswith(const.API_BASE_URL):
        setattr(const.ApiEndpoints, name, address.replace(const.API_BASE_URL, facade))

from aioelectricitymaps import ElectricityMaps, ElectricityMapsInvalidTokenError, ZoneRequest  # noqa: E402 (reads addresses)
from aioelectricitymaps.request import CoordinatesRequest  # noqa: E402 (reads addresses)


async def main() -> None:
    """Prints every answer as JSON, and the name of the error that an unknown key leads to."""
    france = ZoneRequest("FR")
    async with ElectricityMaps(token=os.environ["HEXAWATT_API_KEY"]) as client:
        answers = {
            "homeAssistant": await client.carbon_intensity_for_home_assistant(france),
            "byPlace": await client.carbon_intensity_for_home_assistant(CoordinatesRequest(lat="48.86", lon="2.35")),
            "latest": await client.latest_carbon_intensity(france),
            "history": await client.carbon_intensity_history(france),
            "breakdown": await client.latest_power_breakdown(france),
        }
    refused = "nothing"
    async with ElectricityMaps(token="hxw_" + "0" * 32) as client:
        try:
            await client.latest_carbon_intensity(france)
        except ElectricityMapsInvalidTokenError as error:
            refused = type(error).__name__
    printed = {name: dataclasses.asdict(answer) for name, answer in answers.items()}
    print(json.dumps({**printed, "refused": refused}, default=str))


asyncio.run(main())
