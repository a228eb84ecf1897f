import { describe, expect, test } from 'bun:test'
import { Refusal } from '../server/refusals.ts'
import { readTimeWindow } from './operator-query.ts'

const now = Temporal.Instant.from('2025-03-30T12:34:56Z')
const closed = { errorPrefix: 'ACTUALGEN_PRODTYPE', maxDays: 155, latestEnd: 'now' } as const
const open = { errorPrefix: 'X', maxDays: 14, latestEnd: { daysAhead: 0 } } as const

async function read(query: Record<string, string>, rules: typeof closed | typeof open = closed) {
  try {
    const { start, end } = readTimeWindow(new URLSearchParams(query), rules, now)
    return [start.toString(), end.toString()]
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const { error: code } = (await error.response.json()) as { error: string }
    return `${error.response.status} ${code}`
  }
}

describe('the period of a call', () => {
  test('without bounds it is the current Paris day: up to now, or the whole day where the resource serves the future', async () => {
    expect(await read({})).toEqual(['2025-03-29T23:00:00Z', '2025-03-30T12:34:56Z'])
    expect(await read({}, open)).toEqual(['2025-03-29T23:00:00Z', '2025-03-30T22:00:00Z'])
  })

  test('offsets of both bounds and Z are read', async () => {
    expect(await read({ start_date: '2025-03-29T00:00:00+01:00', end_date: '2025-03-30T10:00:00Z' })).toEqual([
      '2025-03-28T23:00:00Z',
      '2025-03-30T10:00:00Z',
    ])
  })

  const start_date = '2025-03-01T00:00:00+01:00'
  test.each([
    ['one bound alone', { start_date }, 'F01'],
    ['start after end', { start_date, end_date: '2025-02-01T00:00:00+01:00' }, 'F02'],
    ['too long', { start_date: '2024-10-25T00:00:00+02:00', end_date: '2025-03-30T00:00:00+01:00' }, 'F03'],
    ['end in the future', { start_date, end_date: '2025-03-30T12:34:57Z' }, 'F04'],
    ['a space for the plus sign', { start_date, end_date: '2025-03-02T00:00:00 01:00' }, 'F06'],
    ['no offset', { start_date, end_date: '2025-03-02T00:00:00' }, 'F06'],
    ['no such day', { start_date, end_date: '2025-02-30T00:00:00+01:00' }, 'F06'],
  ])('%s is refused with the operator’s code', async (_, query, code) => {
    expect(await read(query)).toBe(`400 ACTUALGEN_PRODTYPE_${code}`)
  })

  test('the longest period counts Paris days, also over a clock change', async () => {
    const start = { start_date: '2025-03-17T00:00:00+01:00' }
    expect(await read({ ...start, end_date: '2025-03-31T00:00:00+02:00' }, open)).toEqual([
      '2025-03-16T23:00:00Z',
      '2025-03-30T22:00:00Z',
    ])
    expect(await read({ ...start, end_date: '2025-03-31T00:00:01+02:00' }, open)).toBe('400 X_F03')
  })
})
