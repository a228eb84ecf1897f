import { describe, expect, test } from 'bun:test'
import { addParisDays } from '@hexawatt/shared/time/paris'
import { normaliseConsumption } from '../rte/consumption.ts'
import { normaliseExchangeSchedules } from '../rte/exchange-schedules.ts'
import { normaliseGenerationForecast } from '../rte/generation-forecast.ts'
import { normalisePowerExchanges } from '../rte/power-exchanges.ts'

const at = (text: string) => Temporal.Instant.from(text)
/** Slots of one length, evenly spaced. */
type Spacing = { stepMinutes: number; lengthMinutes?: number }
const slots = (count: number, start: Temporal.Instant, { stepMinutes, lengthMinutes }: Spacing = { stepMinutes: 15 }) =>
  Array.from({ length: count }, (_, index) => {
    const slotStart = start.add({ minutes: index * stepMinutes })
    return {
      start_date: slotStart.toString(),
      end_date: slotStart.add({ minutes: lengthMinutes ?? stepMinutes }).toString(),
      value: index,
    }
  })
const forecastOf = (start: Temporal.Instant, end: Temporal.Instant, values: unknown) =>
  normaliseGenerationForecast({
    forecasts: [
      { start_date: start.toString(), end_date: end.toString(), type: 'D-1', production_type: 'SOLAR', values },
    ],
  })

describe('slots that do not fit their block', () => {
  test.each([
    ['96 quarter-hours', '2026-02-10', 96],
    ['92 on the day of 23 hours', '2026-03-29', 92],
    ['100 on the day of 25 hours', '2026-10-25', 100],
  ])('%s stamped an hour apart get the times of the day that their block names', (_, day, count) => {
    const start = Temporal.PlainDate.from(day).toZonedDateTime('Europe/Paris').toInstant()
    const end = addParisDays(start, 1)
    const { measurements, refused, unreadableSlots } = forecastOf(start, end, slots(count, start, { stepMinutes: 60 }))
    expect([measurements.length, refused?.length, unreadableSlots]).toEqual([count, 0, 0])
    expect(measurements.map(({ value }) => value)).toEqual(Array.from({ length: count }, (__, index) => index))
    expect([measurements[1]?.slotStart, measurements.at(-1)?.slotEnd].map(String)).toEqual(
      [start.add({ minutes: 15 }), end].map(String),
    )
  })

  test('are quarantined where the block is not one day, or their number does not fill it', () => {
    const start = at('2026-02-09T23:00:00Z')
    for (const [end, count] of [
      [start.add({ hours: 48 }), 96],
      [start.add({ hours: 24 }), 95],
    ] as const) {
      const { measurements, refused } = forecastOf(start, end, slots(count, start, { stepMinutes: 60 }))
      expect(measurements).toEqual([])
      expect(refused).toHaveLength(count)
      expect(refused?.[0]?.reason).toMatch(/slots from .* to .* do not fit their block from 2026-02-09T23:00:00Z to /)
    }
  })

  test('of one length that begin within each other are quarantined, in whatever order they come', () => {
    const start = at('2026-02-09T23:00:00Z')
    const hours = slots(24, start, { stepMinutes: 15, lengthMinutes: 60 })
    for (const values of [hours, hours.toReversed()]) {
      const { measurements, refused } = forecastOf(start, start.add({ hours: 24 }), values)
      expect(measurements).toEqual([])
      expect(refused?.[0]?.reason).toBe('slots of 60 min begin 15 min apart')
    }
  })

  test('do not discard the other blocks when their block cannot be read', () => {
    const start = at('2026-02-09T23:00:00Z')
    const block = (type: string, stepMinutes: number) => ({
      type,
      start_date: start.toString(),
      end_date: start.add({ hours: 12 }).toString(),
      values: slots(48, start, { stepMinutes }),
    })
    const { measurements, refused } = normaliseConsumption({ short_term: [block('ID', 60), block('D-1', 15)] })
    expect([new Set(measurements.map(({ series }) => series)), refused?.length]).toEqual([new Set(['D-1']), 48])
  })
})

describe('slots that fit their block', () => {
  test('are accepted when the block is only partly filled or ends at this moment', () => {
    const start = at('2026-02-09T23:00:00Z')
    const now = at('2026-02-10T09:17:05Z')
    const values = slots(9, start, { stepMinutes: 60 }).filter((_, index) => index !== 3)
    expect(forecastOf(start, now, values).measurements).toHaveLength(8)
    expect(forecastOf(start, start.add({ hours: 24 }), slots(1, start)).measurements).toHaveLength(1)
  })

  test('are accepted on the Paris days that the bounds touch, because publishers round a period to whole days', () => {
    const start = at('2026-02-09T23:00:00Z')
    const { measurements } = forecastOf(start.add({ hours: 5 }), start.add({ hours: 7 }), slots(96, start))
    expect(measurements).toHaveLength(96)
  })

  test('replace each other when one comes twice, as a correction', () => {
    const start = at('2026-02-09T23:00:00Z')
    const twice = [...slots(4, start), ...slots(4, start)]
    expect(forecastOf(start, start.add({ hours: 24 }), twice).measurements).toHaveLength(8)
  })
})

