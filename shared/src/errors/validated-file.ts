import { readFileSync } from 'node:fs'
import * as v from 'valibot'
import { UsageError } from '../command-line/usage-error.ts'
import { TariffTable } from '../contract/planning/tariffs.ts'
import { regulatedTariffs } from '../methodology/tariffs/regulated-tariffs.ts'
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
 * Reads the price table: from the file that the operator names, otherwise the shipped table.
 *
 * @param path of a JSON file in the shape of {@link TariffTable}; undefined or empty = none
 * @throws UsageError with everything that is wrong with the file
 */
export function readTariffTable(path: string | undefined): TariffTable {
  if (path === undefined || path === '') return { tariffs: [...regulatedTariffs] }
  return readValidatedFile('TARIFFS_FILE', path, TariffTable, 'a tariff table')
}

function readText(setting: string, path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? String(error.code) : 'unknown reason'
    throw new UsageError(`${setting} ${path} cannot be read (${reason}).`)
  }
}
