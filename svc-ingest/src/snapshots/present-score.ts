import { round2 } from '@hexawatt/shared/contract/numbers'
import type { DataMode } from '@hexawatt/shared/grid/feeds'
import { gridSignalStatus } from '@hexawatt/shared/grid/grid-signal'
import { presentSubScores } from '@hexawatt/shared/methodology/score/present-sub-scores'
import { hasLateSource, sourceAvailability } from '@hexawatt/shared/methodology/score/score-confidence'
import type { ScoreInputs } from '@hexawatt/shared/methodology/score/score-inputs'
import type { ScoredSlot } from '@hexawatt/shared/methodology/score/score-slot'
import type { ForecastHour, ForecastSnapshot, ScoreSnapshot } from '@hexawatt/shared/snapshot/score-snapshot'
import { isoSeconds } from '@hexawatt/shared/time/instant'

/** The live score as its snapshot holds it: rounded, with its French sentences, before any weighting. */
export function presentScore(
  slot: ScoredSlot,
  inputs: ScoreInputs,
  now: Temporal.Instant,
  mode: DataMode,
): ScoreSnapshot {
  const level = inputs.signalLevel.get(slot.startMs)
  return {
    mode,
    computedAt: isoSeconds(now),
    subScores: presentSubScores(slot.subScores),
    confidence: slot.confidence,
    hasLateSource: hasLateSource(inputs.availabilityByFeed),
    sourceAvailability: sourceAvailability(inputs.availabilityByFeed, inputs.isReferenceKnown),
    spotPriceEurPerMWh: rounded(slot.spotPriceEurPerMwh),
    gridSignalStatus: level === undefined ? null : gridSignalStatus(level),
  }
}

/** A forecast as its snapshot holds it. */
export function presentForecast(
  slots: readonly ScoredSlot[],
  inputs: ScoreInputs,
  now: Temporal.Instant,
  mode: DataMode,
): ForecastSnapshot {
  return {
    mode,
    issuedAt: isoSeconds(now),
    hasLateSource: hasLateSource(inputs.availabilityByFeed),
    hours: slots.map(presentHour),
  }
}

function presentHour(slot: ScoredSlot): ForecastHour {
  return {
    time: isoSeconds(Temporal.Instant.fromEpochMilliseconds(slot.startMs)),
    subScores: presentSubScores(slot.subScores),
    confidence: slot.confidence,
    spotPriceEurPerMWh: rounded(slot.spotPriceEurPerMwh),
    carbonIntensityGco2Kwh: rounded(slot.gCo2eqPerKwh),
  }
}

const rounded = (value: number | null): number | null => (value === null ? null : round2(value))
