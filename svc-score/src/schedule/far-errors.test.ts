import { expect, test } from 'bun:test'
import { packErrors } from '@hexawatt/shared/snapshot/plan-past'
import { createSamplePast } from '../testing/sample-past.ts'
import { createSampleHour, sampleFarForecast } from '../testing/sample-snapshots.ts'
import { createPlanInputs } from './plan-inputs.ts'

const presentMs = Date.parse('2025-01-15T14:00:00Z')
const forecast = { ...sampleFarForecast, hourInProgress: createSampleHour('2025-01-15T14:00:00Z', 50) }
/** Forty issues with weather or without: the error of a price is its lead. */
const pastOf = (leads: number) => {
  const past = createSamplePast({ issues: 40, priceErrorAtLead4: () => 0 })
  const paths = Array.from({ length: 40 }, () =>
    Float64Array.from({ length: 73 }, (_, lead) => (lead <= leads ? lead : Number.NaN)),
  )
  return { ...past, errors: { ...past.errors, price: packErrors(paths, 'price') } }
}
/** Errors of the first issue by hour ahead. */
const errorsByHour = (past: ReturnType<typeof pastOf> | null): number[] => {
  const { bySlot } = createPlanInputs(forecast, null, past, presentMs).errors('price')
  return [...(bySlot[0] ?? [])].filter((_, slot) => slot % 4 === 0)
}
const leads = (first: number, last: number): number[] =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index)

test('an hour beyond 48 has its own archived error, or that of the same hour of the day before where an issue ends earlier', () => {
  expect(errorsByHour(pastOf(72)).slice(0, 73)).toEqual(leads(0, 72))
  expect(errorsByHour(pastOf(48)).slice(0, 73)).toEqual([...leads(0, 48), ...leads(25, 48)])
})

test('shipped errors serve every hour of the longest plan', () => {
  expect(errorsByHour(null).every((error) => Number.isFinite(error))).toBe(true)
})
