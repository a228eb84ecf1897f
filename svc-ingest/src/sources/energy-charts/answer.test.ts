import { describe, expect, test } from 'bun:test'
import { buildChartCall, findSlotEnds, readChart } from './answer.ts'
// Envelope of the second version as clients describe it; its values are invented.
import powerV2 from './fixtures/power-v2-shape.json'
// The first two points of a live answer for another zone (CC BY 4.0, Bundesnetzagentur | SMARD.de): the form is the same for France.
import priceV1 from './fixtures/price-v1.json'

const chartOf = (json: unknown) => readChart(new TextEncoder().encode(JSON.stringify(json)))
/** Instants at minutes of an hour. */
const at = (...minutes: number[]) =>
  minutes.map((minute) => Temporal.Instant.from('2025-09-30T22:00:00Z').add({ minutes: minute }))
const lengths = (...minutes: number[]) =>
  findSlotEnds(at(...minutes)).map((end, index) => end.since(at(...minutes)[index] ?? end).total('minutes'))

describe('an answer', () => {
  test('of the first version is read', () => {
    const { starts, series, unit, availableUntil } = chartOf(priceV1)
    expect(starts.map(String)).toEqual(['2026-06-19T22:00:00Z', '2026-06-19T22:15:00Z'])
    expect([series, unit, availableUntil]).toEqual([[{ name: 'price', values: [142.44, 133.02] }], 'EUR/MWh', null])
  })

  test('of the second version is read: an id without a value is absent, and shares in per cent are not powers', () => {
    const { starts, series, unit, availableUntil } = chartOf(powerV2)
    expect(starts.map(String)).toEqual(['2025-12-31T23:00:00Z', '2025-12-31T23:15:00Z', '2025-12-31T23:30:00Z'])
    expect(series.map(({ name }) => name)).not.toContain('renewable_share_of_load')
    expect(series.find(({ name }) => name === 'nuclear')?.values).toEqual([41_000, 41_050, null])
    expect([unit, availableUntil?.toString()]).toEqual(['MW', '2025-12-31T23:15:00Z'])
  })

  test('has no value in any slot when a whole array is null', () => {
    expect(chartOf({ unix_seconds: [900, 1_800], price: null }).series).toEqual([
      { name: 'price', values: [null, null] },
    ])
    expect(chartOf({ unix_seconds: [] }).series).toEqual([])
  })

  test.each([
    ['unequal lengths', { unix_seconds: [900, 1_800], price: [1] }, 'price has 1 values for 2 instants'],
    ['instants that repeat', { unix_seconds: [900, 900], price: [1, 2] }, 'instants do not ascend at position 1'],
    ['instants that go back', { unix_seconds: [1_800, 900], price: [1, 2] }, 'instants do not ascend at position 1'],
    ['instants that are none', { unix_seconds: [900.5], price: [1] }, 'unix_seconds.0'],
    ['instants in milliseconds', { unix_seconds: [1_781_906_400_000], price: [1] }, 'unix_seconds.0'],
    ['texts for numbers', { unix_seconds: [900], price: ['1,5'] }, 'agreed shape: no value is a number (price: '],
    ['renamed instants', { timestamps: [900], price: [1] }, 'unix_seconds'],
    ['an unknown version', { ...powerV2, schema_version: '3.0' }, 'schema_version'],
    ['another country', { ...powerV2, country: 'de' }, 'country'],
    ['another zone', { ...powerV2, country: null, bidding_zone: 'DE-LU' }, 'bidding_zone'],
    [
      'a time that is none',
      { ...powerV2, data: [{ timestamp: '2026-02-31T00:00:00+01:00', values: {} }] },
      'timestamp',
    ],
  ])('is refused with %s', (_, json, message) => {
    expect(() => chartOf(json)).toThrow(message)
  })

  test('keeps the numbers next to an unreadable value, and the series next to a series without a name', () => {
    const first = chartOf({ unix_seconds: [900, 1_800], price: [1, 'n/a'], countries: [{ name: null, data: [1, 2] }] })
    expect([first.series, first.unreadable]).toEqual([[{ name: 'price', values: [1, null] }], 2])
    const data = [{ timestamp: 'noon', values: {} }, ...powerV2.data]
    const second = chartOf({ ...powerV2, data })
    expect([second.starts.length, second.unreadable]).toEqual([powerV2.data.length, 1])
  })

  test('keeps the series next to a series of texts only, whose values are absent and counted', () => {
    const countries = [
      { name: 'Belgium', data: [1, 2] },
      { name: 'Spain', data: ['-', '-'] },
    ]
    const { series, unreadable, reasons } = chartOf({ unix_seconds: [900, 1_800], countries })
    expect(series).toEqual([
      { name: 'Belgium', values: [1, 2] },
      { name: 'Spain', values: [null, null] },
    ])
    expect([unreadable, reasons]).toEqual([2, ['Spain: 2 values are no numbers']])
  })

  test('leaves out a series in another unit and counts it, and leaves out shares in per cent without counting', () => {
    const series = powerV2.series.map((one) => (one.id === 'nuclear' ? { ...one, unit: 'kW' } : one))
    const { series: read, unreadable, reasons } = chartOf({ ...powerV2, series })
    expect(read.map(({ name }) => name)).not.toContain('nuclear')
    expect([unreadable, reasons]).toEqual([3, ['nuclear: unit kW, the others have MW']])
    expect(chartOf(powerV2).unreadable).toBe(0)
  })

  test('is refused when its values lie on other days than the requested ones', () => {
    const body = new TextEncoder().encode(JSON.stringify(priceV1))
    const query = (start: string, end: string) => ({
      start: String(Temporal.Instant.from(start).epochMilliseconds / 1_000),
      end: String(Temporal.Instant.from(end).epochMilliseconds / 1_000),
    })
    expect(readChart(body, query('2026-06-20T08:00:00Z', '2026-06-20T10:00:00Z')).starts).toHaveLength(2)
    expect(() => readChart(body, query('2026-06-20T22:00:00Z', '2026-06-21T22:00:00Z'))).toThrow(
      'values from 2026-06-19',
    )
    expect(() => readChart(body, query('2026-06-17T22:00:00Z', '2026-06-18T21:00:00Z'))).toThrow('asked for 2026-06-17')
  })

  test('is read whatever the blanks and the letter case of its unit', () => {
    for (const unit of ['EUR / MWh', '€/MWh', 'eur/mwh']) expect(chartOf({ ...priceV1, unit }).unit).toBe('EUR/MWh')
  })

  test('is refused when it is a web page', () => {
    expect(() => readChart(new TextEncoder().encode('<html>'))).toThrow('not JSON')
  })
})

