import { describe, expect, test } from 'bun:test'
import type { Source } from '../definition/source.ts'
import { readFeedsOfJson } from '../testing/source-fixture.ts'
import { energyChartsFlows, energyChartsSchedules } from './borders.ts'
import newestHourMostlyZero from './fixtures/flows-newest-hour-mostly-zero.json'
// Shapes after the contract of the interface; their values are invented.
import flows from './fixtures/flows-v1-shape.json'

const read = readFeedsOfJson
const values = (dataset: Source, json: unknown) =>
  read(dataset, json).flatMap(({ normalised }) =>
    normalised.measurements.map(({ series, slotStart, value }) => [series, slotStart.toString(), value] as const),
  )

describe('flows at the borders', () => {
  /** Two hours of a border, the net power of each quarter-hour. */
  const hours = (belgium: (number | null)[], others: (number | null)[] = belgium.map(() => 0.5)) => ({
    unix_seconds: belgium.map((_, index) => 1_790_892_000 + 900 * index),
    countries: [
      { name: 'Belgium', data: belgium },
      { name: 'United Kingdom', data: others },
    ],
  })
  const belgian = (json: unknown) =>
    values(energyChartsFlows, json).filter(([name]) => String(name).includes('10YBE----------2'))

  test('are means of whole hours, as the operator’s own, because a quarter-hour inside one of its hours would count twice', () => {
    const measurements = read(energyChartsFlows, hours([-1, -2, -3, -4, 1, 1, 1, 1]))[0]?.normalised.measurements ?? []
    expect(new Set(measurements.map(({ slotStart, slotEnd }) => slotEnd.since(slotStart).total('minutes')))).toEqual(
      new Set([60]),
    )
    expect(belgian(hours([-1, -2, -3, -4, 1, 1, 1, 1])).filter(([, , value]) => value !== 0)).toEqual([
      ['10YFR-RTE------C>10YBE----------2', '2026-10-01T22:00:00Z', 2_500],
      ['10YBE----------2>10YFR-RTE------C', '2026-10-01T23:00:00Z', 1_000],
    ])
  })

  test('of a border that turns within an hour are its net flow', () => {
    expect(belgian(hours([1, 1, -1, -0.5])).map(([, , value]) => value)).toEqual([125, 0])
  })

  test('of an hour with a null, unpublished or missing quarter are absent', () => {
    expect(belgian(hours([1, 1, null, 1]))).toEqual([])
    expect(values(energyChartsFlows, hours([1, 1, 1, 0], [1, 1, 1, 0]))).toEqual([])
    expect(values(energyChartsFlows, hours([1, 1, 1]))).toEqual([])
  })

  test('that come hourly are used as they are', () => {
    const hourly = { ...hours([1, 2]), unix_seconds: [1_790_892_000, 1_790_895_600] }
    expect(belgian(hourly).map(([, , value]) => value)).toEqual([1_000, 0, 2_000, 0])
  })

  test('in another unit are refused', () => {
    expect(() => read(energyChartsFlows, { ...flows, unit: 'MW' })).toThrow('unit MW, expected GW')
  })
})

describe('a neighbour', () => {
  const hour = (...names: string[]) => ({
    unix_seconds: [0, 900, 1_800, 2_700].map((seconds) => 1_790_892_000 + seconds),
    countries: names.map((name) => ({ name, data: [1, 1, 1, 1] })),
  })
  const areasAndNew = (json: unknown) => {
    const [content] = read(energyChartsFlows, json)
    const { measurements = [], newElements } = content?.normalised ?? {}
    return { areas: [...new Set(measurements.map(({ series }) => series.split('>', 1)[0]))], newElements }
  }

  test('that is unknown is reported, and the others keep their flows', () => {
    const { areas, newElements } = areasAndNew(hour('Belgium', 'Andorra', 'United Kingdom'))
    expect(areas).toEqual(['10YBE----------2', '10YFR-RTE------C', '10YGB----------A'])
    expect(newElements).toEqual(['andorra'])
  })

  test('is recognised by its other names, and Ireland and Luxembourg are neighbours', () => {
    const { areas, newElements } = areasAndNew(hour('Great Britain', 'ireland', 'Luxembourg', 'de-lu'))
    expect(areas).toEqual([
      '10YGB----------A',
      '10YFR-RTE------C',
      '10YIE-1001A00010',
      '10YLU-CEGEDEL-NQ',
      '10YCB-GERMANY--8',
    ])
    expect(newElements).toEqual([])
  })

  test('that comes under two names counts once, and the second name is reported', () => {
    const measurements = read(energyChartsFlows, hour('United Kingdom', 'Great Britain'))[0]?.normalised
    expect(measurements?.measurements.map(({ value }) => value)).toEqual([1_000, 0])
    expect(measurements?.newElements).toEqual(['great_britain'])
  })
})

