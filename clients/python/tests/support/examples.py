"""Small answers of the API."""

from typing import Any

TARIFF_TODAY: dict[str, Any] = {
    "date": "2026-02-03",
    "color": "Rouge",
    "inForce": {"color": "Rouge", "from": "2026-02-03T05:00:00Z", "to": "2026-02-04T05:00:00Z"},
    "source": "RTE",
    "license": "Licence Ouverte",
    "publishedAt": None,
    "fetchedAt": "2026-02-03T18:00:00Z",
}


def history_point(timestamp: str, score: int = 70) -> dict[str, Any]:
    """Make one point of a streamed history."""
    return {
        "timestamp": timestamp,
        "globalScore": score,
        "level": "Optimal",
        "confidence": 90,
        "carbonSlotStart": None,
        "carbonIntensityGco2Kwh": 25.5,
        "carbonIntensityConsumptionGco2Kwh": None,
        "lowCarbonPct": 95.0,
        "spotPriceEurPerMWh": None,
        "provenance": "live",
    }
