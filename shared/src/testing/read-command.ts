import { type CommandLine, isHelp, readCommandLine } from '../command-line/command-line.ts'

/** Reads the request of a command line; fails for help. */
export function readCommand<Asked>(line: CommandLine<Asked>, argv: readonly string[]): Asked {
  const asked = readCommandLine(line, argv)
  if (isHelp(asked)) throw new Error('Help was asked for.')
  return asked
}
