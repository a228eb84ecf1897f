import { calculateExpected } from './independent/expected-statement.ts'
import { madeUpKva, toComparedContract } from './made-up-contracts.ts'
import { madeUpPrices } from './made-up-prices.ts'
import { toMonths, toTable } from './made-up-year.ts'
import { type VectorCase, vectorCases } from './vector-inputs.ts'

// Writes `statement-vectors.json`: what the page, the command line and other clients must calculate alike. The outputs are those of the independent
// calculation, never of the code under test.

const toIso = (atMs: number): string => `${new Date(atMs).toISOString().slice(0, 19)}Z`

function toVector({ name, input, question }: VectorCase) {
  const { steps, fromMs, toMs, contracts } = input
  const { kwh, minutes, usualStartMinute, window } = question.load
  return {
    name,
    input: {
      curve: {
        from: toIso(fromMs),
        to: toIso(toMs),
        starts: steps.map(({ startMs }) => toIso(startMs)),
        minutes: steps.map((step) => step.minutes),
        energyKwh: steps.map((step) => step.kwh),
      },
      months: toMonths(input),
      contracts: contracts.map(toComparedContract),
      current: question.current,
      moved: { energyKwh: kwh, minutes, usualStartMinute, window },
    },
    output: calculateExpected(input, question),
  }
}

/** Price table of all vectors, and the vectors. */
export function describeVectors() {
  return {
    table: toTable(madeUpPrices, madeUpKva),
    vectors: vectorCases.map(toVector),
  }
}

if (import.meta.main) {
  await Bun.write(new URL('statement-vectors.json', import.meta.url), `${JSON.stringify(describeVectors(), null, 2)}\n`)
}
