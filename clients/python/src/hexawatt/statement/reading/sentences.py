"""What is said about load curves, in English: the sentences of the refusals and remarks of a file."""

from collections.abc import Callable, Mapping

Values = Mapping[str, str | int | float]

_DOWNLOAD = (
    "In your Enedis customer account, open “Suivre mes mesures”, then “Télécharger mes données”, and choose "
    "“Consommation horaire”."
)
_RECORD = (
    "If that choice is greyed out, first switch on “Enregistrement de la consommation horaire” and “Collecte de la "
    "consommation horaire” under “Gérer l’accès à mes données”: recording starts then, and the file fills day by day."
)
_GET_FILE = f"{_DOWNLOAD} {_RECORD}"

_SEEMS = {
    "pdf": "a PDF document, such as a bill",
    "image": "an image",
    "zip": "a ZIP archive: open it and choose the CSV or XLSX file inside",
    "archive": "a compressed archive: open it and choose the CSV or XLSX file inside",
    "old-workbook": "a workbook in an old format: save it as XLSX or CSV",
    "web-page": "a web page",
    "xml": "an XML file",
    "json": "a JSON file of another form than Enedis measurements",
    "home-assistant-history": (
        "the history of a Home Assistant sensor: export its statistics instead, one value per hour"
    ),
    "table": "a table without a column of dates, or without one of power (W, kW) or energy (Wh, kWh)",
    "text": "text without a table of measurements",
    "binary": "a file that is not text",
}


def _unknown_unit(values: Values) -> str:
    if values["unit"] == "":
        return (
            "This file does not say which unit its values have. Write W, kW, Wh or kWh into the heading of the column, "
            "for example “kWh”."
        )
    return f"The unit “{values['unit']}” of this file is not known. W, kW, MW, Wh, kWh and MWh are read."


_REFUSALS: Mapping[str, Callable[[Values], str]] = {
    "workbook": lambda _: (
        "This file is a workbook (XLSX), which the Python client does not read. Open it, choose the sheet with the "
        "load curve, save it as CSV (“CSV UTF-8”), and read that file. The page /consommations and the command line "
        "read XLSX."
    ),
    "workbook-encrypted": lambda _: "This workbook has a password. Open it and save it without one.",
    "file-too-large": lambda values: (
        f"This file has {values['megabytes']} MB, the limit is {values['atMost']} MB. Choose a shorter period."
    ),
    "too-many-rows": lambda values: f"This file has more than {values['atMost']:,} rows. Choose a shorter period.",
    "empty-file": lambda _: f"This file is empty. {_GET_FILE}",
    "daily-values": lambda _: (
        "This file has one value per day. To tell what your consumption emitted and cost, a value per hour or "
        f"half-hour is needed. {_GET_FILE}"
    ),
    "daily-maximum-power": lambda _: (
        f"This file has the highest power of each day, not your consumption hour by hour. {_GET_FILE}"
    ),
    "meter-readings": lambda _: f"This file has readings of the meter, not your consumption hour by hour. {_GET_FILE}",
    "several-meters": lambda values: (
        f"This file has measurements of {values['meters']} meters or sensors. Choose one file per meter: two homes are "
        "never mixed."
    ),
    "injection-only": lambda _: (
        f"This file only has what your solar panels fed into the grid. Choose the consumption. {_DOWNLOAD}"
    ),
    "no-active-power": lambda _: (
        "This file has neither active power nor active energy: apparent power (VA), reactive power (var) or voltage is "
        f"not enough. {_GET_FILE}"
    ),
    "unknown-unit": _unknown_unit,
    "several-columns": lambda values: (
        f"This table has {values['columns']} columns that could be the consumption. Keep the date and one of them, the "
        "total."
    ),
    "no-values": lambda _: (
        "This file has the form of a load curve, but no value that can be read: hours were probably not collected yet. "
        f"{_RECORD}"
    ),
    "unreadable-dates": lambda values: (
        f"The dates in this file, such as “{values['seen']}”, cannot be read for certain. Write the day before the "
        "month and the whole year, 31/01/2026 00:30, or take the file as it was downloaded, without opening it in a "
        "spreadsheet."
    ),
    "step-unknown": lambda _: (
        "The length of the steps in this file is not known: at least two that follow each other are needed, at most an "
        "hour apart."
    ),
    "odd-steps": lambda _: (
        "The steps in this file do not start at an hour, half-hour or other full step: they cannot be matched with the "
        "hours of the grid."
    ),
    "not-a-load-curve": lambda values: (
        f"This file is not a load curve: it seems to be {_SEEMS[str(values['seems'])]}. {_GET_FILE}"
    ),
}


