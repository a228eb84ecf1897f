import { describe, expect, test } from 'bun:test'
import { parisTimeZone } from '@hexawatt/shared/time/paris'
import { arbitrate } from '../../pipeline/precedence.ts'
import type { FeedContent } from '../definition/content.ts'
import { readFeedsOfJson } from '../testing/source-fixture.ts'
import measuredRows from './fixtures/measured-quarter.json'
import type { MixRow } from './mix-row.ts'
import { odreConsolidated, odreNational } from './national.ts'

const [measured = {}] = measuredRows as readonly MixRow[]
const read = (rows: unknown, dataset = odreNational) => readFeedsOfJson(dataset, rows)
const contentOf = (contents: readonly FeedContent[], feed: string) => {
  const content = contents.find((one) => one.feed === feed)
  if (content === undefined) throw new Error(`no ${feed}`)
  return content.normalised
}
/** A measured row at an instant, with the local time that the portal writes. */
const rowAt = (text: string, changes: MixRow = {}): MixRow => {
  const local = Temporal.Instant.from(text).toZonedDateTimeISO(parisTimeZone)
  const heure = local.toPlainTime().toString({ smallestUnit: 'minute' })
  return { ...measured, date_heure: text.replace('Z', '+00:00'), heure, ...changes }
}
/** Rows of a Paris day, in no order. */
const dayOf = (day: string): MixRow[] => {
  const start = Temporal.PlainDate.from(day).toZonedDateTime(parisTimeZone)
  const count = start.add({ days: 1 }).since(start).total('minutes') / 15
  return Array.from({ length: count }, (_, index) =>
    rowAt(
      start
        .toInstant()
        .add({ minutes: 15 * index })
        .toString(),
    ),
  ).reverse()
}
const starts = (rows: unknown) =>
  contentOf(read(rows), 'consumption')
    .measurements.filter(({ series }) => series === 'REALISED')
    .map(({ slotStart }) => slotStart.epochMilliseconds)

describe('rows of the portal', () => {
  test.each([
    ['2026-03-29', 92],
    ['2026-06-14', 96],
    ['2026-10-25', 100],
  ])('%s has %d quarter-hours, each once and in order', (day, count) => {
    const found = starts(dayOf(day))
    expect(found).toHaveLength(count)
    expect(found).toEqual([...found].sort((a, b) => a - b))
    expect(new Set(found).size).toBe(count)
  })

  test('of one instant in spring count when their local hour exists, in either order', () => {
    const ghost = rowAt('2026-03-29T01:00:00Z', { heure: '02:00', consommation: 52_000 })
    const real = rowAt('2026-03-29T01:00:00Z', { consommation: 52_400 })
    for (const rows of [
      [ghost, real],
      [real, ghost],
    ]) {
      const [first, ...others] = contentOf(read(rows), 'consumption').measurements
      expect([first?.value, others.filter(({ series }) => series === 'REALISED')]).toEqual([52_400, []])
    }
  })

  test('with forecasts only give forecasts, and the measured values come later', () => {
    const { heure, nature } = measured
    const row = { date_heure: '2026-06-14T12:00:00+00:00', heure, nature, prevision_j: 50_000, prevision_j1: 49_000 }
    const contents = read([row])
    expect(contents.map(({ feed, normalised }) => [feed, normalised.measurements.map(({ series }) => series)])).toEqual(
      [
        ['generation_mix_15min', []],
        ['consumption', ['ID', 'D-1']],
        ['exchange_schedules', []],
      ],
    )
  })

  test('give one commercial exchange per direction, with Germany and Belgium as one', () => {
    const { measurements } = contentOf(read([measured]), 'exchange_schedules')
    const positive = measurements.filter(({ value }) => value > 0).map(({ series, value }) => [series, value])
    expect(positive).toEqual([
      ['TOTAL/10YGB----------A>10YFR-RTE------C', 2_585],
      ['TOTAL/10YES-REE------0>10YFR-RTE------C', 900],
      ['TOTAL/10YFR-RTE------C>10YIT-GRTN-----B', 1_565],
      ['TOTAL/10YCH-SWISSGRIDZ>10YFR-RTE------C', 1_193],
      ['TOTAL/DE+BE>10YFR-RTE------C', 3_886],
    ])
    expect(measurements).toHaveLength(10)
  })
})

