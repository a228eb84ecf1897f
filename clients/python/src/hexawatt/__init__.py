"""Typed client of the Hexawatt API: carbon intensity, score, price and Tempo colours of the French power grid."""

from hexawatt._async.client import AsyncHexawatt as AsyncHexawatt
from hexawatt._async.transport import AsyncTimers as AsyncTimers
from hexawatt._sync.client import Hexawatt as Hexawatt
from hexawatt._sync.transport import Timers as Timers
from hexawatt.answer import Answer as Answer, RateLimit as RateLimit
from hexawatt.errors import (
    AuthenticationProblem as AuthenticationProblem,
    ForbiddenProblem as ForbiddenProblem,
    HexawattConnectionError as HexawattConnectionError,
    HexawattError as HexawattError,
    HexawattProblem as HexawattProblem,
    RateLimited as RateLimited,
)
from hexawatt.frames import to_pandas as to_pandas
from hexawatt.models import *  # noqa: F403 (every model of the contract)
from hexawatt.parameters import Contract as Contract, Moment as Moment, Ranges as Ranges, Weights as Weights
from hexawatt.streamed import (
    CarbonEvent as CarbonEvent,
    ConsumptionEvent as ConsumptionEvent,
    ContractPrice as ContractPrice,
    EventKind as EventKind,
    GridEvent as GridEvent,
    LiveEvent as LiveEvent,
    OutlookEvent as OutlookEvent,
    PricesEvent as PricesEvent,
    ScoreEvent as ScoreEvent,
    StreamedHistoryPoint as StreamedHistoryPoint,
    TariffEvent as TariffEvent,
)
