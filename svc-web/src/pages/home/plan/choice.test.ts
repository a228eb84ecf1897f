import { describe, expect, test } from 'bun:test'
import { defaultContract } from '../../../kit/contract-choice.ts'
import { applianceIds } from './appliances.ts'
import { findObjective, makeDefaultChoice, writeChoice } from './choice.ts'

describe('a choice in an address', () => {
  test('is short: the appliance, the contract, and what differs from the defaults', () => {
    for (const appliance of applianceIds) {
      expect(String(writeChoice(makeDefaultChoice(appliance)))).toBe(`appliance=${appliance}&tariff=base`)
    }
    const contract = { ...defaultContract, tariff: 'hphc', offPeak: '22:30-06:30' } as const
    const quiet = [{ fromMinute: 1_320, toMinute: 420 }]
    const choice = { ...makeDefaultChoice('car', contract), energyKWh: 7.5, readyBy: '18:00', quiet } as const
    expect(Object.fromEntries(writeChoice({ ...choice, objective: 'carbon' }))).toEqual({
      ...{ appliance: 'car', energyKWh: '7.5', readyBy: '18:00', quiet: '22:00-07:00' },
      ...{ tariff: 'hphc', offPeak: '22:30-06:30', objective: 'carbon' },
    })
  })

  test('minimises the bill, but emissions under a contract with one price', () => {
    const objectives = (['base', 'hphc', 'tempo', 'spot'] as const).map((tariff) =>
      findObjective(makeDefaultChoice('car', { ...defaultContract, tariff })),
    )
    expect(objectives).toEqual(['carbon', 'cost', 'cost', 'cost'])
  })
})
