import { readLoadCurve } from '@hexawatt/shared/methodology/load-curve/reading/read-load-curve'
import {
  computeStatement,
  type StatementInput,
} from '@hexawatt/shared/methodology/load-curve/statement/compute-statement'
import { listMonths } from '../../../clients/typescript/src/cli/statement/curve-months.ts'
import { createHexawatt } from '../../../clients/typescript/src/hexawatt.ts'

// Runs in a browser: what a page does with a load curve that its reader has chosen.

/** Reads a file, obtains its months, and computes its statement under the contracts; with the time of both calculations, ms. */
async function makeStatement(baseUrl: string, bytes: Uint8Array, contracts: StatementInput['contracts']) {
  const { hours, tariffs } = createHexawatt({ baseUrl })
  const beforeReading = performance.now()
  const curve = readLoadCurve(bytes)
  const readMs = performance.now() - beforeReading
  const { data: table } = await tariffs()
  const months: StatementInput['months'][number][] = []
  for (const month of listMonths(curve)) months.push((await hours({ month })).data)
  const beforeComputing = performance.now()
  const statement = computeStatement({ curve, months, table, contracts })
  return { statement, readMs, computeMs: performance.now() - beforeComputing }
}

Object.assign(globalThis, { makeStatement })
