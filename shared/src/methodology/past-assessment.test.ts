import { describe, expect, test } from 'bun:test'
import { coreProductionTypes } from '../grid/production-types.ts'
import { type CarbonInputs, createHourAssessment } from './carbon-assessment.ts'
import { seedFactorSet } from './emission-factors.ts'
import type { SlotValue } from './hourly-means.ts'
import { createPastAssessment } from './past-assessment.ts'

const first = Temporal.Instant.from('2025-01-01T00:00:00Z')
const hourAt = (index: number): Temporal.Instant => first.add({ hours: index })

function createSlots(series: string, hour: number, value: number, minutes = 60): SlotValue[] {
  return Array.from({ length: 60 / minutes }, (_, part) => {
    const slotStart = hourAt(hour).add({ minutes: part * minutes })
    return { series, slotStart, slotEnd: slotStart.add({ minutes }), value }
  })
}

/** Every core type in some hours; gas differs from hour to hour. */
function createMix(hours: readonly number[], minutes = 60): SlotValue[] {
  return hours.flatMap((hour) =>
    coreProductionTypes.flatMap((type) =>
      createSlots(type, hour, type === 'FOSSIL_GAS' ? 500 + (hour % 24) : 1_000, minutes),
    ),
  )
}

const listHours = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => from + index)

const inputs: CarbonInputs = {
  generationByType: createMix(listHours(0, 20 * 24)),
  generationMix15min: [],
  physicalFlows: [],
  exchangeSchedules: [],
  factorSet: seedFactorSet,
  countryIntensities: [],
}

describe('an hour of the past', () => {
  test('has the same result, however long the span is that is assessed with it', () => {
    const hour = 10 * 24 + 7
    const isOfDaysBefore = ({ slotStart }: SlotValue) =>
      Temporal.Instant.compare(slotStart, hourAt(hour - 7 * 24 + 1)) >= 0 &&
      Temporal.Instant.compare(slotStart, hourAt(hour)) <= 0
    const ownDays = { ...inputs, generationByType: inputs.generationByType.filter(isOfDaysBefore) }
    const assessed = createPastAssessment(inputs)(hourAt(hour))
    expect(assessed).not.toBeNull()
    expect(assessed).toEqual(createPastAssessment(ownDays)(hourAt(hour)))
    expect(assessed).toEqual(createHourAssessment(ownDays, hourAt(hour + 1))(hourAt(hour)))
  })

  test('must have a type of the seven days up to its end, but none that was seen before or after them', () => {
    const oil = createSlots('FOSSIL_OIL', 100, 10)
    const assess = createPastAssessment({ ...inputs, generationByType: [...inputs.generationByType, ...oil] })
    const known = [99, 100, 101, 100 + 7 * 24 - 1, 100 + 7 * 24].map((hour) => assess(hourAt(hour)) !== null)
    expect(known).toEqual([true, true, false, false, true])
  })

  test('is taken from the quarter-hourly mix exactly where the hourly feed lacks it', () => {
    const hourly = createMix(listHours(0, 48).filter((hour) => hour !== 30))
    const assess = createPastAssessment({
      ...inputs,
      generationByType: hourly,
      generationMix15min: createMix(listHours(0, 48), 15),
    })
    expect([29, 30, 31].map((hour) => assess(hourAt(hour))?.slotSource)).toEqual([
      'generation_by_type',
      'generation_mix_15min',
      'generation_by_type',
    ])
  })

  test('without a core type in either feed is unknown', () => {
    const generationByType = inputs.generationByType.filter(
      ({ series, slotStart }) => !(series === 'NUCLEAR' && slotStart.equals(hourAt(50))),
    )
    expect(createPastAssessment({ ...inputs, generationByType })(hourAt(50))).toBeNull()
  })
})
