import { describe, expect, test } from 'bun:test'
import { recordFromEntries } from '@hexawatt/shared/bounds/record-from-entries'
import { computeBand, findBandBucket, findFrozenLevels } from '@hexawatt/shared/methodology/forecast/bands'
import { type ForecastQuantity, forecastQuantities } from '@hexawatt/shared/methodology/forecast/forecast-issue'
import {
  type BandState,
  computeBandIssuesFrom,
  computeBandTargetsEndMs,
  computeNextBandAlphas,
  findJudgedTargets,
  type JudgedHour,
  learnBands,
  noBandState,
} from '@hexawatt/shared/methodology/forecast/issue/learn-bands'
import { hourMs } from '@hexawatt/shared/time/instant'
import fc from 'fast-check'
import { createBandRun } from './band-run.ts'
import type { HourOutcome, IssueOutcome } from './replayed-issue.ts'
import { createSortedWindow } from './sorted-window.ts'

const firstMs = Date.UTC(2024, 0, 10)
const quantity = (startMs: number): number => 20 + (((startMs / hourMs) * 7919) % 97) / 10

/** An issue whose forecast is always 20, while 20 to 29.6 comes, evenly spread. */
function issueAt(nowMs: number): IssueOutcome {
  const hours = Array.from({ length: 48 }, (_, index): HourOutcome => {
    const startMs = nowMs + (index + 1) * hourMs
    const predicted = { analog: 20, carryOver: 20, flat: 20, sameHour: 20 }
    return { startMs, lead: index + 1, realised: quantity(startMs), isPublished: false, predicted, spread: 0.1 }
  })
  const issuedAt = Temporal.Instant.fromEpochMilliseconds(nowMs)
  return { issuedAt, hours: { intensity: hours, direct: hours, score: hours, price: hours, load: hours } }
}

test('a sorted window stays ascending through insertions and removals', () => {
  fc.assert(
    fc.property(fc.array(fc.double({ noNaN: true }), { minLength: 1 }), fc.nat(), (numbers, chosen) => {
      const window = createSortedWindow()
      for (const value of numbers) window.insert(value)
      window.remove(numbers[chosen % numbers.length] ?? 0)
      const left = numbers.toSpliced(chosen % numbers.length, 1).sort((a, b) => a - b)
      expect([...window.values()].map((value) => value + 0)).toEqual(left.map((value) => value + 0))
    }),
  )
})

describe('bands from the archive of earlier issues', () => {
  const run = createBandRun('analog')
  for (let index = 0; index < 8 * 60; index += 1) run.add(issueAt(firstMs + index * 3 * hourMs))
  const march = run.months.get('2024-03')

  test('contain the promised share although every forecast is too low', () => {
    for (const { hours, inside } of [...(march?.intensity.slice(0, 3) ?? []), ...(march?.price.slice(0, 3) ?? [])]) {
      expect(hours).toBeGreaterThan(300)
      expect(inside / hours).toBeGreaterThan(0.76)
      expect(inside / hours).toBeLessThan(0.84)
    }
  })

  test('give a price no band before 100 errors, and an intensity the frozen band from the start', () => {
    const fresh = createBandRun('analog')
    fresh.add(issueAt(firstMs))
    const month = fresh.months.get('2024-01')
    expect(month?.price.map(({ hours }) => hours)).toEqual([0, 0, 0, 0])
    expect(month?.intensity.map(({ hours }) => hours)).toEqual([6, 18, 24, 0])
  })
})

