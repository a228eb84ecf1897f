import { defaultPlanTable, PlanTable } from '../contract/plans.ts'
import { readValidatedFile } from './validated-file.ts'

/**
 * The plans that are enforced, shown and told of: those of the file when the operator names one, else the product's own.
 *
 * @param path of a JSON file in the shape of {@link PlanTable}; undefined or empty = none
 * @throws UsageError with everything that is wrong with the file
 */
export function readPlanTable(path: string | undefined): PlanTable {
  if (path === undefined || path === '') return defaultPlanTable
  return readValidatedFile('PLANS_FILE', path, PlanTable, 'a plan table')
}
