"""The last body of each request, for conditional requests."""

from collections import OrderedDict
from dataclasses import dataclass
from threading import Lock

from hexawatt.answer import DataFacts

MAX_KEPT_BYTES = 8 * 1024 * 1024
"""Most bytes of all kept bodies together."""


@dataclass(frozen=True)
class KeptAnswer:
    """A body as received, with the facts of its headers."""

    etag: str
    body: bytes
    facts: DataFacts


class KeptAnswers:
    """Cache of bodies that evicts the least recently used. Threads may share it."""

    def __init__(self, max_answers: int, max_bytes: int = MAX_KEPT_BYTES) -> None:
        self._max_answers = max_answers
        self._max_bytes = max_bytes
        self._kept: OrderedDict[str, KeptAnswer] = OrderedDict()
        self._bytes = 0
        self._lock = Lock()

    def find(self, address: str) -> KeptAnswer | None:
        """Return the kept answer of an address, and make it the most recently used."""
        with self._lock:
            answer = self._kept.get(address)
            if answer is not None:
                self._kept.move_to_end(address)
            return answer

    def keep(self, address: str, answer: KeptAnswer) -> None:
        """Keep an answer in place of the address's last one; one that is too large displaces nothing."""
        with self._lock:
            previous = self._kept.pop(address, None)
            self._bytes -= 0 if previous is None else len(previous.body)
            if len(answer.body) > self._max_bytes:
                return
            self._kept[address] = answer
            self._bytes += len(answer.body)
            while len(self._kept) > self._max_answers or self._bytes > self._max_bytes:
                _, oldest = self._kept.popitem(last=False)
                self._bytes -= len(oldest.body)