describe('slots follow the instants, not the declared step,', () => {
  test('for quarter-hours and hours', () => {
    expect(lengths(0, 15, 30)).toEqual([15, 15, 15])
    expect(lengths(0, 60, 120)).toEqual([60, 60, 60])
  })

  test('for both in one answer, in either order', () => {
    expect(lengths(0, 60, 120, 135, 150)).toEqual([60, 60, 15, 15, 15])
    expect(lengths(0, 15, 30, 90, 150)).toEqual([15, 15, 60, 60, 60])
  })

  test('so that a gap does not lengthen the slot before it', () => {
    expect(lengths(0, 15, 45, 60)).toEqual([15, 15, 15, 15])
    expect(lengths(0, 60, 240, 300)).toEqual([60, 60, 60, 60])
    expect(lengths(0, 15, 30, 60)).toEqual([15, 15, 15, 15])
    expect(lengths(0, 60, 75, 90)).toEqual([15, 15, 15, 15])
    expect(lengths(0, 15, 30, 90)).toEqual([15, 15, 15, 15])
  })

  test('and a single instant is a quarter-hour', () => {
    expect([lengths(0), lengths()]).toEqual([[15], []])
  })
})

test('a call names both ends on the hour, because the second version refuses other instants', () => {
  const [from, to] = [Temporal.Instant.from('2026-03-28T23:00:00Z'), Temporal.Instant.from('2026-03-29T22:00:00Z')]
  const { query } = buildChartCall('/price', { bzn: 'FR' }, from, to)
  expect(query).toEqual({ bzn: 'FR', start: '1774738800', end: '1774821600' })
  expect([query['start'], query['end']].map((seconds) => Number(seconds) % 3_600)).toEqual([0, 0])
})
