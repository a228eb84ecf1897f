import { describe, expect, test } from 'bun:test'
import { readKnownInputs } from '../backtest/forecast-inputs.ts'
import { listSlotsOfHour, type RecordedHours, toSpanMs } from '../recorded/recorded-hours.ts'
import { createMadeUpRecord } from '../testing/made-up-record.ts'
import { advices, type FollowedAdvice, followAdvice, savedTargets } from './followed-advice.ts'
import { completeInputs } from './made-up-installation.ts'

const day = (text: string) => Temporal.PlainDate.from(text)
const span = toSpanMs(day('2024-10-22'), day('2024-10-23'))
const recorded = createMadeUpRecord(toSpanMs(day('2024-10-05'), day('2024-10-31')))

/** Prices that are the same every day: 10 EUR/MWh from 10 to 14 UTC, else 100. Yesterday's best hours are those of today. */
const price: RecordedHours = new Map(
  [...recorded.price.keys()].map((startMs) => {
    const hour = Math.floor(startMs / 3_600_000) % 24
    return [startMs, listSlotsOfHour(startMs, [['PRICE', hour >= 10 && hour < 14 ? 10 : 100]])]
  }),
)
const record = { ...recorded, price }
const followed = await followAdvice(record, [span])

describe('followed advice', () => {
  test('by price saves all that is possible where every day has the same prices, also by yesterday', () => {
    for (const chooser of ['cost forecast', 'cost yesterday'] as const) {
      const of = followed.get(chooser)?.price
      expect(of?.issues).toBeGreaterThan(10)
      expect(of?.saved).toBeCloseTo(of?.possible ?? Number.NaN, 9)
      // The mean of the day is 85 EUR/MWh and the block costs 10; only the window that begins at 13:00 has three cheap hours in a row.
      expect((of?.possible ?? 0) / (of?.issues ?? 0)).toBeCloseTo((7 * 75 + 52.5) / 8, 9)
    }
  })

  test('never saves more than the block that was best in hindsight', () => {
    for (const sums of followed.values()) {
      for (const target of savedTargets) expect(sums[target].saved).toBeLessThanOrEqual(sums[target].possible + 1e-9)
    }
  })

  test('is judged on the same issues for every advice and for starting at once', () => {
    const issues = ['at once' as const, ...advices.map((advice) => `${advice} forecast` as const)].map(
      (chooser) => followed.get(chooser)?.direct.issues,
    )
    expect(new Set(issues).size).toBe(1)
  })

  test('by the score of an open installation ignores consumption in version 2, and follows it in version 1', async () => {
    const flat: RecordedHours = new Map(
      [...recorded.consumption.keys()].map((startMs) => [startMs, listSlotsOfHour(startMs, [['D-1', 50_000]])]),
    )
    const [varied, constant] = [
      await followAdvice(recorded, [span]),
      await followAdvice({ ...recorded, consumption: flat }, [span]),
    ]
    const savedBy = (from: FollowedAdvice, version: 'scoreV1 open' | 'scoreV2 open') => {
      const sums = from.get(`${version} yesterday`)
      return savedTargets.map((target) => sums?.[target].saved)
    }
    expect(savedBy(constant, 'scoreV2 open')).toEqual(savedBy(varied, 'scoreV2 open'))
    expect(savedBy(constant, 'scoreV1 open')).not.toEqual(savedBy(varied, 'scoreV1 open'))
  })

  test('by the forecast score finds cheap hours that are cheap every day', () => {
    for (const version of ['scoreV1 open', 'scoreV2 open', 'scoreV2 live'] as const) {
      const { saved = 0, possible = 1 } = followed.get(`${version} forecast`)?.price ?? {}
      expect(saved).toBeGreaterThan(0.5 * possible)
    }
  })

  test('of a made-up live installation has a signal and a margin for each hour of the window', async () => {
    const now = Temporal.Instant.from('2024-10-26T09:00:00Z')
    const inputs = await readKnownInputs(record, now)
    expect([inputs.signalLevel.size, inputs.outages]).toEqual([0, null])
    expect(completeInputs(inputs, record, now.epochMilliseconds, 'open')).toBe(inputs)
    const live = completeInputs(inputs, record, now.epochMilliseconds, 'live')
    expect(live.signalLevel.size).toBe(50)
    expect([...live.signalLevel.values()].every((level) => level >= 0 && level <= 2)).toBe(true)
    expect(live.outages).toHaveLength(1)
    expect(live.installedMwByYear.get(2024)?.['NUCLEAR']).toBe(61_400)
    expect(live.expectedConsumptionMw.size).toBe(50)
    const withoutLoad = completeInputs(inputs, record, now.epochMilliseconds, 'liveWithoutLoad')
    expect(withoutLoad.expectedConsumptionMw).toBe(inputs.expectedConsumptionMw)
  })

  test('of a live installation is the same by both versions of the score, because every dimension is known', () => {
    expect(followed.get('scoreV2 live forecast')).toEqual(followed.get('scoreV1 live forecast'))
    expect(followed.get('scoreV2 open forecast')).not.toEqual(followed.get('scoreV1 open forecast'))
  })
})
