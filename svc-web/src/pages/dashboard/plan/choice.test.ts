import { describe, expect, test } from 'bun:test'
import { applianceIds } from '../texts/texts.ts'
import { makeDefaultChoice, type PlanChoice, readChoice, toSlotMinute, writeChoice } from './choice.ts'

describe('a planner choice in an address', () => {
  test('is read back as written, with off-peak hours only where the tariff has them', () => {
    for (const appliance of applianceIds) {
      const choice: PlanChoice = {
        ...{ ...makeDefaultChoice(appliance), energyKWh: 7.5, powerKW: 3, readyBy: '18:30' },
        ...{ tariff: 'hphc', offPeak: '01:30-07:30,12:30-14:30', objective: 'score' },
      }
      expect(readChoice(writeChoice(choice))).toEqual(choice)
      expect(writeChoice({ ...choice, tariff: 'tempo' })).not.toContain('offPeak')
    }
  })

  test('falls back to the appliance’s default for a missing or wrong part', () => {
    const wrong = [
      ...['energyKWh=0', 'energyKWh=101', 'energyKWh=1e400', 'energyKWh=x', 'powerKW=-1', 'powerKW='],
      ...['readyBy=24:00', 'readyBy=7', 'tariff=free', 'offPeak=22-6', 'objective=luck'],
    ]
    for (const part of wrong)
      expect([part, readChoice(`appliance=car&${part}`)]).toEqual([part, makeDefaultChoice('car')])
  })

  test('requires an appliance, so that links within the page are not choices', () => {
    for (const text of ['', 'content', 'appliance=toaster', 'energyKWh=3']) expect(readChoice(text)).toBeNull()
  })

  test('rounds its time down to a quarter-hour', () => {
    expect(['07:00', '07:14', '23:59'].map(toSlotMinute)).toEqual([420, 420, 1_425])
  })
})
