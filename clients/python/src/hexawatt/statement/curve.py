"""A load curve as people hold it in their hands: a file of their meter, their supplier or their home automation."""

from dataclasses import dataclass, field

from hexawatt.statement.reading.sentences import describe_refusal, describe_remark

Values = dict[str, str | int | float]


@dataclass(frozen=True)
class Remark:
    """Something that the reader of a statement must know about the file.

    ``code`` is stable (for example ``step-derived`` or ``empty-values``); ``values`` are the figures of its sentence.
    ``str(remark)`` is the sentence in English.
    """

    code: str
    values: Values = field(default_factory=dict[str, str | int | float])

    def __str__(self) -> str:
        return describe_remark(self.code, self.values)


class LoadCurveRefusal(ValueError):  # noqa: N818 (every program of Hexawatt calls it a refusal)
    """A file is no load curve that can be read.

    ``code`` is stable (for example ``daily-values``, ``several-meters`` or ``workbook``); ``values`` are the figures of
    its sentence. The message says in English what the file is and what to do. It never has the identifier of a meter.
    """

    def __init__(self, code: str, values: Values | None = None) -> None:
        self.code = code
        self.values: Values = values or {}
        super().__init__(describe_refusal(code, self.values))

    def __reduce__(self) -> tuple[type["LoadCurveRefusal"], tuple[str, Values]]:
        return (LoadCurveRefusal, (self.code, self.values))


@dataclass(frozen=True)
class LoadCurve:
    """Consumption in steps, ascending and without overlap; a gap is a step that is not there.

    The identifier of the meter is never kept.
    """

    kind: str
    """``enedis-customer``, ``enedis-professional``, ``supplier`` or ``home-assistant``."""
    starts_ms: list[int]
    """Start of each step, milliseconds since 1970-01-01T00:00Z."""
    minutes: list[int]
    """Length of each step."""
    energy_kwh: list[float]
    """Energy drawn from the grid in each step."""
    from_ms: int | None = None
    """First instant of the period that the file itself states; None if it states none."""
    to_ms: int | None = None
    """First instant after that period."""
    injected_kwh: float | None = None
    """Energy fed into the grid over the whole file; None if the file has none."""
    remarks: list[Remark] = field(default_factory=list[Remark])

    def __len__(self) -> int:
        return len(self.starts_ms)
