"""What all bodies of the API have in common; the generated models build on it."""

from datetime import date, datetime, timezone
from typing import Annotated, TypeAlias

from pydantic import AfterValidator, AwareDatetime, BaseModel, ConfigDict


def _as_utc(instant: datetime) -> datetime:
    return instant.astimezone(timezone.utc)


Instant: TypeAlias = Annotated[AwareDatetime, AfterValidator(_as_utc)]
"""An instant: a `datetime` in UTC."""

Day: TypeAlias = date
"""A calendar day in Paris. (A name of its own, because fields are called `date`.)"""


class Body(BaseModel):
    """An object of an answer. It cannot be changed; fields that this version does not know are ignored."""

    model_config = ConfigDict(frozen=True, extra="ignore", populate_by_name=True, protected_namespaces=())
