import { expect, test } from 'bun:test'
import { defaultZone, formatZoneName, isZone } from './zone.ts'

test.each(['FR', 'IT-NO', 'US-CAL-CISO', 'DK-DK1', 'RU-1'])('%s is a zone', (text) => {
  expect(isZone(text)).toBe(true)
})

test.each(['', 'fr', 'France', 'XX', 'ZZ', 'FR-', 'FR-NORTH', 'FR-A-B-C', 'FR 1', ' FR', 'F', 'FR\n'])(
  '%j is not a zone',
  (text) => {
    expect(isZone(text)).toBe(false)
  },
)

test('a country zone is named by its country, a region zone also by its code', () => {
  expect([defaultZone, 'IT-NO', 'US-CAL-CISO', 'nowhere'].map(formatZoneName)).toEqual([
    'France',
    'Italy (NO)',
    'United States (CAL-CISO)',
    'nowhere',
  ])
})
