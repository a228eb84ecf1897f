import { describe, expect, test } from 'bun:test'
import { version1Composition } from '@hexawatt/shared/methodology/score/composition'
import { buildHeatMap, computeHeatMapSpan } from './heat-map.ts'

const at = (text: string) => Temporal.Instant.from(text)
const flatHour = (text: string, score: number, samples = 6) => {
  const sum = 10 * score * samples
  return {
    hourStart: at(text),
    composition: version1Composition,
    samples,
    price: sum,
    carbon: sum,
    grid: sum,
    adequacy: sum,
  }
}

describe('the heat map of six weeks of Paris days', () => {
  test('ends with today, and each day has its own number of hours', () => {
    const days = buildHeatMap([], at('2026-04-21T12:20:00Z'))
    expect([days.length, days[0]?.date, days.at(-1)?.date]).toEqual([42, '2026-03-11', '2026-04-21'])
    const odd = days.filter(({ scores }) => scores.length !== 24).map(({ date, scores }) => [date, scores.length])
    expect(odd).toEqual([['2026-03-29', 23]])
    const autumn = buildHeatMap([], at('2026-11-01T12:00:00Z')).filter(({ scores }) => scores.length !== 24)
    expect(autumn.map(({ date, scores }) => [date, scores.length])).toEqual([['2026-10-25', 25]])
  })

  test('puts an instant that is still yesterday in UTC into the Paris day that has begun', () => {
    expect(buildHeatMap([], at('2026-04-21T22:30:00Z')).at(-1)?.date).toBe('2026-04-22')
  })

  test('puts a score at its hour of the Paris day, and null where nothing is stored', () => {
    const now = at('2026-03-29T12:00:00Z')
    const hours = [flatHour('2026-03-28T23:00:00Z', 40), flatHour('2026-03-29T21:00:00Z', 80, 1)]
    const today = buildHeatMap(hours, now).at(-1)
    expect(today?.firstHour).toBe('2026-03-28T23:00:00Z')
    expect(today?.scores).toEqual([40, ...Array.from({ length: 21 }, () => null), 80])
  })

  test('takes the mean of an hour from points of both versions of the score, each by its own', () => {
    const former = flatHour('2026-03-29T10:00:00Z', 40, 2)
    // Price and carbon are known, 90; the two that are estimated do not count.
    const present = { ...flatHour('2026-03-29T10:00:00Z', 90, 4), composition: 3, grid: 0, adequacy: 0 }
    const today = buildHeatMap([former, present], at('2026-03-29T12:00:00Z')).at(-1)
    expect(today?.scores.filter((score) => score !== null)).toEqual([Math.round((2 * 40 + 4 * 90) / 6)])
  })

  test('reads exactly the span of its days', () => {
    const now = at('2026-04-21T12:20:00Z')
    const { from, to } = computeHeatMapSpan(now)
    expect([from.toString(), to.toString()]).toEqual(['2026-03-10T23:00:00Z', '2026-04-21T22:00:00Z'])
  })
})
