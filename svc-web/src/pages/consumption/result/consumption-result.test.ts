import { describe, expect, test } from 'bun:test'
import type { LoadCurve } from '@hexawatt/shared/methodology/load-curve/load-curve'
import {
  computeStatement,
  type StatementInput,
} from '@hexawatt/shared/methodology/load-curve/statement/compute-statement'
import { shippedTable } from '@hexawatt/shared/methodology/tariffs/shipped-contracts'
import vectors from '../../../../../shared/src/methodology/load-curve/testing/statement-vectors.json' with {
  type: 'json',
}
import { base, makeGrid, makeHourlyCurve, spot } from '../testing/curves-fixture.ts'
import { computeResult, findStatement } from './consumption-result.ts'

type VectorInput = (typeof vectors)['vectors'][number]['input']

const toLoadCurve = ({ from, to, starts, minutes, energyKwh }: VectorInput['curve']): LoadCurve => ({
  kind: 'supplier',
  startsMs: Float64Array.from(starts, Date.parse),
  minutes: Uint16Array.from(minutes),
  energyKwh: Float64Array.from(energyKwh),
  fromMs: Date.parse(from),
  toMs: Date.parse(to),
  injectedKwh: null,
  remarks: [],
})

describe('the result of the page', () => {
  test.each(vectors.vectors.map((vector) => [vector.name, vector] as const))(
    'has the statement that every program reproduces, for every current contract: %s',
    (_, { input }) => {
      const { table } = vectors as unknown as Pick<StatementInput, 'table'>
      const { months, contracts } = input as unknown as Pick<StatementInput, 'months' | 'contracts'>
      const curve = toLoadCurve(input.curve)
      const result = JSON.parse(JSON.stringify(computeResult({ curve, months, table, contracts })))
      for (const { key } of contracts) {
        const expected = computeStatement({ curve, months, table, contracts, current: key })
        expect(findStatement(result, key)).toEqual(JSON.parse(JSON.stringify(expected)))
      }
    },
  )

  // 10 January: UTC is an hour behind Paris. 1 kWh at 18:00 in Paris, when the grid emits 80 g; else 20 g.
  const [from, to] = ['2026-01-09T23:00:00Z', '2026-01-10T23:00:00Z']
  const day = Array.from({ length: 24 }, (_, hour) => (hour === 18 ? 1 : 0.2))
  const grid = makeGrid(from, to, (utc) => ({ gCo2: utc === 17 ? 80 : 20, eurPerMwh: utc === 17 ? 200 : utc + 10 }))
  const contracts = [base, spot]
  const result = computeResult({ curve: makeHourlyCurve(from, day), months: grid, table: shippedTable, contracts })

  test('gives each cell of the honeycomb its consumption, its intensity, and the carbon sub-score of that intensity', () => {
    expect(result.honeycomb.map(({ month, cells }) => [month, cells.length])).toEqual([['2026-01', 24]])
    expect(result.honeycomb[0]?.cells[18]).toEqual({ kwhPerHour: 1, gCo2eqPerKwh: 80, score: 5 })
    expect(result.honeycomb[0]?.cells[3]).toEqual({ kwhPerHour: 0.2, gCo2eqPerKwh: 20, score: 83 })
  })

  test('leaves a cell without a value or a known intensity unknown', () => {
    const gaps = day.map((kwh, hour) => (hour === 5 ? null : kwh))
    const unknown = makeGrid(from, to, (utc) => ({ gCo2: utc === 6 ? null : 20 }))
    const curve = makeHourlyCurve(from, gaps)
    const { honeycomb } = computeResult({ curve, months: unknown, table: shippedTable, contracts })
    expect(honeycomb[0]?.cells[5]).toEqual({ kwhPerHour: null, gCo2eqPerKwh: null, score: null })
    expect(honeycomb[0]?.cells[7]).toEqual({ kwhPerHour: 0.2, gCo2eqPerKwh: null, score: null })
  })

  test('a year that begins within a month has twelve rows: the month that it has twice is one', () => {
    const curve = makeHourlyCurve(
      '2025-01-14T23:00:00Z',
      Array.from({ length: 366 * 24 }, () => 0.5),
    )
    const { honeycomb, statement } = computeResult({ curve, months: [], table: shippedTable, contracts: [] })
    expect([statement.months.length, honeycomb.length, honeycomb[0]?.month]).toEqual([13, 12, '2025-01'])
  })

  test('the mean day is in half-hours, and its colours are the scores of the hours', () => {
    expect(result.day.kw.slice(34, 40)).toEqual([0.2, 0.2, 1, 1, 0.2, 0.2])
    expect(result.day.scores[18]).toBe(5)
  })
})
