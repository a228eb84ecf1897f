"""Generated from the contract by `bun run docs`: edit the contract, not this file."""

from typing import Literal, TypeAlias

RegionCode: TypeAlias = Literal["11", "24", "27", "28", "32", "44", "52", "53", "75", "76", "84", "93"] | str
"""INSEE codes of the regions of mainland France without Corsica. Values may be added: any other text is accepted
too.
"""