describe('an unusable answer is refused with the reason:', () => {
  const renamed = (from: string) => {
    const { [from]: value, ...others } = measured
    return [{ ...others, [`${from}_v2`]: value }]
  }

  test('a renamed column of instants or of loads', () => {
    expect(() => read(renamed('date_heure'))).toThrow('none of 1 rows has an instant in the column date_heure')
    expect(() => read(renamed('consommation'))).toThrow('none of 1 rows has a number in the column consommation')
    expect(() => read([{ date_heure: '2026-06-14T12:00:00+00:00' }])).toThrow('none of 1 rows has a load or a forecast')
  })

  test('a renamed type leaves its slots incomplete and the load kept, and the mix names the column and the new one', () => {
    const contents = read(renamed('gaz'))
    expect(contentOf(contents, 'generation_mix_15min')).toMatchObject({
      fault: 'none of 1 measured rows has the column gaz',
      newElements: ['column gaz_v2'],
    })
    const series = contentOf(contents, 'generation_mix_15min').measurements.map((one) => one.series)
    expect([series.includes('FOSSIL_GAS'), series.length]).toEqual([false, 12])
    expect(contentOf(contents, 'consumption').measurements).toHaveLength(3)
  })

  test('a page, a cut body, an error object', () => {
    const readText = (text: string) => odreNational.read({ body: new TextEncoder().encode(text), query: {} }).feeds
    expect(() => readText('<!DOCTYPE html><html></html>')).toThrow('is not JSON')
    expect(() => readText('[{"date_heure":')).toThrow('is not JSON')
    expect(() => readText('{"error_code":"ODSQLError"}')).toThrow('not an array')
    expect(readText('[]')).toHaveLength(3)
  })
})

describe('consolidated half-hours', () => {
  const half = [rowAt('2026-06-14T12:00:00Z', { nature: 'Données consolidées' })]

  test('are slots of 30 minutes, contradictory ones too', () => {
    const mix = contentOf(
      read([...half, rowAt('2026-06-14T12:30:00Z', { pompage: 36 })], odreConsolidated),
      'generation_mix_15min',
    )
    const minutes = [...mix.measurements, ...(mix.refused ?? []).map(({ measurement }) => measurement)].map(
      ({ slotStart, slotEnd }) => slotEnd.since(slotStart).total('minutes'),
    )
    expect([minutes.length, new Set(minutes)]).toEqual([26, new Set([30])])
  })

  test('never replace a quarter-hour of the mix, the exchanges, the load or its forecasts', () => {
    const quarters = read(half.map((row) => ({ ...row, nature: 'Données temps réel' })))
    const coarse = read(half, odreConsolidated)
    for (const feed of ['generation_mix_15min', 'consumption', 'exchange_schedules'] as const) {
      const held = contentOf(quarters, feed).measurements.map(({ series, slotStart, value, nature }) => {
        return { series, slotStart, value, nature: nature ?? null, publisher: 'odre' as const }
      })
      expect(arbitrate(feed, 'odre', contentOf(coarse, feed).measurements, held).accepted).toEqual([])
    }
  })
})

describe('a request of the portal', () => {
  const where = (now: string, lastSuccess: string | null) =>
    odreNational.calls({
      now: Temporal.Instant.from(now),
      lastSuccess: lastSuccess === null ? null : Temporal.Instant.from(lastSuccess),
      newestSlotEnd: null,
    })[0]?.query['where']

  test('covers the hours that are revised and the forecasts to the end of tomorrow, with UTC offsets', () => {
    expect(where('2026-10-09T18:20:30Z', '2026-10-09T18:05:10Z')).toBe(
      "date_heure >= '2026-10-09T12:00:00+00:00' and date_heure < '2026-10-10T22:00:00+00:00'",
    )
  })

  test('covers eight days at first and once after 04:30 in Paris, and the whole of an interruption', () => {
    const repair = "date_heure >= '2026-09-30T22:00:00+00:00'"
    expect(where('2026-10-09T00:20:00Z', null)).toStartWith(repair)
    expect(where('2026-10-09T02:35:00Z', '2026-10-09T02:20:00Z')).toStartWith(repair)
    expect(where('2026-10-09T02:50:00Z', '2026-10-09T02:35:10Z')).toStartWith("date_heure >= '2026-10-08T20:00:00")
    expect(where('2026-10-09T18:20:00Z', '2026-10-09T10:50:00Z')).toStartWith("date_heure >= '2026-10-09T04:00:00")
  })
})
