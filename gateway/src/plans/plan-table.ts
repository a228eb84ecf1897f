import { readFileSync } from 'node:fs'
import { UsageError } from '@hexawatt/shared/command-line/usage-error'
import { defaultPlanTable, PlanTable } from '@hexawatt/shared/contract/plans'
import { issuesText } from '@hexawatt/shared/errors/app-error'
import * as v from 'valibot'

/** Most issues that a refusal lists. */
const maxShownIssues = 10

/**
 * The plans that are enforced and shown: those of the file when the operator names one, else the product's own.
 *
 * @param path of a JSON file in the shape of {@link PlanTable}; undefined or empty = none
 * @throws UsageError with everything that is wrong with the file
 */
export function readPlanTable(path: string | undefined): PlanTable {
  if (path === undefined || path === '') return defaultPlanTable
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), PlanTable), readText(path))
  if (parsed.success) return parsed.output
  throw new UsageError(`PLANS_FILE ${path} is not a plan table: ${issuesText(parsed.issues, maxShownIssues)}.`)
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? String(error.code) : 'unknown reason'
    throw new UsageError(`PLANS_FILE ${path} cannot be read (${reason}).`)
  }
}
