import { minuteMs, quarterHourMs } from '../../../time/instant.ts'
import { toParisInstantMs } from '../../../time/paris-clock.ts'
import type { LoadCurve } from '../load-curve.ts'
import { roundFigure } from './period-figures.ts'
import type { PricedCurve } from './priced-curve.ts'
import type { DailyLoad, MovedLoad } from './statement.ts'

const minutesPerDay = 1_440
/** A file has the energy of a load within this, kWh: binary noise. */
const equalKwh = 1e-9

/** Cost and emissions of a run; NaN where unknown. */
type RunFigures = { eur: number; grams: number }
/** Figures are equal within these. */
const equal: RunFigures = { eur: 1e-9, grams: 1e-6 }

/** The load on one day, ms since the epoch: its usual start, and the window in which it may run. */
type DayRuns = { usualMs: number; fromMs: number; toMs: number }

/** Integral of a quantity from one instant to another; NaN where a part is unknown. */
type Integral = (fromMs: number, toMs: number) => number

/** What moving a daily load would have saved under each contract, at the best start of each day in hindsight. */
export function computeMovedLoad(curve: LoadCurve, priced: PricedCurve, load: DailyLoad): MovedLoad {
  const durationMs = load.minutes * minuteMs
  const energyUntil = integrateEnergy(curve)
  const usualDays = listDays(priced, load)
  const days = usualDays.filter(
    ({ usualMs }) => energyUntil(usualMs + durationMs) - energyUntil(usualMs) >= load.energyKwh - equalKwh,
  )
  const production = priced.axis.production
  const gramsOver = integrateOver(priced, (hour, _, minutes) => (production[hour] ?? Number.NaN) * minutes)
  const kwhPerMinute = load.energyKwh / load.minutes
  const contracts = priced.contracts.map(({ key, computePrice }) => {
    const eurOver = integrateOver(priced, (hour, offset, minutes) => computePrice(hour, offset, minutes) * minutes)
    const figuresAt = (startMs: number): RunFigures => ({
      eur: eurOver(startMs, startMs + durationMs) * kwhPerMinute,
      grams: gramsOver(startMs, startMs + durationMs) * kwhPerMinute,
    })
    return { key, ...sumSavings(days, durationMs, figuresAt) }
  })
  return { load, daysWithLoad: days.length, daysWithoutLoad: usualDays.length - days.length, contracts }
}

/** Days on which the usual run lies in the period. */
function listDays({ axis, period }: PricedCurve, { minutes, usualStartMinute, window }: DailyLoad): DayRuns[] {
  const fromMinute = window?.fromMinute ?? 0
  const end = window?.toMinute ?? minutesPerDay
  const toMinute = end <= fromMinute ? end + minutesPerDay : end
  if (minutes > toMinute - fromMinute) throw new RangeError('a load is longer than its window')
  // In a window over midnight, such as 22:00-07:00, a start at 01:00 is the one after that midnight.
  const isAfterMidnight = usualStartMinute < fromMinute && usualStartMinute + minutesPerDay < toMinute
  const usualMinute = isAfterMidnight ? usualStartMinute + minutesPerDay : usualStartMinute
  return axis.days.flatMap((_, index) => {
    const day = axis.firstDay + index
    const usualMs = toParisInstantMs(day, usualMinute)
    const isInPeriod = usualMs >= period.fromMs && usualMs + minutes * minuteMs <= period.toMs
    return isInPeriod
      ? [{ usualMs, fromMs: toParisInstantMs(day, fromMinute), toMs: toParisInstantMs(day, toMinute) }]
      : []
  })
}

/** Energy of a curve up to an instant, kWh; a gap adds nothing. */
function integrateEnergy({ startsMs, minutes, energyKwh }: LoadCurve): (atMs: number) => number {
  const before = new Float64Array(startsMs.length + 1)
  energyKwh.forEach((kwh, step) => {
    before[step + 1] = (before[step] ?? 0) + kwh
  })
  return (atMs) => {
    let [low, high] = [0, startsMs.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((startsMs[middle] ?? 0) <= atMs) low = middle + 1
      else high = middle
    }
    const step = low - 1
    const share = Math.min(1, (atMs - (startsMs[step] ?? atMs)) / ((minutes[step] ?? 1) * minuteMs))
    return (before[step] ?? 0) + share * (energyKwh[step] ?? 0)
  }
}