describe('the live bands', () => {
  test('equal those of the backtest with hourly issues: daily α, levels and known errors', () => {
    const issues = Array.from({ length: 8 * 24 }, (_, index) => {
      const { issuedAt, hours } = issueAt(firstMs + index * hourMs)
      const near = hours.intensity.slice(0, 12)
      return { issuedAt, hours: { intensity: near, direct: near, score: near, price: near, load: near } }
    })
    const run = createBandRun('analog')
    for (const issue of issues) run.add(issue)
    const live = createLiveBands()
    for (const issue of issues) live.add(issue)
    const sumOf = (target: 'intensity' | 'price' | 'score', of: 'inside' | 'width' | 'hours') =>
      [...run.months.values()].flatMap((month) => month[target]).reduce((sum, stats) => sum + stats[of], 0)
    for (const [quantity, target] of [
      ['carbon', 'intensity'],
      ['price', 'price'],
      ['score', 'score'],
    ] as const) {
      expect(live.sums[quantity].hours).toBe(sumOf(target, 'hours'))
      expect(live.sums[quantity].inside).toBe(sumOf(target, 'inside'))
      expect(live.sums[quantity].width).toBeCloseTo(sumOf(target, 'width'), 5)
    }
    expect(live.sums.price.hours).toBeGreaterThan(1_000)
    expect(live.sums.carbon.inside).toBeLessThan(live.sums.carbon.hours)
  })
})

/** The live bands over an archive in memory: what svc-ingest reads from its tables. */
function createLiveBands() {
  const archive: (JudgedHour & { issuedMs: number; value: number })[] = []
  const sums = recordFromEntries(forecastQuantities, () => ({ hours: 0, inside: 0, width: 0 }))
  let previous: { issuedAt: Temporal.Instant; state: BandState } | null = null

  function stateAt(issuedAt: Temporal.Instant): BandState {
    if (previous === null) return noBandState
    const [issuedFromMs, targetsEndMs] = [
      computeBandIssuesFrom(issuedAt).epochMilliseconds,
      computeBandTargetsEndMs(issuedAt),
    ]
    const realised = new Map(
      archive.map(({ targetMs }) => [targetMs, recordFromEntries(forecastQuantities, () => quantity(targetMs))]),
    )
    const known = archive.filter(({ issuedMs, targetMs }) => issuedMs >= issuedFromMs && targetMs < targetsEndMs)
    const leads = [...Map.groupBy(known, ({ lead }) => lead)].map(([lead, hours]) => {
      const values = hours.map(({ value }) => value)
      const spreads = hours.map(() => 0.1)
      return {
        ...recordFromEntries(forecastQuantities, () => values),
        lead,
        targetHours: hours.map(({ targetMs }) => targetMs / hourMs),
        carbonSpread: spreads,
        directCarbonSpread: spreads,
        consumptionCarbonSpread: spreads,
        directConsumptionCarbonSpread: spreads,
      }
    })
    const span = findJudgedTargets(previous.issuedAt, issuedAt)
    return learnBands(leads, realised, computeNextBandAlphas(previous.state, span, archive, realised))
  }

  function bandAt(state: BandState, of: ForecastQuantity, lead: number, value: number) {
    const levels = state[of][findBandBucket(lead)]?.levels ?? null
    if (of === 'carbon' || of === 'directCarbon') return computeBand(value, 0.1, levels ?? findFrozenLevels(lead))
    const clipped = (edge: number) => (of === 'score' ? Math.min(100, Math.max(0, edge)) : edge)
    return levels && { low: clipped(value + levels.low), high: clipped(value + levels.high) }
  }

  return {
    sums,
    add({ issuedAt, hours }: IssueOutcome): void {
      const state = stateAt(issuedAt)
      for (const { lead, startMs, predicted, realised } of hours.intensity) {
        const value = predicted.analog ?? 0
        const bands = recordFromEntries(forecastQuantities, (of) => bandAt(state, of, lead, value))
        archive.push({ issuedMs: issuedAt.epochMilliseconds, lead, targetMs: startMs, value, bands })
        for (const of of forecastQuantities) {
          const band = bands[of]
          if (band === null || realised === null) continue
          sums[of].hours += 1
          sums[of].inside += Number(realised >= band.low && realised <= band.high)
          sums[of].width += band.high - band.low
        }
      }
      previous = { issuedAt, state }
    },
  }
}
