import { expect, test } from 'bun:test'
import { leadClasses } from '@hexawatt/shared/methodology/forecast-accuracy/class-errors'
import { type ArchivedIssue, judgeDay } from '@hexawatt/shared/methodology/forecast-accuracy/judge-day'
import { hourMs } from '@hexawatt/shared/time/instant'
import { toSpanMs } from '../recorded/recorded-hours.ts'
import { createMadeUpRecord } from '../testing/made-up-record.ts'
import { addErrorStats, computeErrorStats, noErrorStats } from './error-stats.ts'
import { computeGenerationKnownUntilMs } from './forecast-inputs.ts'
import { type IssueOutcome, replayIssue } from './replayed-issue.ts'
import { collectRealisedValues } from './run-backtest.ts'

const firstDay = Temporal.PlainDate.from('2024-03-30')
const span = toSpanMs(firstDay.subtract({ days: 40 }), firstDay.add({ days: 5 }))
const record = createMadeUpRecord(span)
const realised = collectRealisedValues(record, span)

/** Targets of the backtest by the quantity of the archive. */
const targetOf = { carbon: 'intensity', directCarbon: 'direct', price: 'price', score: 'score' } as const
/** Methods of the backtest by the forecaster of the scoreboard. */
const methodOf = { hexawatt: 'analog', persistence: 'flat', yesterday: 'sameHour' } as const

/** The backtest of this record has no imports. */
const noValue = { value: null, band: null }

/** The issue as it would have been archived: every value without rounding, no bands. */
function archived({ issuedAt, hours }: IssueOutcome): ArchivedIssue {
  const valueAt = (target: keyof typeof hours, index: number) => ({
    value: hours[target][index]?.predicted.analog ?? null,
    band: null,
  })
  return {
    issuedAtMs: issuedAt.epochMilliseconds,
    forecastVersion: 2,
    newestGenerationStartMs: computeGenerationKnownUntilMs(issuedAt) - hourMs,
    newestConsumptionStartMs: null,
    hours: hours.price.map(({ startMs, lead, isPublished }, index) => ({
      startMs,
      lead,
      isPriceAuctioned: isPublished,
      carbon: valueAt('intensity', index),
      directCarbon: valueAt('direct', index),
      consumptionCarbon: noValue,
      directConsumptionCarbon: noValue,
      price: valueAt('price', index),
      score: valueAt('score', index),
    })),
  }
}

test('the scoreboard judges archived forecasts as the backtest judges replayed ones, also across a clock change', async () => {
  const day = firstDay.toZonedDateTime('UTC').toInstant()
  const hours = [0, 5, 11, 14, 20, 23]
  const outcomes = await Promise.all(hours.map((hour) => replayIssue(record, realised, day.add({ hours: hour }))))
  const rows = judgeDay(outcomes.map(archived), {
    carbon: realised.intensity,
    directCarbon: realised.direct,
    consumptionCarbon: new Map(),
    directConsumptionCarbon: new Map(),
    price: realised.price,
    score: realised.score,
  })
  expect(rows).toHaveLength(6 * 3 * 3)
  for (const row of rows) {
    if (row.quantity === 'consumptionCarbon' || row.quantity === 'directConsumptionCarbon') {
      expect(row.samples).toBe(0)
      continue
    }
    const target = targetOf[row.quantity]
    const leadClass = leadClasses.find(({ lastLead }) => lastLead === row.lastLeadHours)
    if (leadClass === undefined) throw new Error('no such lead class')
    const stats = outcomes
      .map(({ hours }) => computeErrorStats(hours[target], leadClass, target))
      .reduce(addErrorStats, noErrorStats)
    const { error, absoluteError, saved } = stats.byMethod[methodOf[row.forecaster]]
    expect(row).toMatchObject({
      samples: stats.hours,
      errorSum: error,
      absoluteErrorSum: absoluteError,
      possibleSavingSum: stats.achievable,
      capturedSavingSum: saved,
      bandedSamples: 0,
    })
    if (row.quantity !== 'price') expect(row.samples).toBeGreaterThan(30)
  }
})