describe('a 0 that fills a slot not yet published', () => {
  const quarter = 900
  const first = 1_790_892_000
  const answer = (borders: Record<string, (index: number) => number>, hours: number) => {
    const indices = Array.from({ length: 4 * hours }, (_, index) => index)
    return {
      unix_seconds: indices.map((index) => first + quarter * index),
      countries: Object.entries(borders).map(([name, valueAt]) => ({ name, data: indices.map(valueAt) })),
    }
  }
  /** Hours since the start of the answer that have a flow of a border. */
  const hoursOf = (json: unknown, area: string) =>
    values(energyChartsFlows, json)
      .filter(([name]) => name === `${area}>10YFR-RTE------C`)
      .map(([, start]) => (Date.parse(String(start)) / 1_000 - first) / 3_600)
  const [belgium, germany] = ['10YBE----------2', '10YCB-GERMANY--8']

  test('is absent: the newest hour of a recorded answer has flows at two borders', () => {
    const hours = Map.groupBy(values(energyChartsFlows, newestHourMostlyZero), ([, start]) => start)
    expect([...hours.values()].map((ofHour) => ofHour.length).sort((a, b) => a - b)).toEqual([4, 12, 12])
    const newest = hours.get('2026-01-14T10:00:00Z')?.map(([name]) => name)
    expect(newest).toEqual([
      '10YBE----------2>10YFR-RTE------C',
      '10YFR-RTE------C>10YBE----------2',
      '10YES-REE------0>10YFR-RTE------C',
      '10YFR-RTE------C>10YES-REE------0',
    ])
  })

  test('is returned separately, because an earlier version stored it and the audit must accept that', () => {
    const [content] = read(energyChartsFlows, newestHourMostlyZero)
    const padding = content?.normalised.formerReading ?? []
    expect(new Set(padding.map(({ slotStart, value }) => `${slotStart} ${value}`))).toEqual(
      new Set(['2026-01-14T10:00:00Z 0']),
    )
    expect(padding).toHaveLength(8)
  })

  test('is a real 0 where the border has a later value', () => {
    const idleAtHourOne = answer({ Belgium: () => 1, Germany: (index) => (index >= 4 && index < 8 ? 0 : 2) }, 4)
    expect(hoursOf(idleAtHourOne, germany)).toEqual([0, 1, 2, 3])
  })

  test('is assumed for at most twelve hours, and the older part of a longer idle time counts', () => {
    const idle = answer({ Belgium: () => 1, Germany: () => 0 }, 24)
    expect(hoursOf(idle, belgium)).toHaveLength(24)
    // The newest slot in which another border moves begins at 23:45.
    expect(hoursOf(idle, germany)).toEqual(Array.from({ length: 11 }, (_, hour) => hour))
  })

  test('is distinguished from a real 0 at the end of a past window by the values beyond it', () => {
    const start = Temporal.Instant.from('2026-10-01T22:00:00Z')
    const end = Temporal.Instant.from('2026-10-20T22:00:00Z')
    const ends = (energyChartsFlows.backfillCalls?.({ start, end }) ?? []).map(({ query }) => Number(query['end']))
    expect(ends.map((seconds) => new Date(seconds * 1_000).toISOString())).toEqual([
      '2026-10-09T10:00:00.000Z',
      '2026-10-16T10:00:00.000Z',
      '2026-10-21T10:00:00.000Z',
    ])
  })

  test('covers a whole day of schedules at a border whose schedules come later than the others', () => {
    const today = answer({ Belgium: () => 1, Germany: (index) => (index < 96 ? 2 : 0) }, 48)
    const german = values(energyChartsSchedules, today).filter(([name]) => name === `DA/${germany}>10YFR-RTE------C`)
    expect(german).toHaveLength(96)
  })
})

describe('schedules at the borders', () => {
  const at = (time: string) => values(energyChartsSchedules, flows).filter(([, start]) => start === time)

  test('are one value per direction in MW, exact to the kilowatt, and the sum is dropped', () => {
    const first = at('2026-10-01T22:00:00Z')
    expect(first).toHaveLength(12)
    expect(first.filter(([, , value]) => value !== 0)).toEqual([
      ['DA/10YFR-RTE------C>10YBE----------2', '2026-10-01T22:00:00Z', 1_001],
      ['DA/10YFR-RTE------C>10YCB-GERMANY--8', '2026-10-01T22:00:00Z', 2_500],
      ['DA/10YFR-RTE------C>10YIT-GRTN-----B', '2026-10-01T22:00:00Z', 1_750],
      ['DA/10YES-REE------0>10YFR-RTE------C', '2026-10-01T22:00:00Z', 301],
      ['DA/10YFR-RTE------C>10YCH-SWISSGRIDZ', '2026-10-01T22:00:00Z', 1_200],
      ['DA/10YFR-RTE------C>10YGB----------A', '2026-10-01T22:00:00Z', 2_000],
    ])
  })

  test('leave their slot incomplete when a neighbour has no value, or a 0 that nothing follows', () => {
    const second = at('2026-10-01T22:15:00Z')
    expect(second.map(([name]) => name)).not.toContain('DA/10YES-REE------0>10YFR-RTE------C')
    expect(second.map(([name]) => name)).not.toContain('DA/10YBE----------2>10YFR-RTE------C')
    expect(second).toHaveLength(8)
  })

  test('are not published yet in a slot where every border is 0, or that is later than the publisher’s data', () => {
    expect(at('2026-10-01T22:30:00Z')).toEqual([])
    const second = {
      schema_version: '2.0',
      country: 'fr',
      unit: 'GW',
      available_until: '2026-10-02T00:00:00+02:00',
      series: [{ id: 'belgium' }],
      data: ['00:00', '00:15'].map((time) => ({ timestamp: `2026-10-02T${time}:00+02:00`, values: { belgium: 1 } })),
    }
    expect(values(energyChartsSchedules, second).map(([, start]) => start)).toEqual([
      '2026-10-01T22:00:00Z',
      '2026-10-01T22:00:00Z',
    ])
  })
})
