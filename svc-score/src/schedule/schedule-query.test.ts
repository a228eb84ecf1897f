import { describe, expect, test } from 'bun:test'
import { getSchedule } from '@hexawatt/shared/contract/operations/get-schedule'
import { AppError } from '@hexawatt/shared/errors/app-error'
import { shippedTable } from '@hexawatt/shared/methodology/tariffs/shipped-contracts'
import { parseQuery } from '@hexawatt/shared/testing/operation-queries'
import { hourMs } from '@hexawatt/shared/time/instant'
import { type ScheduleQuery, toScheduleQuery } from './schedule-query.ts'

const nowMs = Date.parse('2026-02-03T17:05:00Z')
const horizonMs = nowMs + 48 * hourMs
const read = (query: string): ScheduleQuery =>
  toScheduleQuery(parseQuery(getSchedule, query), shippedTable, nowMs, horizonMs)
const span = (query: string): string[] => {
  const { fromMs, toMs } = read(query)
  return [fromMs, toMs].map((ms) => new Date(ms).toISOString())
}
const refusal = (query: string): [code: string, detail: string] => {
  try {
    read(query)
  } catch (error) {
    if (error instanceof AppError) return [error.code, error.options.detail ?? '']
  }
  throw new Error(`${query} was not refused`)
}

describe('the load of a query', () => {
  test('is given by two of energy, power and duration, or by the duration only', () => {
    expect(read('energyKWh=30&powerKW=7.4').load.slots).toBe(17)
    expect(read('energyKWh=2&durationMinutes=120').load).toEqual({ slots: 8, powerKW: 1, energyKWh: 2 })
    expect(read('durationMinutes=90').load.energyKWh).toBe(1.5)
  })

  test.each(['', 'energyKWh=1', 'powerKW=1', 'energyKWh=1&powerKW=1&durationMinutes=60'])('%p is refused', (query) => {
    const [code, detail] = refusal(query)
    expect(code).toBe('invalid_parameter')
    expect(detail).toEndWith('accepted are two of energyKWh, powerKW and durationMinutes, or durationMinutes alone.')
  })

  test.each([
    'energyKWh=0',
    'energyKWh=-1',
    'energyKWh=NaN',
    'energyKWh=1e2',
    'energyKWh=1001',
    'energyKWh=',
    'energyKWh=0x1',
  ])('%s is refused with what is accepted', (query) => {
    const [code, detail] = refusal(`${query}&powerKW=1`)
    expect(code).toBe('invalid_parameter')
    expect(detail).toStartWith('Query parameter "energyKWh" (received ')
    expect(detail).toEndWith('accepted is a plain decimal number above 0, up to 1000.')
  })
})

describe('the window of a query', () => {
  test('is 24 hours from the next quarter-hour', () => {
    expect(span('durationMinutes=60')).toEqual(['2026-02-03T17:15:00.000Z', '2026-02-04T17:15:00.000Z'])
  })

  test('is narrowed to full quarter-hours and to the future', () => {
    const query = 'durationMinutes=60&earliest=2026-02-03T20:01Z&latest=2026-02-04T06:14Z'
    expect(span(query)).toEqual(['2026-02-03T20:15:00.000Z', '2026-02-04T06:00:00.000Z'])
    expect(span('durationMinutes=60&earliest=2026-02-01T00:00Z')[0]).toBe('2026-02-03T17:15:00.000Z')
  })

  test('is capped at the end of the caller’s forecast', () => {
    expect(span('durationMinutes=60&latest=2026-03-01T00:00Z')[1]).toBe('2026-02-05T17:00:00.000Z')
  })

  test('respects fractions of a second', () => {
    const between = 'earliest=2026-02-03T20:00:00.0000001Z&latest=2026-02-03T20:30:00.0000001Z'
    expect(span(`durationMinutes=15&${between}`)).toEqual(['2026-02-03T20:15:00.000Z', '2026-02-03T20:30:00.000Z'])
    expect(refusal('durationMinutes=15&earliest=2026-02-03T20:00:00.5Z&latest=2026-02-03T20:00:00.2Z')).toEqual([
      'invalid_range',
      'latest (2026-02-03T20:00:00.200Z) must be later than earliest (2026-02-03T20:00:00.500Z) and than now (2026-02-03T17:05:00Z).',
    ])
  })

  test('reads times of day as the next ones in Paris, latest after earliest', () => {
    expect(span('durationMinutes=60&earliest=22:00&latest=07:00')).toEqual([
      '2026-02-03T21:00:00.000Z',
      '2026-02-04T06:00:00.000Z',
    ])
    expect(span('durationMinutes=60&earliest=2026-02-04')[0]).toBe('2026-02-03T23:00:00.000Z')
  })

  test.each(['latest=2026-02-03T17:05Z', 'earliest=2026-02-03T20:00Z&latest=2026-02-03T19:00Z'])(
    '%s is refused as invalid_range, because it ends before it begins',
    (query) => expect(refusal(`durationMinutes=60&${query}`)[0]).toBe('invalid_range'),
  )
})

test('the other parameters have the documented defaults', () => {
  expect(read('durationMinutes=60')).toMatchObject({
    maxSegments: 1,
    minOnSlots: 2,
    objective: 'score',
    emissions: 'lifecycle',
    estimate: 'central',
    tieBreak: 'early',
  })
  const query =
    'durationMinutes=60&maxSegments=4&minOnMinutes=40&objective=cost&emissions=direct&estimate=prudent&tieBreak=late'
  expect(read(query)).toMatchObject({
    maxSegments: 4,
    minOnSlots: 3,
    objective: 'cost',
    emissions: 'direct',
    estimate: 'prudent',
    tieBreak: 'late',
  })
})

test('a minimum segment longer than the load is refused with the run time', () => {
  expect(read('durationMinutes=50&minOnMinutes=60').minOnSlots).toBe(4)
  expect(refusal('durationMinutes=50&minOnMinutes=61')).toEqual([
    'invalid_parameter',
    'Query parameter "minOnMinutes" (received "61") is not valid; accepted is at most 60, the minutes that the load runs.',
  ])
  expect(refusal('energyKWh=1&powerKW=4&minOnMinutes=16')[1]).toContain('at most 15')
  expect(read('durationMinutes=15').minOnSlots).toBe(2)
})

test.each(['maxSegments=0', 'maxSegments=9', 'maxSegments=1.5', 'minOnMinutes=14', 'objective=Cost', 'tieBreak='])(
  '%s is refused',
  (query) => expect(refusal(`durationMinutes=60&${query}`)[0]).toBe('invalid_parameter'),
)
