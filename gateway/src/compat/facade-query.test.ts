import { expect, test } from 'bun:test'
import { getElectricityMapsLatest } from '@hexawatt/shared/contract/operations/get-electricity-maps-latest'
import { parseQuery } from '@hexawatt/shared/testing/operation-queries'
import { requireZone } from './facade-query.ts'

const refusalOf = (query: string, ownZone: string): string | null => {
  try {
    requireZone(parseQuery(getElectricityMapsLatest, query), ownZone)
    return null
  } catch (error) {
    return String(error)
  }
}

test.each(['', 'zone=FR', 'zone=fr', 'lat=48.8&lon=2.3', 'zone=FR&lat=0'])(
  'a gateway for France accepts %p',
  (query) => {
    expect(refusalOf(query, 'FR')).toBeNull()
  },
)

test('a gateway accepts only its own zone', () => {
  expect(refusalOf('zone=IT-NO', 'FR')).toContain('accepted is FR')
  expect(refusalOf('zone=it-no', 'IT-NO')).toBeNull()
  expect(refusalOf('', 'IT-NO')).toBeNull()
  expect(refusalOf('zone=FR', 'IT-NO')).toContain('accepted is IT-NO')
})

test('a place is refused outside France, and by a gateway of another zone', () => {
  expect(refusalOf('lat=55&lon=12', 'FR')).toContain('a place in France')
  expect(refusalOf('lat=48.8&lon=2.3', 'IT-NO')).toContain('the parameter zone instead of a place')
})
