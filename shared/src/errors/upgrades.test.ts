import { describe, expect, test } from 'bun:test'
import { defaultPlanTable } from '../contract/plans.ts'
import { createUpgrades } from './upgrades.ts'

describe('the upgrade address', () => {
  const upgrades = createUpgrades(defaultPlanTable, 'https://example.org/plans?lang=fr')
  const at = (plan: string) => ({ upgradeUrl: `https://example.org/plans?lang=fr&plan=${plan}` })

  test.each([
    [{ requiredCapability: 'customWeights' }, 'pro'],
    [{ requiredCapability: 'analytics', requiredHistoryDays: 1 }, 'pro'],
    [{ requiredHistoryDays: 7 }, 'decouverte'],
    [{ requiredHistoryDays: 8 }, 'pro'],
    [{ requiredHistoryDays: 31 }, 'pro'],
    [{ requiredHistoryDays: 32 }, 'scale'],
    [{ requiredHistoryDays: 3_660 }, 'scale'],
  ])('for the problem %o names the plan %s', (problem, plan) => {
    expect(upgrades.ofProblem(problem)).toEqual(at(plan))
  })

  test('names no plan when no plan suffices, or when an older service names no requirement', () => {
    const none = { upgradeUrl: 'https://example.org/plans?lang=fr' }
    for (const problem of [{}, { requiredHistoryDays: 9_999 }, { requiredCapability: 'gold' }]) {
      expect(upgrades.ofProblem(problem)).toEqual(none)
    }
  })

  test('names no plan when the address is not a web address', () => {
    expect(createUpgrades(defaultPlanTable, 'mailto:a@example.org').toUpgrade('pro')).toEqual({
      upgradeUrl: 'mailto:a@example.org',
    })
  })
})
