import { describe, expect, test } from 'bun:test'
import { parseDate, parseValidityEnd } from './dates.ts'

describe('dates of the agency’s database', () => {
  test('every form of a date is read', () => {
    for (const text of ['2018-12-21', '2018-12-21 00:00:00', '2018-12-21T00:00:00Z', '21/12/2018']) {
      expect(parseDate(text)).toBe('2018-12-21')
    }
    expect(parseDate('31/02/2018')).toBeNull()
    expect(parseDate('')).toBeNull()
  })

  test('a validity period ends on its last day', () => {
    expect(parseValidityEnd('déc.-21')).toBe('2021-12-31')
    expect(parseValidityEnd('févr.-24')).toBe('2024-02-29')
    expect(parseValidityEnd('août-25')).toBe('2025-08-31')
    expect(parseValidityEnd('Année 2012')).toBe('2012-12-31')
    expect(parseValidityEnd('2027-06-30 00:00:00')).toBe('2027-06-30')
    expect(parseValidityEnd('44196')).toBe('2020-12-31')
  })

  test('a text that names no end has no end', () => {
    for (const text of ['3 ans', '5ème rapport du GIEC (2013)', '']) expect(parseValidityEnd(text)).toBeNull()
  })
})
