import { type ParseArgsConfig, parseArgs } from 'node:util'
import { UsageError } from './usage-error.ts'

type Options = NonNullable<ParseArgsConfig['options']>

/**
 * Reads the options of a command line, and the words beside them.
 *
 * @param program what the operator types, for the hint (`bun run keys`)
 * @throws UsageError with one sentence that says what is wrong
 */
export function readOptions<const Known extends Options>(argv: readonly string[], program: string, options: Known) {
  return split(argv, program, { options, allowPositionals: true })
}

/** Reads a command line that has options only. @throws UsageError as {@link readOptions} does, also on any other word */
export function readOptionsOnly<const Known extends Options>(argv: readonly string[], program: string, options: Known) {
  return split(argv, program, { options, allowPositionals: false }).values
}

function split<const Config extends ParseArgsConfig>(argv: readonly string[], program: string, config: Config) {
  try {
    return parseArgs<Config & { args: string[] }>({ ...config, args: [...argv] })
  } catch (error) {
    const reason = error instanceof Error ? error.message.split('. ')[0] : 'options not understood'
    throw new UsageError(`${reason} (${program} --help).`)
  }
}

/** Refuses options that another command of the same program has. @throws UsageError that names the first of them */
export function refuseForeignOptions(
  program: string,
  command: string,
  accepted: readonly string[],
  given: readonly string[],
): void {
  const foreign = given.find((name) => !accepted.includes(name))
  if (foreign !== undefined) throw new UsageError(`${command} has no option --${foreign} (${program} --help).`)
}
