import type { Objective } from '../../../contract/planning/choices.ts'
import { isInHourRanges, parseHourRanges } from '../../../contract/planning/hour-ranges.ts'
import { listParisSlots } from '../../../time/paris-clock.ts'
import { loadOf } from '../load.ts'
import type { PlanFigures, PlanSlot } from '../plan-figures.ts'
import { planLoad } from '../plan-load.ts'
import { createPlanRequest } from './made-up-window.ts'

// Writes `clients/home-assistant/tests/planning/best-windows.json`: the best windows that the Home Assistant integration must find as the planner does.

/** Where the integration's tests read the vectors. */
export const windowVectorsFile = new URL(
  '../../../../../clients/home-assistant/tests/planning/best-windows.json',
  import.meta.url,
)

const slotsPerDay = 96

/** The same numbers in every run. */
function createNoise(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 48_271) % 2_147_483_647
    return state / 2_147_483_647
  }
}

const round = (value: number, decimals: number): number => Number(value.toFixed(decimals))

type MadeDay = { start: string; price: (number | null)[]; carbon: (number | null)[]; score: (number | null)[] }

/** A price as each kind of contract has it: of the market, or of two levels that leave the choice to the emissions. */
const prices = {
  market: (noise: () => number) => round(0.3 * noise() - 0.05, 5),
  offPeak: (noise: () => number) => (noise() < 0.5 ? 0.1579 : 0.2065),
  flat: () => 0.194,
}

/** Days of 23, 24 and 25 hours, and a day with unknown values. */
const days: readonly MadeDay[] = [
  { start: '2026-02-03T18:30:00Z', kind: 'market', unknown: 0 },
  { start: '2026-02-03T18:30:00Z', kind: 'offPeak', unknown: 0 },
  { start: '2026-03-28T12:00:00Z', kind: 'market', unknown: 0 },
  { start: '2026-10-24T20:45:00Z', kind: 'offPeak', unknown: 0 },
  { start: '2026-10-24T10:15:00Z', kind: 'flat', unknown: 0 },
  { start: '2026-07-14T05:00:00Z', kind: 'market', unknown: 0.06 },
].map(({ start, kind, unknown }, index) => {
  const noise = createNoise(index + 7)
  const price = prices[kind as keyof typeof prices]
  const column = (value: () => number) =>
    Array.from({ length: slotsPerDay }, () => (noise() < unknown ? null : value()))
  const hourly = column(() => round(15 + 60 * noise(), 2))
  return {
    start,
    price: column(() => price(noise)),
    // Intensities are known by the hour, so that neighbouring quarter-hours are equal.
    carbon: hourly.map((_, slot) => hourly[slot - (slot % 4)] ?? null),
    score: column(() => Math.round(100 * noise())),
  }
})

/** A load as the integration is configured, and the quiet hours that mean the same. */
const loads = [
  { config: { duration_minutes: 90, energy_kwh: 1.1 }, quiet: '' },
  { config: { duration_minutes: 120 }, quiet: '' },
  { config: { energy_kwh: 20, power_kw: 7.4, quiet: '19:00-21:10' }, quiet: '19:00-21:10' },
  { config: { energy_kwh: 1.85, power_kw: 7.4, earliest: '01:50', latest: '04:05' }, quiet: '04:05-01:50' },
  { config: { duration_minutes: 200, power_kw: 2, earliest: '22:00', latest: '07:00' }, quiet: '07:00-22:00' },
  {
    config: { duration_minutes: 45, power_kw: 2.2, earliest: '06:00', quiet: '12h-14h' },
    quiet: '00:00-06:00,12:00-14:00',
  },
  { config: { duration_minutes: 600, power_kw: 1, latest: '18:00' }, quiet: '18:00-24:00' },
] as const
const objectives: readonly Objective[] = ['cost', 'carbon', 'score']

function toSlots({ start, price, carbon, score }: MadeDay): PlanSlot[] {
  const known = <Value>(value: number | null | undefined, make: (value: number) => Value): Value | null =>
    value === null || value === undefined ? null : make(value)
  const banded = (central: number) => ({ central, low: null, high: null })
  return listParisSlots(Temporal.Instant.from(start).epochMilliseconds, slotsPerDay).map((slot, index) => ({
    ...slot,
    price: known(price[index], (eurPerKwh) => ({
      ...{ eurPerKwh, low: null, high: null },
      ...{ basis: 'regulated' as const, certainty: 'confirmed' as const },
    })),
    gCo2PerKwh: known(carbon[index], banded),
    score: known(score[index], banded),
    gridSignal: null,
  }))
}

const toWindow = ({ segments, cost, carbon, score }: PlanFigures) => ({
  ...{ first: segments[0]?.first ?? null, slots: segments[0]?.slots ?? null },
  ...{ costEur: cost?.eur ?? null, emissionsG: carbon?.gCo2eq ?? null, score },
})

/** The made-up days, and for each day, load and objective the best window; null where the load does not fit. */
export function describeWindowVectors() {
  const cases = days.flatMap((day, index) =>
    loads.flatMap(({ config, quiet }) =>
      objectives.map((objective) => ({
        day: index,
        load: { ...config, objective },
        ...plan(day, config, quiet, objective),
      })),
    ),
  )
  return {
    days: days.map(({ start, price, carbon, score }) => ({
      start,
      price: writeColumn(price),
      carbon: writeColumn(carbon),
      score: writeColumn(score),
    })),
    cases,
  }
}

const writeColumn = (values: MadeDay['price']): string => values.map((value) => value ?? '-').join(' ')

function plan(
  day: MadeDay,
  config: { energy_kwh?: number; power_kw?: number; duration_minutes?: number },
  quiet: string,
  objective: Objective,
) {
  const slots = toSlots(day)
  const ranges = quiet === '' ? [] : (parseHourRanges(quiet) ?? [])
  const { energy_kwh: energyKWh = null, power_kw: powerKW = null, duration_minutes: durationMinutes = null } = config
  const load = loadOf({ energyKWh, powerKW, durationMinutes })
  if (load === null) throw new Error('A load needs two of its three values.')
  const isQuiet = slots.map(({ minuteOfDay }) => isInHourRanges(ranges, minuteOfDay))
  const planned = planLoad(createPlanRequest(slots, { load, objective, isQuiet }))
  if (!planned.isFeasible) return { best: null, startNow: null }
  return { best: toWindow(planned.plan), startNow: toWindow(planned.baselines.startNow) }
}

if (import.meta.main) await Bun.write(windowVectorsFile, `${JSON.stringify(describeWindowVectors(), null, 2)}\n`)
