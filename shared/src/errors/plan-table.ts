import { defaultPlanTable, PlanTable } from '../contract/plans.ts'
import { readValidatedFile } from './validated-file.ts'

/**
 * Reads the plan table: from the file that the operator names, otherwise the shipped table.
 *
 * @param path of a JSON file in the shape of {@link PlanTable}; undefined or empty = none
 * @throws UsageError with everything that is wrong with the file
 */
export function readPlanTable(path: string | undefined): PlanTable {
  if (path === undefined || path === '') return defaultPlanTable
  return readValidatedFile('PLANS_FILE', path, PlanTable, 'a plan table')
}
