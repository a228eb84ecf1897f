import { describe, expect, test } from 'bun:test'
import { exchangeSchedules, normaliseExchangeSchedules } from './exchange-schedules.ts'
import v1Schedules from './fixtures/exchange-schedules-v1-schedules.json'
import v2TimeSeries from './fixtures/exchange-schedules-v2-time-series.json'

const rows = (payload: unknown, process_type: string) =>
  normaliseExchangeSchedules(payload, { process_type }).measurements.map((m) => [
    m.series,
    m.slotStart.toString(),
    m.value,
    m.updatedAt?.toString(),
  ])

describe('scheduled exchanges', () => {
  test('of version 2 have the process of the query and the date of the block, and foreign borders are left out', () => {
    const updatedAt = '2026-02-02T13:21:09Z'
    expect(rows(v2TimeSeries, 'DA')).toEqual([
      ['DA/10YFR-RTE------C>10YBE----------2', '2026-02-02T23:00:00Z', 1450, updatedAt],
      ['DA/10YFR-RTE------C>10YBE----------2', '2026-02-02T23:15:00Z', 0, updatedAt],
      ['DA/10YBE----------2>10YFR-RTE------C', '2026-02-02T23:00:00Z', 0, updatedAt],
    ])
    expect(rows(v2TimeSeries, 'ID').map(([series]) => series)).toContain('ID/10YFR-RTE------C>10YBE----------2')
  })

  test('of version 1 have the process of the block and the date of the slot, and long-term ones are left out', () => {
    const expected = [
      ['ID/10YFR-RTE------C>10YBE----------2', '2016-01-31T23:00:00Z', 60.4, '2016-01-31T23:00:00Z'],
      ['DA/10YBE----------2>10YFR-RTE------C', '2016-01-31T23:00:00Z', 411, '2016-01-31T14:10:00Z'],
    ]
    expect(rows(v1Schedules, 'DA')).toEqual(expected)
    expect(rows(v1Schedules, 'ID')).toEqual(expected)
  })

  test('of one border may come as an object, and a payload without a root or a process gives nothing', () => {
    const [border] = v2TimeSeries.time_series
    expect(rows({ time_series: border }, 'ID')).toHaveLength(2)
    expect(normaliseExchangeSchedules(v2TimeSeries, {}).measurements).toEqual([])
    expect(() => normaliseExchangeSchedules({ sum_rights: [] }, { process_type: 'DA' })).toThrow(/agreed shape/)
  })

  test('of an unknown area are kept, and the area is reported', () => {
    const [border] = v2TimeSeries.time_series
    const unknown = { ...border, receiver_country_eic_code: '10YXX----------0' }
    const content = normaliseExchangeSchedules({ time_series: [border, unknown] }, { process_type: 'DA' })
    expect(content.measurements.map(({ series }) => series)).toContain('DA/10YFR-RTE------C>10YXX----------0')
    expect(content.newElements).toEqual(['10YXX----------0'])
  })

  test('are requested with Paris midnights in UTC as bounds, in summer and winter', () => {
    // F08 says that a bound is none: a fault of the product that must be seen.
    expect(exchangeSchedules.absent?.codes).not.toContain('F08')
    const start = Temporal.Instant.from('2026-03-28T23:00:00Z')
    const end = Temporal.Instant.from('2026-03-29T22:00:00Z')
    expect(exchangeSchedules.backfillCalls?.({ start, end })[0]?.query).toMatchObject({
      start_date: '2026-03-28T23:00:00Z',
      end_date: '2026-03-29T22:00:00Z',
    })
  })
})