def _count(values: Values, one: str, many: str, name: str = "rows") -> str:
    return f"{values[name]} {one if values[name] == 1 else many}"


def _are(values: Values) -> str:
    return "is" if values["rows"] == 1 else "are"


_REMARKS: Mapping[str, Callable[[Values], str]] = {
    "side-assumed": lambda values: (
        f"The file does not say whether a time is the start or the end of its step: the {values['side']} was assumed."
    ),
    "step-derived": lambda values: (
        "The file does not state the length of its steps: it was taken from the distance between times, mostly "
        f"{_count(values, 'minute', 'minutes', 'minutes')}."
    ),
    "unit-assumed": lambda values: f"The file states no unit: its values were read as {values['unit']}.",
    "clock-time-assumed": lambda _: "The file states no time zone: its times are those of mainland France.",
    "empty-values": lambda values: (
        f"{_count(values, 'step is empty: it is', 'steps are empty: they are')} missing from the total, and not "
        "counted as zero."
    ),
    "repeated-instants": lambda values: (
        f"{_count(values, 'row repeats', 'rows repeat')} an instant that was read already: corrected values "
        "count before completed ones, and these before raw ones."
    ),
    "overlapping-steps": lambda values: (
        f"{_count(values, 'row overlaps the step before and is', 'rows overlap the step before and are')} left out."
    ),
    "ambiguous-hour": lambda values: (
        f"{_count(values, 'row', 'rows')} of the hour that the end of summer time repeats {_are(values)} left out: "
        "nothing tells which of the two hours is meant."
    ),
    "skipped-hour": lambda values: (
        f"{_count(values, 'row has', 'rows have')} a time that the start of summer time skips, and {_are(values)} left "
        "out."
    ),
    "odd-instants": lambda values: (
        f"{_count(values, 'row is', 'rows are')} not at the start of an hour, half-hour or other full step, and "
        f"{_are(values)} left out."
    ),
    "grouped-thousands": lambda values: (
        f"{_count(values, 'value such as 1,234 was', 'values such as 1,234 were')} read as 1234: the others are whole "
        "numbers below 1000."
    ),
    "unreadable-rows": lambda values: (
        f"{_count(values, 'row cannot be read and is', 'rows cannot be read and are')} left out."
    ),
    "negative-values": lambda values: f"{_count(values, 'value is negative and', 'values are negative and')} left out.",
    "other-quantities": lambda values: (
        f"{_count(values, 'row has', 'rows have')} a quantity other than active power or energy, and {_are(values)} "
        "left out."
    ),
    "injection-apart": lambda values: (
        f"{_count(values, 'step is', 'steps are')} energy fed into the grid: it is summed apart, and does not "
        "reduce the consumption."
    ),
    "injection-unknown": lambda _: (
        "Energy fed into the grid could not be summed: the length of its steps is not known."
    ),
}


def describe_refusal(code: str, values: Values) -> str:
    """Return the sentence of a refusal, with what to do."""
    return _REFUSALS[code](values)


def describe_remark(code: str, values: Values) -> str:
    """Return the sentence of a remark."""
    return _REMARKS[code](values)
