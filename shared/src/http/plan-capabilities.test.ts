import { expect, test } from 'bun:test'
import { getScore } from '../contract/operations/get-score.ts'
import { getScoreAnalytics } from '../contract/operations/get-score-analytics.ts'
import { defaultPlanTable, type PlanId } from '../contract/plans.ts'
import { createCallQueryParser } from './plan-capabilities.ts'
import { createPrincipal } from './principal.ts'

const callerOf = (plan: PlanId) => createPrincipal({ accountId: 'acc_1', keyId: 'key_1', plan }, defaultPlanTable)
const entitled = callerOf('scale')
const limited = callerOf('decouverte')

test('a repeated query is parsed only once, with the same result', () => {
  const parseCallQuery = createCallQueryParser(getScore)
  const [first, second, third] = [1, 2, 3].map(() => parseCallQuery('profile=carbon', entitled))
  expect(third).toBe(second)
  expect(second).toEqual(first)
  expect(first?.profile?.name).toBe('carbon')
  expect(parseCallQuery('profile=price', entitled)).not.toEqual(first)
})

test('a cached query of one caller is refused to a caller whose plan does not include it', () => {
  const parseWeighting = createCallQueryParser(getScore)
  for (const _ of [1, 2]) parseWeighting('profile=carbon', entitled)
  expect(() => parseWeighting('profile=carbon', limited)).toThrow('not included in the plan')
  const parseAnalytics = createCallQueryParser(getScoreAnalytics)
  for (const _ of [1, 2]) parseAnalytics('', entitled)
  expect(() => parseAnalytics('', limited)).toThrow('not included in the plan')
})

test('a refused query is refused again', () => {
  const parseCallQuery = createCallQueryParser(getScore)
  for (const _ of [1, 2]) {
    expect(() => parseCallQuery('wPrice=2', entitled)).toThrow()
    expect(() => parseCallQuery('wPrize=1', entitled)).toThrow('is unknown')
  }
})
