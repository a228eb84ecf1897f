"""Every program of Hexawatt reads the same steps, remarks and refusals from the same file."""

import base64
import io
import zipfile
from pathlib import Path
from typing import Any

import pytest

from hexawatt.statement import LoadCurve, LoadCurveRefusal, read_load_curve
from hexawatt.statement.clock import format_instant
from hexawatt.statement.reading.steps import columns

from .vectors import read_vectors, to_instant_ms

_vectors: list[dict[str, Any]] = read_vectors("reading-vectors.json")["vectors"]


def _to_bytes(vector: dict[str, Any]) -> bytes:
    text: str | None = vector.get("text")
    return base64.b64decode(vector["base64"]) if text is None else text.encode()


def _describe(curve: LoadCurve) -> dict[str, Any]:
    return {
        "kind": curve.kind,
        "from": None if curve.from_ms is None else format_instant(curve.from_ms),
        "to": None if curve.to_ms is None else format_instant(curve.to_ms),
        "injectedKwh": curve.injected_kwh,
        "remarks": [
            {"code": remark.code, "values": remark.values, "sentence": str(remark)} for remark in curve.remarks
        ],
    }


@pytest.mark.parametrize("vector", [one for one in _vectors if "curve" in one], ids=lambda vector: vector["name"])
def test_a_file_is_read_as_other_programs_read_it(vector: dict[str, Any]) -> None:
    curve = read_load_curve(_to_bytes(vector))
    expected = {**vector["curve"]}
    steps = [step.split(" ") for step in expected.pop("steps")]
    assert curve.starts_ms == [to_instant_ms(start) for start, _, _ in steps]
    assert curve.minutes == [int(minutes) for _, minutes, _ in steps]
    assert curve.energy_kwh == pytest.approx([float(energy) for _, _, energy in steps], abs=1e-12)
    assert _describe(curve) == expected


@pytest.mark.parametrize("vector", [one for one in _vectors if "refusal" in one], ids=lambda vector: vector["name"])
def test_a_file_is_refused_with_the_reason_of_other_programs(vector: dict[str, Any]) -> None:
    with pytest.raises(LoadCurveRefusal) as caught:
        read_load_curve(_to_bytes(vector))
    refusal = caught.value
    assert {"code": refusal.code, "values": refusal.values, "sentence": str(refusal)} == vector["refusal"]


def test_nothing_that_is_read_or_said_has_the_identifier_of_the_meter() -> None:
    meter = "19370461852974"
    for vector in _vectors:
        if "text" not in vector:
            continue
        content = vector["text"].replace("00000000000000", meter).encode()
        try:
            said = repr(read_load_curve(content))
        except LoadCurveRefusal as refusal:
            said = repr((refusal, refusal.values, refusal.args))
        assert meter not in said, vector["name"]


def test_a_workbook_is_refused_with_a_sentence_that_says_what_to_do() -> None:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        archive.writestr("xl/workbook.xml", "<workbook/>")
    with pytest.raises(LoadCurveRefusal, match="save it as CSV") as caught:
        read_load_curve(buffer.getvalue())
    assert caught.value.code == "workbook"


@pytest.mark.parametrize(
    ("content", "code", "seems"),
    [
        (b"", "empty-file", None),
        (b"PK\x05\x06" + bytes(18), "not-a-load-curve", "zip"),
        (b"\x1f\x8b\x08\x00", "not-a-load-curve", "archive"),
        (b"\xd0\xcf\x11\xe0" + bytes(600), "not-a-load-curve", "old-workbook"),
        (b"\xd0\xcf\x11\xe0" + "EncryptedPackage".encode("utf-16-le"), "workbook-encrypted", None),
        (b"\x89PNG\r\n\x1a\n", "not-a-load-curve", "image"),
        (b'<?xml version="1.0"?><Courbe_Charge/>', "not-a-load-curve", "xml"),
        (bytes((index * 97) % 256 for index in range(400)), "not-a-load-curve", "binary"),
        (b"[" * 100_000, "not-a-load-curve", "json"),
        (b'{"header": {"codeFlux": "R64"}, "mesures": []}', "meter-readings", None),
        (bytes(30_000_001), "file-too-large", None),
    ],
)
def test_anything_else_is_named(content: bytes, code: str, seems: str | None) -> None:
    with pytest.raises(LoadCurveRefusal) as caught:
        read_load_curve(content)
    assert (caught.value.code, caught.value.values.get("seems")) == (code, seems)


def test_a_file_with_more_rows_than_the_bound_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    assert columns.MAX_ROWS == 500_000
    monkeypatch.setattr(columns, "MAX_ROWS", 1_000)
    content = b"horodate;puissance moyenne (W)\n" + b"2026-01-05T00:30:00Z;1\n2026-01-05T01:00:00Z;1\n" * 500
    assert len(read_load_curve(content)) == 2
    with pytest.raises(LoadCurveRefusal, match="more than 1,000 rows"):
        read_load_curve(content + b"2026-01-05T01:30:00Z;1\n")


def test_a_file_is_read_by_its_path(tmp_path: Path) -> None:
    file = tmp_path / "load-curve.csv"
    file.write_text(_vectors[0]["text"], encoding="utf-8")
    assert read_load_curve(file) == read_load_curve(str(file)) == read_load_curve(file.read_bytes())
    with pytest.raises(FileNotFoundError):
        read_load_curve(tmp_path / "none.csv")


def test_half_an_hour_of_a_file_that_was_cut_off_is_left_out() -> None:
    content = "Période;Consommation (kWh)\n2026-01-05 00:00;1\n2026-01-05 01:00;2\né".encode()
    assert read_load_curve(content[:-1]).energy_kwh == [1, 2]


@pytest.mark.parametrize("vector", [one for one in _vectors if "text" in one], ids=lambda vector: vector["name"])
def test_a_broken_file_is_read_in_part_or_refused_and_never_fails_otherwise(vector: dict[str, Any]) -> None:
    content = _to_bytes(vector)
    for cut in range(1, len(content), max(1, len(content) // 20)):
        for broken in (content[:cut], content[cut:], content[:cut] + b";\xff\x00" + content[cut:]):
            try:
                curve = read_load_curve(broken)
            except LoadCurveRefusal:
                continue
            ends = [start + minutes * 60_000 for start, minutes in zip(curve.starts_ms, curve.minutes, strict=True)]
            assert all(start >= end for start, end in zip(curve.starts_ms[1:], ends, strict=False))
            assert all(energy >= 0 for energy in curve.energy_kwh)
