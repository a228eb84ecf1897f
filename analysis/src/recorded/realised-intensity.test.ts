import { expect, test } from 'bun:test'
import { hourMs } from '@hexawatt/shared/time/instant'
import { computeIntensityByHour } from './realised-values.ts'
import { listSlotsOfHour, type RecordedHours } from './recorded-hours.ts'

const start = Date.UTC(2024, 0, 10)
const at = (hours: number): number => start + hours * hourMs
const record = (hours: Readonly<Record<number, Readonly<Record<string, number>>>>): RecordedHours =>
  new Map(
    Object.entries(hours).map(([hour, mix]) => [
      at(Number(hour)),
      listSlotsOfHour(at(Number(hour)), Object.entries(mix)),
    ]),
  )

test('the realised intensity is Σ MW·g / Σ MW with the shipped factors', () => {
  const byHour = computeIntensityByHour(record({ 0: { NUCLEAR: 9_000, FOSSIL_GAS: 1_000 } }), {
    fromMs: start,
    toMs: at(1),
  })
  expect(byHour.get(start)).toBeCloseTo(45.13, 10)
})

test('an hour that lacks a type of the week before is absent; a week later it counts again', () => {
  const both = { NUCLEAR: 9_000, FOSSIL_GAS: 1_000 }
  const byHour = computeIntensityByHour(
    record({ 0: both, 1: { NUCLEAR: 9_000 }, 167: { NUCLEAR: 9_000 }, 168: { NUCLEAR: 9_000 } }),
    { fromMs: start, toMs: at(200) },
  )
  expect([...byHour.keys()]).toEqual([at(0), at(168)])
})

test('a type that appears later does not affect earlier hours', () => {
  const byHour = computeIntensityByHour(record({ 0: { NUCLEAR: 9_000 }, 1: { NUCLEAR: 9_000, WIND_OFFSHORE: 100 } }), {
    fromMs: start,
    toMs: at(2),
  })
  expect(byHour.size).toBe(2)
})
