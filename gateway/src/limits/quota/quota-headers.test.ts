import { expect, test } from 'bun:test'
import { parseList } from 'structured-headers'
import type { Quota } from './quota.ts'
import { addGivenBack, writeQuotaHeaders } from './quota-response.ts'

const quota: Quota = {
  refusedBy: null,
  minute: { limit: 60, remaining: 59, resetSeconds: 61 },
  month: { limit: 30_000, remaining: 29_000, resetSeconds: 864_000, monthIndex: 24_322 },
  isLocal: false,
}

function headersOf(of: Quota): Headers {
  const headers = new Headers()
  writeQuotaHeaders(headers, of)
  return headers
}

/** Items of a structured list with their parameters. */
function listOf(headers: Headers, name: string) {
  return parseList(headers.get(name) ?? '').map(([item, parameters]) => [item, Object.fromEntries(parameters)])
}

test('the X-RateLimit headers state limit and remainder of minute and month', () => {
  const headers = headersOf(quota)
  expect(headers.get('x-ratelimit-limit-minute')).toBe('60')
  expect(headers.get('x-ratelimit-remaining-minute')).toBe('59')
  expect(headers.get('x-ratelimit-limit-month')).toBe('30000')
  expect(headers.get('x-ratelimit-remaining-month')).toBe('29000')
})

test('RateLimit and RateLimit-Policy are structured lists of the same named policies', () => {
  const headers = headersOf(quota)
  expect(listOf(headers, 'ratelimit-policy')).toEqual([
    ['minute', { q: 60, w: 60 }],
    ['month', { q: 30_000 }],
  ])
  expect(listOf(headers, 'ratelimit')).toEqual([
    ['minute', { r: 59, t: 61 }],
    ['month', { r: 29_000, t: 864_000 }],
  ])
})

test('without a monthly limit no header mentions a month', () => {
  const headers = headersOf({ ...quota, month: null })
  expect([...headers.keys()].filter((name) => name.includes('month'))).toEqual([])
  expect(listOf(headers, 'ratelimit-policy')).toEqual([['minute', { q: 60, w: 60 }]])
  expect(listOf(headers, 'ratelimit')).toEqual([['minute', { r: 59, t: 61 }]])
  expect(addGivenBack({ ...quota, month: null })).toEqual({ ...quota, month: null })
})

test.each([
  [5, '5', '6'],
  [0, '0', '1'],
  [-1, '0', '0'],
  [-7, '0', '0'],
])('with %d left of the month the headers say %s, and %s after a refund', (remaining, before, after) => {
  const month = quota.month && { ...quota.month, remaining }
  const shown = (of: Quota) => headersOf(of).get('x-ratelimit-remaining-month')
  expect([shown({ ...quota, month }), shown(addGivenBack({ ...quota, month }))]).toEqual([before, after])
  expect(listOf(headersOf({ ...quota, month }), 'ratelimit')[1]?.[1]).toEqual({ r: Number(before), t: 864_000 })
})
