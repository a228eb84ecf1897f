"""Texts of calendar events, in French and English. No Home Assistant here: calendars have no translated events."""

from collections.abc import Mapping

from .planning.windows import BestWindow

_COLORS: Mapping[str, Mapping[str, str]] = {
    "fr": {"white": "Jour Tempo blanc", "red": "Jour Tempo rouge"},
    "en": {"white": "Tempo white day", "red": "Tempo red day"},
}
_FORECAST = {"fr": "{}, prévision ({} %)", "en": "{}, forecast ({}%)"}
_PUBLISHED = {
    "fr": "Couleur publiée, de 6 h à 6 h le lendemain.",
    "en": "Published colour, from 06:00 to 06:00 of the next day.",
}
_PROBABLE = {
    "fr": "Couleur non publiée : probabilité de {} %.",
    "en": "Colour not published yet: probability of {}%.",
}
_WINDOW = {
    "fr": ("{} ct/kWh en moyenne", "{} g de CO₂ par kWh", "note {} sur 100"),
    "en": ("{} ct/kWh on average", "{} g of CO₂ per kWh", "score {} of 100"),
}


def describe_color(language: str, color: str, probability: float | None) -> tuple[str, str]:
    """Summary and description of a Tempo day; probability None = published."""
    texts = _choose(language)
    name = _COLORS[texts][color]
    if probability is None:
        return name, _PUBLISHED[texts]
    percent = round(100 * probability)
    return _FORECAST[texts].format(name, percent), _PROBABLE[texts].format(percent)


def describe_window(language: str, best: BestWindow) -> str:
    """Price, intensity and score of a window, as far as they are known."""
    texts = _choose(language)
    window = best.window
    cents = None if window.price_eur_per_kwh is None else f"{100 * window.price_eur_per_kwh:.1f}"
    values = (
        cents.replace(".", ",") if cents is not None and texts == "fr" else cents,
        None if window.carbon_g_per_kwh is None else round(window.carbon_g_per_kwh),
        None if window.score is None else round(window.score),
    )
    return ", ".join(
        text.format(value) for text, value in zip(_WINDOW[texts], values, strict=True) if value is not None
    )


def _choose(language: str) -> str:
    return "fr" if language.startswith("fr") else "en"
