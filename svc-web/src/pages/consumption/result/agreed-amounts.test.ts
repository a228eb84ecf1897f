import { expect, test } from 'bun:test'
import type { Statement } from '@hexawatt/shared/methodology/load-curve/statement/statement'
import { computeExample } from '../example/made-up-household.ts'
import { agreeBreakEvens, findCostDecimals } from './agreed-amounts.ts'
import { findStatement } from './consumption-result.ts'

const statement = findStatement(computeExample(), 'base')

/** The example with other costs by contract; those of the others are far above. */
function withCosts(eurByKey: Readonly<Record<string, number>>): Statement {
  const { comparison } = statement
  if (comparison === null) throw new Error('the example has no comparison')
  const contracts = comparison.contracts.map((one) => ({ ...one, comparedEur: eurByKey[one.key] ?? 2_000 }))
  return { ...statement, comparison: { ...comparison, contracts } }
}

const marginOf = (changed: Statement) => agreeBreakEvens(changed).offPeak[0]?.answer

test('a margin is the difference of the costs as they are shown, not of the exact ones', () => {
  expect(marginOf(withCosts({ base: 1_000.6, hphc: 990.4 }))).toEqual({ state: 'already', marginEur: 11 })
  expect(marginOf(withCosts({ base: 1_000.4, hphc: 1_000 }))).toEqual({ state: 'already', marginEur: 0 })
})

test('small costs keep their cents, and so does their difference', () => {
  const small = withCosts({ base: 20.456, hphc: 18.121, tempo: 30, spot: 40 })
  expect(small.comparison && findCostDecimals(small.comparison)).toBe(2)
  expect(marginOf(small)).toEqual({ state: 'already', marginEur: 2.34 })
})

test('that Tempo is the cheapest is not said twice', () => {
  expect(statement.breakEvens.tempo[0]?.intoRedOffPeak.state).toBe('already')
  expect(agreeBreakEvens(statement).tempo).toEqual([])
})
