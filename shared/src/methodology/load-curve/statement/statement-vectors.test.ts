import { describe, expect, test } from 'bun:test'
import type { LoadCurve } from '../load-curve.ts'
import vectors from '../testing/statement-vectors.json'
import { describeVectors } from '../testing/write-vectors.ts'
import { computeStatement, type StatementInput } from './compute-statement.ts'

/** Sums in another order differ in the last bits, and round to another millionth at a half. */
const tolerance = 2e-6

/** Everything that is expected is there; numbers may differ by the tolerance. */
function expectLike(actual: unknown, expected: unknown, path: string): void {
  if (typeof expected === 'number') {
    if (!(typeof actual === 'number' && Math.abs(actual - expected) <= tolerance))
      expect([path, actual]).toEqual([path, expected])
  } else if (Array.isArray(expected)) {
    expect([path, Array.isArray(actual) ? actual.length : actual]).toEqual([path, expected.length])
    for (const [index, item] of expected.entries()) {
      expectLike(Array.isArray(actual) ? actual[index] : undefined, item, `${path}[${index}]`)
    }
  } else if (typeof expected === 'object' && expected !== null) {
    for (const [key, item] of Object.entries(expected)) {
      expectLike(Object.entries(actual ?? {}).find(([name]) => name === key)?.[1], item, `${path}.${key}`)
    }
  } else expect([path, actual]).toEqual([path, expected])
}

type VectorCurve = (typeof vectors)['vectors'][number]['input']['curve']

function toLoadCurve({ from, to, starts, minutes, energyKwh }: VectorCurve): LoadCurve {
  return {
    kind: 'supplier',
    startsMs: Float64Array.from(starts, Date.parse),
    minutes: Uint16Array.from(minutes),
    energyKwh: Float64Array.from(energyKwh),
    fromMs: Date.parse(from),
    toMs: Date.parse(to),
    injectedKwh: null,
    remarks: [],
  }
}

describe('the vectors that every program must reproduce', () => {
  test('are what the independent calculation says', () => {
    expect(vectors).toEqual(JSON.parse(JSON.stringify(describeVectors())))
  })

  test.each(vectors.vectors.map((vector) => [vector.name, vector] as const))('%s', (_, { input, output }) => {
    const { curve, current, moved } = input
    const { table } = vectors as unknown as Pick<StatementInput, 'table'>
    const { months, contracts } = input as unknown as Pick<StatementInput, 'months' | 'contracts'>
    const statement = computeStatement({ curve: toLoadCurve(curve), months, table, contracts, current, moved })
    expectLike(statement, output, 'statement')
  })
})
