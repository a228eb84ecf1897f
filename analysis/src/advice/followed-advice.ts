import {
  findSameHourValue,
  listSameHoursOfEarlierDays,
} from '@hexawatt/shared/methodology/forecast-accuracy/naive-forecasts'
import { optimise } from '@hexawatt/shared/methodology/schedule/optimise'
import { groupBySeries } from '../backtest/analog-inputs.ts'
import {
  computeKnownUntilMs,
  type DetailedIssueOutcome,
  type Realised,
  replayIssue,
  type Target,
} from '../backtest/replayed-issue.ts'
import { collectRealisedValues, listIssueInstants } from '../backtest/run-backtest.ts'
import type { GridRecord, SpanMs } from '../recorded/recorded-hours.ts'
import { createRefinementRun } from '../refinements/refinement-run.ts'
import { composeForecastHours, composeRealisedHours } from './composites-by-version.ts'
import { completeInputs, installations } from './made-up-installation.ts'

/** Window and load, hours. */
const [windowHours, loadHours] = [24, 4]

/** Advice that recommends a block: either version of the national score in an installation, the cost, or the emissions with one factor set. */
export const advices = [
  ...installations.flatMap((installation) => [`scoreV1 ${installation}` as const, `scoreV2 ${installation}` as const]),
  ...(['cost', 'carbon', 'direct'] as const),
]
export type Advice = (typeof advices)[number]

/** How the block is chosen: by the forecast, by yesterday's realised values of the same hours, or by starting at once. */
export type Chooser = `${Advice} forecast` | `${Advice} yesterday` | 'at once'

/** Quantities that following the advice saves: market price, and emissions with each factor set. */
export const savedTargets = ['price', 'intensity', 'direct'] as const satisfies readonly Target[]
export type SavedTarget = (typeof savedTargets)[number]

/** Sums over the issues that were judged, of one chooser and target; per MWh or kWh, the mean of the window less that of the block. */
export type Followed = { issues: number; saved: number; possible: number; worseThanMean: number }
export type FollowedAdvice = ReadonlyMap<Chooser, Readonly<Record<SavedTarget, Followed>>>

type Ranked = readonly (number | null)[]

/** Follows each advice at every issue of some spans: the best block of four hours of the next 24, whose values and forecasts are all known. */
export async function followAdvice(record: GridRecord, spans: readonly SpanMs[]): Promise<FollowedAdvice> {
  const followed = new Map<Chooser, Record<SavedTarget, Followed>>()
  const series = groupBySeries(record)
  const refinementRun = createRefinementRun('all')
  for (const span of spans) {
    const realised = collectRealisedValues(record, span)
    const past = collectPast(record, realised)
    for (const now of listIssueInstants(span)) {
      const issue = await replayIssue(record, realised, now, series, { refinementRun })
      const forecast = rankByForecast(record, issue)
      const came = savedTargets.map((target) => issue.hours[target].slice(0, windowHours).map((hour) => hour.realised))
      if (!came.every(isKnown) || !advices.every((advice) => isKnown(forecast(advice)))) continue
      const add = (chooser: Chooser, first: number): void => {
        const sums = followed.getOrInsertComputed(chooser, createSums)
        for (const [index, target] of savedTargets.entries()) addBlock(sums[target], came[index] ?? [], first)
      }
      add('at once', 0)
      for (const advice of advices) {
        add(`${advice} forecast`, findBestBlock(forecast(advice)))
        const yesterday = rankByYesterday(advice, issue, past.get(advice) ?? new Map())
        if (isKnown(yesterday)) add(`${advice} yesterday`, findBestBlock(yesterday))
      }
    }
  }
  return followed
}

const createSums = (): Record<SavedTarget, Followed> => {
  const none = () => ({ issues: 0, saved: 0, possible: 0, worseThanMean: 0 })
  return { price: none(), intensity: none(), direct: none() }
}

function isKnown(values: Ranked): values is readonly number[] {
  return values.every((value) => value !== null)
}

/** Values of the hours by which each advice ranks them, lower is better. */
function rankByForecast(record: GridRecord, issue: DetailedIssueOutcome): (advice: Advice) => Ranked {
  const { issuedAt, hours, inputs } = issue
  const read = (target: Target): Ranked => hours[target].slice(0, windowHours).map(({ predicted }) => predicted.analog)
  const ranked = new Map<Advice, Ranked>([
    ['cost', read('price')],
    ['carbon', read('intensity')],
    ['direct', read('direct')],
  ])
  for (const installation of installations) {
    const completed = completeInputs(inputs, record, issuedAt.epochMilliseconds, installation)
    const composites = composeForecastHours(issue, completed, windowHours)
    ranked.set(
      `scoreV1 ${installation}`,
      composites.map(({ scoreV1 }) => -scoreV1),
    )
    ranked.set(
      `scoreV2 ${installation}`,
      composites.map(({ scoreV2 }) => -scoreV2),
    )
  }
  return (advice) => padUnknown(ranked.get(advice) ?? [])
}

/** An issue without the analog method has no composites: they are unknown. */
const padUnknown = (values: Ranked): Ranked => Array.from({ length: windowHours }, (_, index) => values[index] ?? null)

/** The same from the newest realised values of the same hours of the day. */
function rankByYesterday(advice: Advice, { issuedAt, hours }: DetailedIssueOutcome, past: ReadonlyMap<number, number>) {
  const target = advice === 'cost' ? 'price' : 'intensity'
  const knownUntilMs = computeKnownUntilMs(target, issuedAt)
  return hours[target]
    .slice(0, windowHours)
    .map(({ startMs }) => findSameHourValue(past, listSameHoursOfEarlierDays(startMs), knownUntilMs))
}

/** Realised values by which each advice ranks hours, lower is better. */
function collectPast(record: GridRecord, { price, intensity, direct }: Realised) {
  const past = new Map<Advice, ReadonlyMap<number, number>>([
    ['cost', price],
    ['carbon', intensity],
    ['direct', direct],
  ])
  for (const installation of installations) {
    const composites = [...composeRealisedHours(record, intensity, installation)]
    past.set(`scoreV1 ${installation}`, new Map(composites.map(([startMs, { scoreV1 }]) => [startMs, -scoreV1])))
    past.set(`scoreV2 ${installation}`, new Map(composites.map(([startMs, { scoreV2 }]) => [startMs, -scoreV2])))
  }
  return past
}

/** First hour of the block with the smallest sum; the earliest of equal ones. */
function findBestBlock(values: Ranked): number {
  const best = optimise({ values, slots: loadHours, maxSegments: 1, minOnSlots: loadHours, tieBreak: 'early' })
  return best.isFeasible ? (best.segments[0]?.first ?? Number.NaN) : Number.NaN
}

function addBlock(sums: Followed, values: Ranked, first: number): void {
  const mean = computeMean(values)
  const block = computeMean(values.slice(first, first + loadHours))
  const best = findBestBlock(values)
  sums.issues += 1
  sums.saved += mean - block
  sums.possible += mean - computeMean(values.slice(best, best + loadHours))
  sums.worseThanMean += Number(block > mean)
}

function computeMean(values: Ranked): number {
  return values.reduce<number>((sum, value) => sum + (value ?? Number.NaN), 0) / values.length
}
