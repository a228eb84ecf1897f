import { type CommandLine, isHelp, printCompletion, readCommandLine } from './command-line.ts'
import { UsageError } from './usage-error.ts'

/**
 * Runs a program: answers a shell that completes a line and whoever asks for help, else does what is asked.
 *
 * @param run does it and returns what is printed, if anything
 * @param foreseen errors whose message tells the operator enough, beside UsageError; any other keeps its stack
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
