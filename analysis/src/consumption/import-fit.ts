import { recordFromEntries } from '@hexawatt/shared/bounds/record-from-entries'
import { type DeviationWeights, findLeadBucket } from '@hexawatt/shared/methodology/forecast/forecast-constants'
import {
  type ImportTable,
  importLastLeads,
  importRows,
  importTable,
} from '@hexawatt/shared/methodology/imports/import-table'
import { addSample, createEquations, type Equations, solveEquations } from '@hexawatt/shared/methodology/least-squares'
import { type ConsumptionIssue, readImportTerms } from './consumption-issue.ts'
import type { RealisedHours } from './consumption-record.ts'

/** e(l′), e(b) and the mean of e over the last day. */
const weightCount = 3
/** Samples below which a fit says nothing. */
const minSamples = 200

/**
 * Fits the weights of the deviations of the imports on what came, by least squares for each row and bucket of leads.
 *
 * @returns the shipped weights where there are too few samples
 */
export function fitImportTable(issues: readonly ConsumptionIssue[], realised: RealisedHours): ImportTable {
  const sums = recordFromEntries(importRows, () => importLastLeads.map(() => createEquations(weightCount)))
  for (const issue of issues) {
    for (const { startMs, lead } of issue.hours) {
      const came = realised.get(startMs)?.imports
      if (came === undefined) continue
      const { rows } = readImportTerms(issue, 'usual', lead)
      for (const row of importRows) {
        const { mean, deviations } = rows[row]
        const equations = sums[row][findLeadBucket(importLastLeads, lead)]
        if (equations !== undefined) addSample(equations, deviations, came[row] - mean)
      }
    }
  }
  return recordFromEntries(importRows, (row) =>
    importTable[row].map((shipped, bucket) => solveWeights(sums[row][bucket], shipped)),
  )
}

function solveWeights(equations: Equations | undefined, shipped: DeviationWeights): DeviationWeights {
  if (equations === undefined || equations.samples < minSamples) return shipped
  const [newest = 0, sameHour = 0, dayMean = 0] = solveEquations(equations, [])
  return [newest, sameHour, dayMean]
}
