import { readOptionsOnly } from '@hexawatt/shared/config/command-options'
import { UsageError } from '@hexawatt/shared/config/usage-error'
import { isUsageMonth } from '../usage/month-count.ts'

export type PrintCommand = { kind: 'print'; month: string; json: boolean }
export type UsageCommand = { kind: 'help' } | PrintCommand

const program = 'bun run usage'
const options = {
  month: { type: 'string' },
  json: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const

/**
 * Reads the command line of `bun run usage`.
 *
 * @param now decides which months have begun
 * @throws {@link UsageError} with one sentence that says what is wrong
 */
export function parseUsageArguments(argv: readonly string[], now: Temporal.Instant): UsageCommand {
  const values = readOptionsOnly(argv, program, options)
  if (values.help === true) return { kind: 'help' }
  const running = now.toZonedDateTimeISO('UTC').toPlainDate().toPlainYearMonth().toString()
  if (values.month === undefined) {
    throw new UsageError(`Say which month: --month ${running} is the one that runs (${program} --help).`)
  }
  return { kind: 'print', month: readMonth(values.month, running), json: values.json === true }
}

/** @param running the month that runs; both texts sort as the months do */
function readMonth(text: string, running: string): string {
  if (!isUsageMonth(text)) {
    throw new UsageError(`--month takes a calendar month such as ${running}, not "${text}".`)
  }
  if (text > running)
    throw new UsageError(`The month ${text} has not begun yet (UTC); ${running} is the one that runs.`)
  return text
}
