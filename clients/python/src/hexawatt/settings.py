"""The checked options of a client."""

import re
from dataclasses import dataclass, replace
from importlib.metadata import version
from typing import Literal, TypeAlias

import httpx
from pydantic import SecretStr

Language: TypeAlias = Literal["fr", "en"]
"""Language of the sentences that the API translates."""

MAX_RETRIES = 10
MAX_KEPT_ANSWERS = 1_000
MIN_KEY_LENGTH = 8
"""Shortest key: a shorter text could not be removed safely from responses that repeat it."""
MAX_SECONDS = 86_400.0
"""Longest time limit and longest wait."""


@dataclass(frozen=True)
class Settings:
    """The checked options. The key is hidden in every representation."""

    origin: str
    api_key: SecretStr | None
    timeout_seconds: float
    max_retries: int
    max_wait_seconds: float
    language: Language | None
    user_agent: str

    def with_bounds(
        self, timeout_seconds: float | None, max_retries: int | None, max_wait_seconds: float | None
    ) -> "Settings":
        """Return the settings with other bounds; None keeps one.

        Raises:
            ValueError: a bound is invalid.
        """
        timeout = self.timeout_seconds if timeout_seconds is None else timeout_seconds
        wait = self.max_wait_seconds if max_wait_seconds is None else max_wait_seconds
        return replace(
            self,
            timeout_seconds=read_seconds("timeout_seconds", timeout, at_least=0.001),
            max_retries=read_whole(
                "max_retries", self.max_retries if max_retries is None else max_retries, MAX_RETRIES
            ),
            max_wait_seconds=read_seconds("max_wait_seconds", wait, at_least=0),
        )


def read_settings(
    base_url: str,
    api_key: str | None,
    *,
    timeout_seconds: float,
    max_retries: int,
    max_wait_seconds: float,
    language: Language | None,
    user_agent: str | None,
) -> Settings:
    """Check the options of a client.

    Raises:
        ValueError: an option is invalid; the message names the option, never the key.
    """
    if language not in (None, "fr", "en"):
        raise ValueError("language must be fr or en.")
    return Settings(
        origin=_read_origin(base_url),
        api_key=None if api_key is None else _read_key(api_key),
        timeout_seconds=timeout_seconds,
        max_retries=max_retries,
        max_wait_seconds=max_wait_seconds,
        language=language,
        user_agent=_read_user_agent(user_agent),
    ).with_bounds(timeout_seconds, max_retries, max_wait_seconds)


def read_whole(name: str, value: object, most: int) -> int:
    """Check a count from 0 to `most`."""
    if isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= most:
        return value
    raise ValueError(f"{name} must be a whole number from 0 to {most}; received {value!r}.")


def read_seconds(name: str, value: object, *, at_least: float) -> float:
    """Check a length of time, seconds."""
    if isinstance(value, int | float) and at_least <= value <= MAX_SECONDS:
        return float(value)
    raise ValueError(f"{name} must be from {at_least:g} to {MAX_SECONDS:g} seconds; received {value!r}.")


def _read_origin(base_url: str) -> str:
    try:
        url = httpx.URL(base_url)
    except (httpx.InvalidURL, TypeError):
        url = httpx.URL("")
    if url.scheme not in ("http", "https") or not url.host:
        raise ValueError("base_url must be an absolute http or https address, such as http://localhost:8080.")
    # The message leaves out the address, which may hold a password.
    if url.path not in ("", "/") or url.query or url.fragment or url.userinfo:
        raise ValueError("base_url must have neither path, query, fragment nor credentials.")
    return f"{url.scheme}://{url.netloc.decode('ascii')}"


def _read_key(api_key: object) -> SecretStr:
    # Checked here, because the error of the transport about an invalid header would print the key.
    if isinstance(api_key, str) and len(api_key) >= MIN_KEY_LENGTH and re.fullmatch(r"[\x21-\x7e]+", api_key):
        return SecretStr(api_key)
    raise ValueError(f"api_key must be at least {MIN_KEY_LENGTH} characters of ASCII without spaces or line ends.")


def _read_user_agent(user_agent: str | None) -> str:
    if user_agent is None:
        return f"hexawatt-python/{version('hexawatt')}"
    if re.fullmatch(r"[\x20-\x7e]+", user_agent):
        return user_agent
    raise ValueError("user_agent must be one line of ASCII.")
