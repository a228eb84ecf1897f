import type { Outage } from '@hexawatt/shared/methodology/score/sub-scores/available-capacity'
import type { ScoreInputs } from '@hexawatt/shared/methodology/score/sub-scores/score-inputs'
import { hourMs } from '@hexawatt/shared/time/instant'
import { toParisYear } from '@hexawatt/shared/time/paris'
import { findValueAt, type GridRecord } from '../recorded/recorded-hours.ts'

/**
 * Inputs of the score that an installation has. `open`: those that were recorded, no grid signal, capacities and outages. `live`: also made-up ones, and
 * the consumption of the window, as the operator forecasts it two days ahead. `liveWithoutLoad`: consumption only when it was published the day before.
 */
export const installations = ['open', 'live', 'liveWithoutLoad'] as const
export type Installation = (typeof installations)[number]

/** Installed power, MW: about that of France in 2024. */
const installedMw = {
  NUCLEAR: 61_400,
  FOSSIL_GAS: 12_600,
  FOSSIL_HARD_COAL: 1_800,
  FOSSIL_OIL: 2_600,
  HYDRO_WATER_RESERVOIR: 9_500,
  HYDRO_PUMPED_STORAGE: 5_000,
  BIOMASS: 700,
  WASTE: 900,
} as const
/** Nuclear power that is out, MW: the mean over the year, and what is added in mid-July and taken off in mid-January. */
const [meanNuclearOutMw, nuclearOutSwingMw] = [21_000, 6_500]
const [midJanuaryMs, yearMs] = [Date.UTC(2023, 0, 15), 365.25 * 24 * hourMs]

/** Residual load, MW, below which the made-up signal is the best one, and above which it is tense; in between it is green. */
const [optimalBelowMw, tenseFromMw] = [33_500, 64_100]
const [optimal, favourable, tense] = [0, 1, 2]

/** Hours after an issue for which signals and outages are made up. */
const madeUpHours = 50

/** The inputs of an installation for the hours from `fromMs` on; no history of signals, capacities, outages and consumption two days ahead exists. */
export function completeInputs(
  recorded: ScoreInputs,
  record: GridRecord,
  fromMs: number,
  installation: Installation,
): ScoreInputs {
  if (installation === 'open') return recorded
  const starts = Array.from({ length: madeUpHours }, (_, index) => fromMs + index * hourMs)
  const year = toParisYear(Temporal.Instant.fromEpochMilliseconds(fromMs))
  const withSignal = {
    ...recorded,
    signalLevel: new Map(starts.map((startMs) => [startMs, makeSignalLevel(record, startMs)])),
    installedMwByYear: new Map([year, year + 1].map((ofYear) => [ofYear, installedMw])),
    outages: [makeNuclearOutage(fromMs)],
  }
  if (installation === 'liveWithoutLoad') return withSignal
  // The day-ahead forecast stands in for the one of two days ahead, which was not recorded.
  const consumption = starts.flatMap((startMs) => {
    const consumptionMw = findValueAt(record.consumption, startMs)
    return consumptionMw === null ? [] : [[startMs, consumptionMw] as const]
  })
  return { ...withSignal, expectedConsumptionMw: new Map(consumption) }
}

/** Made up from the day-ahead forecasts of the hour, whenever they were published: signals are known three days ahead. */
function makeSignalLevel({ consumption, generationForecast }: GridRecord, startMs: number): number {
  const consumptionMw = findValueAt(consumption, startMs)
  if (consumptionMw === null) return favourable
  const windAndSunMw = (generationForecast.get(startMs) ?? []).reduce((sum, { value }) => sum + value, 0)
  const residualMw = consumptionMw - windAndSunMw
  return residualMw < optimalBelowMw ? optimal : residualMw >= tenseFromMw ? tense : favourable
}

function makeNuclearOutage(fromMs: number): Outage {
  const unavailableMw =
    meanNuclearOutMw - nuclearOutSwingMw * Math.cos((2 * Math.PI * (fromMs - midJanuaryMs)) / yearMs)
  const span = { startMs: fromMs, endMs: fromMs + madeUpHours * hourMs }
  return { unitCode: 'made up', productionType: 'NUCLEAR', ...span, unavailableMw, installedMw: null }
}