/** Sums a quantity by quarter-hour once, so that a run of any length is a difference. */
function integrateOver(
  { axis }: PricedCurve,
  integrate: (hour: number, offsetMinutes: number, minutes: number) => number,
): Integral {
  const count = axis.count * 4
  const [known, unknown] = [new Float64Array(count + 1), new Int32Array(count + 1)]
  for (let quarter = 0; quarter < count; quarter += 1) {
    const value = integrate(quarter >> 2, (quarter & 3) * 15, 15)
    known[quarter + 1] = (known[quarter] ?? 0) + (Number.isNaN(value) ? 0 : value)
    unknown[quarter + 1] = (unknown[quarter] ?? 0) + (Number.isNaN(value) ? 1 : 0)
  }
  const valueUntil = (atMs: number): number => {
    const quarter = Math.floor((atMs - axis.firstMs) / quarterHourMs)
    const minutes = (atMs - axis.firstMs - quarter * quarterHourMs) / minuteMs
    const rest = minutes > 0 ? integrate(quarter >> 2, (quarter & 3) * 15, minutes) : 0
    return (known[quarter] ?? Number.NaN) + rest
  }
  return (fromMs, toMs) => {
    const first = Math.floor((fromMs - axis.firstMs) / quarterHourMs)
    const end = Math.ceil((toMs - axis.firstMs) / quarterHourMs)
    if (first < 0 || end > count || unknown[first] !== unknown[end]) return Number.NaN
    return valueUntil(toMs) - valueUntil(fromMs)
  }
}

function sumSavings(
  days: readonly DayRuns[],
  durationMs: number,
  figuresAt: (startMs: number) => RunFigures,
): Omit<MovedLoad['contracts'][number], 'key'> {
  let countedDays = 0
  const [byPrice, byCarbon]: [RunFigures, RunFigures] = [
    { eur: 0, grams: 0 },
    { eur: 0, grams: 0 },
  ]
  for (const { usualMs, fromMs, toMs } of days) {
    const usual = figuresAt(usualMs)
    if (Number.isNaN(usual.eur) || Number.isNaN(usual.grams)) continue
    countedDays += 1
    let [cheapest, cleanest] = [usual, usual]
    for (let startMs = fromMs; startMs + durationMs <= toMs; startMs += quarterHourMs) {
      const run = figuresAt(startMs)
      if (isBetter(run, cheapest, 'eur', 'grams')) cheapest = run
      if (isBetter(run, cleanest, 'grams', 'eur')) cleanest = run
    }
    addSaving(byPrice, usual, cheapest)
    addSaving(byCarbon, usual, cleanest)
  }
  const describe = ({ eur, grams }: RunFigures) => ({
    savedEur: roundFigure(eur),
    savedKgCo2eq: roundFigure(grams / 1_000),
  })
  return {
    countedDays,
    unknownDays: days.length - countedDays,
    byPrice: describe(byPrice),
    byCarbon: describe(byCarbon),
  }
}

/** Whether a run is better by the first figure or, where that is equal, by the second; a run with an unknown figure never is. */
function isBetter(run: RunFigures, other: RunFigures, first: keyof RunFigures, second: keyof RunFigures): boolean {
  if (Number.isNaN(run.eur) || Number.isNaN(run.grams)) return false
  if (Math.abs(run[first] - other[first]) > equal[first]) return run[first] < other[first]
  return run[second] < other[second] - equal[second]
}

function addSaving(sum: RunFigures, usual: RunFigures, best: RunFigures): void {
  sum.eur += usual.eur - best.eur
  sum.grams += usual.grams - best.grams
}
