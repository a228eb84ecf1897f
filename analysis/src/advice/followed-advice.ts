import {
  findSameHourValue,
  listSameHoursOfEarlierDays,
} from '@hexawatt/shared/methodology/forecast-accuracy/naive-forecasts'
import { optimise } from '@hexawatt/shared/methodology/schedule/optimise'
import { groupBySeries } from '../backtest/analog-inputs.ts'
import {
  computeKnownUntilMs,
  type Realised,
  replayIssue,
  type ScoredIssueOutcome,
  type Target,
} from '../backtest/replayed-issue.ts'
import { collectRealisedValues, listIssueInstants } from '../backtest/run-backtest.ts'
import type { GridRecord, SpanMs } from '../recorded/recorded-hours.ts'
import { type CompositesByVersion, composeForecastHour, composeRealisedHours } from './composites-by-version.ts'
import { addMadeUpInputs, type Installation } from './made-up-installation.ts'

/** Window and load, hours. */
const [windowHours, loadHours] = [24, 4]

/** What a block is recommended by: the national score by its two versions, cost, and emissions with both factor sets. */
export const advices = ['scoreV1', 'scoreV2', 'cost', 'carbon', 'direct'] as const
export type Advice = (typeof advices)[number]

/** Who chooses the block: the forecast, or the realised values of the same hours of yesterday; or it starts at once. */
export type Chooser = `${Advice} forecast` | `${Advice} yesterday` | 'at once'

/** What is saved by following: market price, and emissions with both factor sets. */
export const savedTargets = ['price', 'intensity', 'direct'] as const satisfies readonly Target[]
export type SavedTarget = (typeof savedTargets)[number]

/** Sums over the issues that were judged, of one chooser and target; per MWh or kWh, the mean of the window less that of the block. */
export type Followed = { issues: number; saved: number; possible: number; worseThanMean: number }
export type FollowedAdvice = ReadonlyMap<Chooser, Readonly<Record<SavedTarget, Followed>>>

type Ranked = readonly (number | null)[]

/** Follows each advice at every issue of some spans: the best block of four hours of the next 24, whose values and forecasts are all known. */
export async function followAdvice(
  record: GridRecord,
  spans: readonly SpanMs[],
  installation: Installation,
): Promise<FollowedAdvice> {
  const followed = new Map<Chooser, Record<SavedTarget, Followed>>()
  const series = groupBySeries(record)
  for (const span of spans) {
    const realised = collectRealisedValues(record, span)
    const past = collectPast(realised, composeRealisedHours(record, realised.intensity, installation))
    for (const now of listIssueInstants(span)) {
      const nowMs = now.epochMilliseconds
      const issue = await replayIssue(record, realised, now, series, {
        completeInputs: (inputs) => (installation === 'open' ? inputs : addMadeUpInputs(inputs, record, nowMs)),
      })
      const forecast = rankByForecast(issue)
      const came = savedTargets.map((target) => issue.hours[target].slice(0, windowHours).map((hour) => hour.realised))
      if (!came.every(isKnown) || !advices.every((advice) => isKnown(forecast[advice]))) continue
      const add = (chooser: Chooser, first: number): void => {
        const sums = followed.getOrInsertComputed(chooser, createSums)
        for (const [index, target] of savedTargets.entries()) addBlock(sums[target], came[index] ?? [], first)
      }
      add('at once', 0)
      for (const advice of advices) {
        add(`${advice} forecast`, findBestBlock(forecast[advice]))
        const yesterday = rankByYesterday(advice, issue, past[advice])
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
function rankByForecast({ issuedAt, hours, scored, inputs }: ScoredIssueOutcome): Record<Advice, Ranked> {
  const read = (target: Target): Ranked => hours[target].slice(0, windowHours).map(({ predicted }) => predicted.analog)
  const loads = read('load')
  const composites = Array.from({ length: windowHours }, (_, index) => {
    const slot = scored?.[index]
    return slot && composeForecastHour(slot.subScores, inputs, slot.startMs, issuedAt, loads[index] ?? null)
  })
  return {
    scoreV1: composites.map((of) => (of === undefined ? null : -of.scoreV1)),
    scoreV2: composites.map((of) => (of === undefined ? null : -of.scoreV2)),
    cost: read('price'),
    carbon: read('intensity'),
    direct: read('direct'),
  }
}

/** The same from the newest realised values of the same hours of the day. */
function rankByYesterday(advice: Advice, { issuedAt, hours }: ScoredIssueOutcome, past: ReadonlyMap<number, number>) {
  const target = advice === 'cost' ? 'price' : 'intensity'
  const knownUntilMs = computeKnownUntilMs(target, issuedAt)
  return hours[target]
    .slice(0, windowHours)
    .map(({ startMs }) => findSameHourValue(past, listSameHoursOfEarlierDays(startMs), knownUntilMs))
}

/** Realised values by which each advice ranks hours, lower is better. */
function collectPast(
  { price, intensity, direct }: Realised,
  scores: ReadonlyMap<number, CompositesByVersion>,
): Readonly<Record<Advice, ReadonlyMap<number, number>>> {
  const negated = (version: keyof CompositesByVersion) =>
    new Map([...scores].map(([startMs, of]) => [startMs, -of[version]]))
  return { scoreV1: negated('scoreV1'), scoreV2: negated('scoreV2'), cost: price, carbon: intensity, direct }
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
