import { describe, expect, test } from 'bun:test'
import { parseQuery } from '@hexawatt/shared/http/query-parameters'
import { readTimeZone } from './time-zone.ts'

const read = (query: string): string => readTimeZone(parseQuery(query))

describe('timezone', () => {
  test('is UTC when it is not given', () => {
    expect(read('')).toBe('UTC')
  })

  test('is any zone of the IANA database, in any case, old names and fixed zones included', () => {
    for (const name of ['Europe/Paris', 'Asia/Kathmandu', 'America/Argentina/Buenos_Aires', 'EST5EDT', 'Etc/GMT-14']) {
      expect(read(`timezone=${encodeURIComponent(name)}`)).toBe(name)
      expect(read(`timezone=${encodeURIComponent(name.toLowerCase())}`)).toBe(name)
    }
    expect(read('timezone=Etc/GMT+5')).toBe('Etc/GMT+5')
  })

  test('refuses what is no zone, with the accepted form', () => {
    const wrong = [
      'Mars/Base',
      '%2B02:00',
      '+02:00',
      '-0530',
      'Z',
      '',
      '2025-01-01T00:00[Europe/Paris]',
      'x'.repeat(65),
    ]
    for (const value of wrong) {
      expect(() => read(`timezone=${value}`)).toThrow(
        /"timezone" .* is not valid; accepted is the name of an IANA time zone, such as UTC or Europe\/Paris/,
      )
    }
  })
})
