import { describe, expect, test } from 'bun:test'
import { createMadeUpWeather } from '@hexawatt/shared/methodology/forecast/testing/made-up-weather'
import { hourMs } from '@hexawatt/shared/time/instant'
import fc from 'fast-check'
import type { GridRecord } from '../recorded/recorded-hours.ts'
import { createRefinementRun, type RefinementChoice } from '../refinements/refinement-run.ts'
import { changeHour, createMadeUpRecord, removeHour } from '../testing/made-up-record.ts'
import { publishedAtMs, recordedFeeds, replaceUnpublished } from '../testing/unpublished-values.ts'
import { groupBySeries } from './analog-inputs.ts'
import type { Emulation } from './emulated-inputs.ts'
import { type IssueOutcome, replayIssue, targets } from './replayed-issue.ts'
import { collectRealisedValues, replayIssues } from './run-backtest.ts'

/** Three weeks around a clock change of spring and one of autumn. */
const springMs = Date.UTC(2024, 2, 11)
const autumnMs = Date.UTC(2023, 9, 9)
const lengthHours = 25 * 24

/** Instants lie this far inside, so that history and what is forecast are on record. */
const firstIssueHour = 15 * 24
const lastIssueHour = 22 * 24

async function predictions(record: GridRecord, nowMs: number, hasWeather = false): Promise<unknown> {
  const span = { fromMs: nowMs, toMs: nowMs + hourMs }
  const now = Temporal.Instant.fromEpochMilliseconds(nowMs)
  // Weather forecasts are known at the issue: these are no function of what came.
  const series = { ...groupBySeries(record), forecastWeather: (at: Temporal.Instant) => createMadeUpWeather(at) }
  const emulation: Emulation = new Set(hasWeather ? ['weather'] : [])
  return sayings(await replayIssue(record, collectRealisedValues(record, span), now, series, { emulation }))
}

/** Predictions of every method for every target that was not published, and the spread behind its band. */
const sayings = ({ hours }: IssueOutcome) =>
  targets.map((target) =>
    hours[target].map(({ isPublished, predicted, spread }) => ({
      isPublished,
      predicted: isPublished ? null : predicted,
      spread,
    })),
  )

const records = [springMs, autumnMs].map((fromMs) => ({
  fromMs,
  record: createMadeUpRecord({ fromMs, toMs: fromMs + lengthHours * hourMs }),
}))

const cases = fc.record({
  season: fc.constantFrom(...records),
  feed: fc.constantFrom(...recordedFeeds),
  // Quarter-hours: publications at half past lie between the hours.
  issueQuarter: fc.integer({ min: firstIssueHour * 4, max: lastIssueHour * 4 }),
  hoursAhead: fc.integer({ min: -8 * 24, max: 50 }),
})

describe('a forecast knows nothing that was published after its issue', () => {
  test('no later value changes any method’s prediction, present or absent', async () => {
    let unpublished = 0
    await fc.assert(
      fc.asyncProperty(cases, async ({ season, feed, issueQuarter, hoursAhead }) => {
        const nowMs = season.fromMs + (issueQuarter * hourMs) / 4
        const startMs = Math.floor(nowMs / hourMs) * hourMs + hoursAhead * hourMs
        fc.pre(publishedAtMs(feed, startMs) > nowMs)
        unpublished += 1
        const before = await predictions(season.record, nowMs)
        expect(await predictions(changeHour(season.record, feed, startMs), nowMs)).toEqual(before)
        expect(await predictions(removeHour(season.record, feed, startMs), nowMs)).toEqual(before)
      }),
      { numRuns: 150 },
    )
    expect(unpublished).toBeGreaterThanOrEqual(150)
  })

  test('replacing everything unpublished by nonsense changes nothing', async () => {
    for (const { fromMs, record } of records) {
      for (const hours of [firstIssueHour + 11, firstIssueHour + 14, firstIssueHour + 19, lastIssueHour + 3]) {
        const nowMs = fromMs + hours * hourMs
        expect(await predictions(replaceUnpublished(record, nowMs), nowMs)).toEqual(await predictions(record, nowMs))
      }
    }
  })

  test('with weather neither: its regressions learn from nothing unpublished', async () => {
    for (const { fromMs, record } of records) {
      for (const hours of [firstIssueHour + 11, firstIssueHour + 14, firstIssueHour + 19, lastIssueHour + 3]) {
        const nowMs = fromMs + hours * hourMs
        const before = await predictions(record, nowMs, true)
        expect(await predictions(replaceUnpublished(record, nowMs), nowMs, true)).toEqual(before)
        // The weather counts, so that the regressions had something to learn.
        expect(await predictions(record, nowMs)).not.toEqual(before)
      }
    }
  })

  test('values published at the issue instant are used', async () => {
    for (const { fromMs, record } of records) {
      for (const feed of recordedFeeds) {
        const noon = fromMs + 18 * 24 * hourMs + 12 * hourMs
        const nowMs = publishedAtMs(feed, noon)
        expect(await predictions(changeHour(record, feed, noon), nowMs)).not.toEqual(await predictions(record, nowMs))
        const justBefore = nowMs - 1
        expect(await predictions(changeHour(record, feed, noon), justBefore)).toEqual(
          await predictions(record, justBefore),
        )
      }
    }
  })
})

describe('corrections learnt from earlier issues know nothing that was published after an issue', () => {
  const lengthDays = 49
  const fromMs = springMs
  const record = createMadeUpRecord({ fromMs, toMs: fromMs + (lengthDays + 3) * 24 * hourMs })
  /** Issues of five weeks, so that the ridge has its 30 days of targets in the last ones. */
  const span = { fromMs: fromMs + 16 * 24 * hourMs, toMs: fromMs + lengthDays * 24 * hourMs }
  const lastMs = span.toMs - 3 * hourMs

  /** Predictions of the issues from an instant on, each having learnt from all before it. */
  async function predictLast(of: GridRecord, choice: RefinementChoice, sinceMs = lastMs): Promise<unknown[]> {
    const predicted: unknown[] = []
    for await (const outcome of replayIssues(of, [span], { refinementRun: createRefinementRun(choice) }))
      if (outcome.issuedAt.epochMilliseconds >= sinceMs) predicted.push(sayings(outcome))
    return predicted
  }

  const sinceMs = span.toMs - 5 * 24 * hourMs
  let asRecorded: Promise<unknown[]> | null = null
  /** Predictions of the last five days with every correction, on the record as it is. */
  function undisturbed(): Promise<unknown[]> {
    asRecorded ??= predictLast(record, 'all', sinceMs)
    return asRecorded
  }

  test('replacing everything unpublished by nonsense changes no issue up to then, and ridge and bias have a part in it', async () => {
    const known = await undisturbed()
    expect(known).toHaveLength(40)
    expect(await predictLast(replaceUnpublished(record, lastMs), 'all', sinceMs)).toEqual(known)
    const last = known.slice(-1)
    for (const choice of ['alignment', 'ridge', 'bias'] as const)
      expect(await predictLast(record, choice)).not.toEqual(last)
  })

  test('an hour that has come true teaches, and one that comes true an hour later does not', async () => {
    const newest = lastMs - 2 * hourMs
    const last = (await undisturbed()).slice(-1)
    expect(await predictLast(changeHour(record, 'generation', newest - 30 * 24 * hourMs), 'all')).not.toEqual(last)
    expect(await predictLast(changeHour(record, 'generation', newest + hourMs), 'all')).toEqual(last)
  })
})
