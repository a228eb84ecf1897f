import { type CommandLine, isHelp, printCompletion, readCommandLine } from './command-line.ts'
import { UsageError } from './usage-error.ts'

/**
 * Runs a command line: prints completions or help when they are requested, else runs the command.
 *
 * @param run runs the command; returns the text to print, or null
 * @param foreseen errors, in addition to UsageError, of which only the message is printed; other errors are printed with their stack
 * @returns exit code
 */
export async function runCommandLine<Asked>(
  line: CommandLine<Asked>,
  argv: readonly string[],
  run: (asked: Asked) => Promise<string | null>,
  foreseen: readonly (abstract new (...args: never[]) => Error)[] = [],
): Promise<0 | 1> {
  if (printCompletion(line, argv)) return 0
  try {
    const asked = readCommandLine(line, argv)
    const text = isHelp(asked) ? asked.helpText : await run(asked)
    if (text !== null) console.log(text)
    return 0
  } catch (error) {
    const isForeseen = [UsageError, ...foreseen].some((kind) => error instanceof kind)
    console.error(isForeseen && error instanceof Error ? error.message : error)
    return 1
  }
}
