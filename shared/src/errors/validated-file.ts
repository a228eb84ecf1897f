import { readFileSync } from 'node:fs'
import * as v from 'valibot'
import { UsageError } from '../command-line/usage-error.ts'
import { ContractTable } from '../contract/planning/contracts.ts'
import { shippedTable } from '../methodology/tariffs/shipped-contracts.ts'
import { formatIssues } from './app-error.ts'

/** Maximum number of issues in an error. */
const maxShownIssues = 10

/**
 * Reads and validates a JSON file that an operator names in a setting.
 *
 * @param what expected content of the file, for the error, such as "a plan table"
 * @throws UsageError with everything that is wrong with the file
 */
export function readValidatedFile<const Schema extends v.GenericSchema>(
  setting: string,
  path: string,
  schema: Schema,
  what: string,
): v.InferOutput<Schema> {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), schema), readText(setting, path))
  if (parsed.success) return parsed.output
  throw new UsageError(`${setting} ${path} is not ${what}: ${formatIssues(parsed.issues, maxShownIssues)}.`)
}

/**
 * Reads the table of contracts: from the file that the operator names, otherwise the shipped table.
 *
 * @param path of a JSON file in the shape of {@link ContractTable}; undefined or empty = none
 * @throws UsageError with everything that is wrong with the file
 */
export function readContractTable(path: string | undefined): ContractTable {
  if (path === undefined || path === '') return shippedTable
  return readValidatedFile(
    'TARIFFS_FILE',
    path,
    v.pipe(v.unknown(), v.check(hasNoRows, oldForm), ContractTable),
    'a contract table',
  )
}

const oldForm =
  'the file has the form of earlier versions, a list "tariffs" of rows; write each row as a version of contracts, as GET /api/tariffs lists them, with its periods and prices, and add "adders": []'

function hasNoRows(content: unknown): boolean {
  return typeof content !== 'object' || content === null || !('tariffs' in content)
}

function readText(setting: string, path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? String(error.code) : 'unknown reason'
    throw new UsageError(`${setting} ${path} cannot be read (${reason}).`)
  }
}
