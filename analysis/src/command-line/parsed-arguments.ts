import { type ParseArgsConfig, parseArgs } from 'node:util'
import { UsageError } from './usage-error.ts'

/**
 * `parseArgs` of node with one sentence instead of its error.
 *
 * @param help what to run for the list of options
 * @throws UsageError naming the argument that is not accepted
 */
export function parsedArguments<Config extends ParseArgsConfig>(
  config: Config,
  help: string,
): ReturnType<typeof parseArgs<Config>> {
  try {
    return parseArgs(config)
  } catch (error) {
    const reason = error instanceof Error ? (error.message.split(/\.\s/, 1)[0] ?? '') : String(error)
    throw new UsageError(`${reason.replace(/\.$/, '')}: \`${help}\` lists what is accepted.`)
  }
}
