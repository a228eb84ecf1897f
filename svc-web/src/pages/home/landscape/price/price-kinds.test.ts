import { describe, expect, test } from 'bun:test'
import { makeSampleInput, usualSample } from '../testing/sample-input.ts'
import { createPriceKinds } from './price-kinds.ts'
import { listPriceSteps } from './price-steps.ts'

const plan = (tariff: 'base' | 'hphc' | 'tempo' | 'spot') => makeSampleInput({ ...usualSample, tariff }).plan

describe('the kind of a price', () => {
  test('is the colour of the Tempo day, which ends at 6 in the morning; where none is published, the likeliest', () => {
    const tempo = plan('tempo')
    const findKind = createPriceKinds(tempo, [
      { date: '2026-10-13', color: 'Rouge', probabilities: null },
      { date: '2026-10-14', color: null, probabilities: { blue: 0.2, white: 0.7, red: 0.1 } },
    ])
    const at = (date: string, minuteOfDay: number) => {
      const slot = tempo.slots.find((one) => one.date === date && one.minuteOfDay === minuteOfDay)
      return slot === undefined ? null : findKind(slot)
    }
    expect([at('2026-10-13', 1_200), at('2026-10-14', 345), at('2026-10-14', 360)]).toEqual(['red', 'red', 'white'])
  })

  test('is off-peak in the hours of the contract only, and the same at all hours under Base', () => {
    const offPeak = plan('hphc')
    const steps = listPriceSteps(offPeak.slots, createPriceKinds(offPeak, []))
    expect(steps.slice(0, 3).map(({ kind, from, to }) => [kind, from, to])).toEqual([
      ['peak', 0, 14],
      ['offPeak', 14, 46],
      ['peak', 46, 110],
    ])
    const base = plan('base')
    expect(listPriceSteps(base.slots, createPriceKinds(base, []))).toHaveLength(1)
  })
})
