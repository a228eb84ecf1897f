import { describe, expect, test } from 'bun:test'
import { chooseEncoding } from './choose-encoding.ts'

describe('the encoding chosen for an Accept-Encoding header', () => {
  test.each([
    [null, 'identity'],
    ['', 'identity'],
    ['gzip', 'gzip'],
    ['gzip, deflate, br', 'br'],
    ['gzip, deflate, br, zstd', 'zstd'],
    ['GZIP;Q=1.0', 'gzip'],
    ['x-gzip', 'gzip'],
    ['deflate', 'identity'],
    ['*', 'zstd'],
  ] as const)('of %p is %p', (header, encoding) => {
    expect(chooseEncoding(header)).toBe(encoding)
  })

  test.each([
    ['zstd;q=0.5, br;q=0.8, gzip;q=0.7', 'br'],
    ['zstd;q=0.8, gzip;q=0.8', 'zstd'],
    ['gzip;q=0.001', 'gzip'],
    ['br;q=0, zstd;q=0, gzip', 'gzip'],
    ['*;q=0.5, zstd;q=0', 'br'],
    ['gzip;q=0.5, *;q=0.8, br;q=0.1', 'zstd'],
    ['identity;q=0.5, gzip;q=0.2', 'identity'],
    ['identity, gzip', 'gzip'],
    ['gzip ; q=0.5 , br ; q=0.4', 'gzip'],
    ['gzip;q=0.2, gzip;q=1, br;q=0.5', 'br'],
  ] as const)('follows the qualities of %p: %p', (header, encoding) => {
    expect(chooseEncoding(header)).toBe(encoding)
  })

  test.each(['gzip;q=0', 'gzip;q=2', 'gzip;q=-1', 'gzip;q=NaN', 'gzip;q=0.5555', 'gzip;q='])(
    'is never refused or of an unreadable quality: %p',
    (header) => {
      expect(chooseEncoding(header)).toBe('identity')
    },
  )

  test.each(['identity;q=0', '*;q=0', 'identity;q=0, gzip;q=0'])(
    'is identity when no encoding is acceptable: %p',
    (header) => {
      expect(chooseEncoding(header)).toBe('identity')
    },
  )

  test('is the same for a repeated header, and for a header too long to be cached', () => {
    const long = `gzip, br;q=0.1${', x'.repeat(2_000)}`
    for (const header of ['br, gzip', 'br, gzip']) expect(chooseEncoding(header)).toBe('br')
    for (const header of [long, long]) expect(chooseEncoding(header)).toBe('gzip')
  })
})
