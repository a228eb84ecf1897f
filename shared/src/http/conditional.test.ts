import { describe, expect, test } from 'bun:test'
import { isNotModified } from './conditional.ts'

const validators = { etag: 'W/"abc"', 'last-modified': 'Wed, 15 Jan 2025 14:20:00 GMT' }
const asked = (headers: Record<string, string>) => isNotModified(new Headers(headers), validators)
const match = (value: string) => asked({ 'if-none-match': value })
const since = (value: string) => asked({ 'if-modified-since': value })

test('a request without a condition is not answered with 304', () => {
  expect(asked({})).toBe(false)
})

describe('If-None-Match', () => {
  test.each(['W/"abc"', '"abc"', '*', ' * ', '"x", W/"abc"', '"x","abc" ,"y"', 'W/"a,b", W/"abc"'])(
    '%s matches the current version',
    (value) => expect(match(value)).toBe(true),
  )

  test.each(['', 'W/"abd"', 'abc', 'W/abc', 'w/"ab"', '"ab"c"', '"*"', '"x", "y"', 'W/"ABC"', 'W/"x,"abc'])(
    '%s does not match the current version',
    (value) => expect(match(value)).toBe(false),
  )

  test('a tag within the text of another tag does not match', () => {
    expect(isNotModified(new Headers({ 'if-none-match': '"a, b"' }), { etag: 'W/"b"' })).toBe(false)
  })

  test('takes precedence over If-Modified-Since', () => {
    const unmodified = { 'if-modified-since': 'Wed, 15 Jan 2025 15:00:00 GMT' }
    expect(asked({ ...unmodified, 'if-none-match': '"other"' })).toBe(false)
    const modified = { 'if-modified-since': 'Wed, 15 Jan 2025 13:00:00 GMT' }
    expect(asked({ ...modified, 'if-none-match': '"abc"' })).toBe(true)
  })

  test('a list of thousands of tags is read only up to a bound', () => {
    const many = Array.from({ length: 5_000 }, (_, index) => `"${index}"`).join(', ')
    expect(match(`"abc", ${many}`)).toBe(true)
    expect(match(`${many}, "abc"`)).toBe(false)
  })
})

describe('If-Modified-Since', () => {
  test.each([
    'Wed, 15 Jan 2025 14:20:00 GMT',
    'Wed, 15 Jan 2025 14:20:01 GMT',
    'Wednesday, 15-Jan-25 14:20:00 GMT',
    'Wed Jan 15 14:20:00 2025',
    'Thu Jan  2 03:04:05 2031',
  ])('%s is not before the last change, so the response is 304', (value) => expect(since(value)).toBe(true))

  test.each([
    'Wed, 15 Jan 2025 14:19:59 GMT',
    'Wed Jan 15 14:19:59 2025',
    '2026-01-15T14:20:00Z',
    '1799999999',
    'Wed, 15 Jan 2026 14:20:00',
    'Wed, 15 Xyz 2026 14:20:00 GMT',
    'Wed, 15 Jan 2026 25:20:00 GMT',
    '',
  ])('%s is before the last change or not a date, so the response is sent', (value) => expect(since(value)).toBe(false))
})

test('a response without validators is never 304', () => {
  expect(isNotModified(new Headers({ 'if-none-match': '*' }), {})).toBe(false)
  expect(isNotModified(new Headers({ 'if-modified-since': 'Wed, 15 Jan 2025 14:20:00 GMT' }), {})).toBe(false)
})
