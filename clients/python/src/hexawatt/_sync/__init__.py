"""The client without asyncio."""

# Generated from hexawatt._async by `bun run docs`: edit that, not this file.
