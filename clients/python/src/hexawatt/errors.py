"""What a call raises: a problem that the API states, or the lack of an answer."""

import copyreg
import re
from collections.abc import Mapping
from typing import Any, Literal, TypeAlias

from hexawatt.models.service_parts import ProblemCode

ConnectionFailure: TypeAlias = Literal["network", "timeout", "unexpected_answer"]
"""`network`: no complete response. `timeout`: not in time. `unexpected_answer`: the response is not the API's."""


class HexawattError(Exception):
    """Every error of this package that is not a wrong argument (those are `ValueError` and `TypeError`)."""

    request_id: str | None
    """Id of the request, for questions to the operator; None when a proxy responded or nothing did."""
    retry_after_seconds: int | None
    """Seconds to wait before a retry, from `Retry-After`; None without one."""

    def __reduce__(self) -> tuple[Any, ...]:
        # Errors cross process borders: those of the standard library are made anew from positional arguments.
        return copyreg.__newobj__, (type(self), *self.args), vars(self)  # type: ignore[attr-defined]  # typeshed lacks it


class HexawattProblem(HexawattError):  # noqa: N818 (the API calls it a problem, RFC 9457)
    """The API refused the request."""

    def __init__(
        self,
        *,
        status: int,
        code: ProblemCode,
        title: str,
        detail: str,
        trace_id: str | None = None,
        request_id: str | None = None,
        retry_after_seconds: int | None = None,
        extras: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(f"{status} {code}: {detail}")
        self.status = status
        """HTTP status."""
        self.code = code
        """A word to decide by, such as `rate_limited`; codes may be added."""
        self.title = title
        """Short description of the code."""
        self.detail = detail
        """A sentence for people: the parameter, what was received and what is accepted."""
        self.trace_id = trace_id
        """Trace id of the request, for the operator."""
        self.request_id = request_id
        self.retry_after_seconds = retry_after_seconds
        self.extras: Mapping[str, Any] = {} if extras is None else extras
        """Further members of the problem, such as `upgradeUrl` or `responseFields`."""

    @property
    def parameter(self) -> str | None:
        """The parameter of the API that was refused, such as `offPeak`; None when the problem is of no single one."""
        named = re.match(r'Query parameter "(\w+)"', self.detail)
        return None if named is None else named[1]


class AuthenticationProblem(HexawattProblem):
    """Status 401: the key is missing, unknown or revoked."""


class ForbiddenProblem(HexawattProblem):
    """Status 403: the plan does not include what was asked for."""


class RateLimited(HexawattProblem):
    """Status 429: a limit of the minute, of the month or of open streams; `code` says which."""


class HexawattConnectionError(HexawattError):
    """No answer of the API arrived: a network error, a proxy, a time-out."""

    def __init__(
        self,
        kind: ConnectionFailure,
        message: str,
        *,
        status: int | None = None,
        request_id: str | None = None,
        retry_after_seconds: int | None = None,
    ) -> None:
        super().__init__(message)
        self.kind = kind
        """What happened: `network`, `timeout` or `unexpected_answer`."""
        self.status = status
        """HTTP status of an unexpected response; None without one."""
        self.request_id = request_id
        self.retry_after_seconds = retry_after_seconds


_problems: Mapping[int, type[HexawattProblem]] = {
    401: AuthenticationProblem,
    403: ForbiddenProblem,
    429: RateLimited,
}


def problem_class(status: int) -> type[HexawattProblem]:
    """Return the class of the problems with a status."""
    return _problems.get(status, HexawattProblem)
