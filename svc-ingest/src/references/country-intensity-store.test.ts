import { expect, test } from 'bun:test'
import { readCountryIntensities } from '@hexawatt/shared/stored-rows/references-store'
import { useTestDatabase } from '@hexawatt/shared/testing/use-test-database'
import { addCountryIntensities } from './country-intensity-store.ts'

const { sql } = await useTestDatabase()

const at = (text: string) => Temporal.Instant.from(text)
const belgium = (gCo2eqPerKwh: number) => [{ country: 'BE', year: 2022, gCo2eqPerKwh }]
const belgiumOf = ({ vintage }: { vintage: string }, grams: number) => [
  { country: 'BE', year: 2022, gCo2eqPerKwh: grams, vintage },
]

test('a revised year is added next to the former value, and both can be read as of their time, each with its vintage', async () => {
  const first = { source: 'publisher', vintage: '2023-12', knownFrom: at('2023-12-05T00:00:00Z') }
  const second = { source: 'publisher', vintage: '2024-02', knownFrom: at('2024-02-05T00:00:00Z') }
  expect(await addCountryIntensities(sql, first, belgium(167.11))).toBe(1)
  expect(await addCountryIntensities(sql, { ...first, knownFrom: at('2023-12-06T00:00:00Z') }, belgium(167.11))).toBe(0)
  expect(await addCountryIntensities(sql, second, belgium(139.79))).toBe(1)
  expect(await readCountryIntensities(sql, at('2024-01-01T00:00:00Z'))).toEqual(belgiumOf(first, 167.11))
  expect(await readCountryIntensities(sql, at('2024-03-01T00:00:00Z'))).toEqual(belgiumOf(second, 139.79))
  expect(await readCountryIntensities(sql, at('2023-01-01T00:00:00Z'))).toEqual([])
})

test('0 g counts as unknown, and an earlier value stays in force', async () => {
  const release = { source: 'publisher', vintage: '2025-01', knownFrom: at('2025-01-05T00:00:00Z') }
  await addCountryIntensities(sql, release, [{ country: 'CH', year: 2024, gCo2eqPerKwh: 36.72 }])
  const zero = { ...release, knownFrom: at('2025-02-05T00:00:00Z') }
  await addCountryIntensities(sql, zero, [{ country: 'CH', year: 2024, gCo2eqPerKwh: 0 }])
  const known = await readCountryIntensities(sql, at('2025-03-01T00:00:00Z'))
  expect(known.filter(({ country }) => country === 'CH')).toEqual([
    { country: 'CH', year: 2024, gCo2eqPerKwh: 36.72, vintage: '2025-01' },
  ])
})