describe('one odd member does not discard a payload', () => {
  const slot = {
    start_date: '2026-01-14T00:00:00+01:00',
    end_date: '2026-01-14T00:15:00+01:00',
    value: 20_000,
    price: 41.5,
  }

  test('an empty updated_date leaves the date unknown, and the slots are stored', () => {
    for (const block of [
      { updated_date: '', values: [slot] },
      { updated_date: 7, values: [{ ...slot, updated_date: '' }] },
      { values: [{ ...slot, updated_date: 'yesterday' }] },
    ]) {
      const { measurements, unreadableSlots } = normalisePowerExchanges({ france_power_exchanges: [block] })
      expect(measurements.map(({ series, value, updatedAt }) => [series, value, updatedAt])).toEqual([
        ['PRICE', 41.5, null],
        ['VOLUME', 20_000, null],
      ])
      expect(unreadableSlots).toBe(0)
    }
  })

  test('a block without values, or with a text as values, is quarantined with its reason, and its slots are counted', () => {
    const blocks = [{ type: 'ID' }, { type: 'ID', values: 'n/a' }, { type: 7, values: [slot, slot] }, 'odd']
    const { measurements, unreadableSlots, reasons } = normaliseConsumption({
      short_term: [...blocks, { type: 'D-1', values: [slot] }],
    })
    expect(measurements.map(({ series }) => series)).toEqual(['D-1'])
    expect(unreadableSlots).toBe(5)
    expect(reasons?.join()).toContain('values')
    expect(reasons?.join()).toContain('type')
  })

  test('a payload without a readable block is refused', () => {
    expect(() => normaliseConsumption({ short_term: [{ type: 'ID' }] })).toThrow(/none of 1 records can be read/)
  })

  test('numbers written as texts are read, words are not', () => {
    const values = [
      { ...slot, value: ' 57,5 ' },
      { ...slot, value: 'Invalid' },
      { ...slot, value: '1 234' },
    ]
    const { measurements, unreadableSlots } = normaliseConsumption({ short_term: [{ type: 'realised', values }] })
    expect(measurements.map(({ series, value }) => [series, value])).toEqual([['REALISED', 57.5]])
    expect(unreadableSlots).toBe(2)
  })
})

describe('a renamed member is an error, never an empty success', () => {
  const times = { start_date: '2026-01-14T00:00:00+01:00', end_date: '2026-01-14T00:15:00+01:00' }

  test('when every value has another name', () => {
    const short_term = [{ type: 'REALISED', values: [{ ...times, power: 58_000 }] }]
    expect(() => normaliseConsumption({ short_term })).toThrow('none of 1 slots has the member value')
  })

  test('when one of two values has another name: the other is kept, and the payload names the member', () => {
    const blocks = [{ values: [{ ...times, value: 20_000, spot_price: 41.5 }] }]
    const { measurements, fault } = normalisePowerExchanges({ france_power_exchanges: blocks })
    expect([measurements.map(({ series }) => series), fault]).toEqual([
      ['VOLUME'],
      'none of 1 slots has the member price',
    ])
  })

  test('but null values are not published yet, which is no error', () => {
    const short_term = [{ type: 'REALISED', values: [{ ...times, value: null }] }]
    expect(normaliseConsumption({ short_term })).toMatchObject({ measurements: [], unreadableSlots: 0 })
  })

  test('when times are written in another form', () => {
    const short_term = [{ type: 'REALISED', values: [{ start_date: '14/01/2026 00:00', end_date: '…', value: 1 }] }]
    expect(() => normaliseConsumption({ short_term })).toThrow('none of 1 slots can be read')
  })
})

test('words match whatever their letter case, and new ones are left out and reported', () => {
  const slot = { start_date: '2026-01-14T00:00:00+01:00', end_date: '2026-01-14T00:15:00+01:00', value: 1 }
  const forecasts = ['Solar', 'wind_onshore', 'MDSETRF', 'TIDAL'].map((production_type) => {
    return { type: 'd-1', production_type, values: [slot] }
  })
  const forecast = normaliseGenerationForecast({ forecasts })
  expect(forecast.measurements.map(({ series }) => series)).toEqual(['D-1/SOLAR', 'D-1/WIND_ONSHORE'])
  expect(forecast.newElements).toEqual(['production type TIDAL'])
  const load = normaliseConsumption({ short_term: [{ type: 'D-9', values: [slot] }] })
  expect([load.measurements, load.newElements]).toEqual([[], ['type D-9']])
  const border = { sender_country_eic_code: '10YFR-RTE------C', receiver_country_eic_code: '10YBE----------2' }
  const schedules = ['id', 'LT', 'XB'].map((type) => ({ ...border, type, values: [slot] }))
  const exchanges = normaliseExchangeSchedules({ schedules }, {})
  expect([exchanges.measurements.length, exchanges.newElements]).toEqual([1, ['process XB']])
})
