// commander: refuses what it does not know, names what was meant, writes help, depends on nothing. citty and gunshi accept unknown options,
// cac suggests nothing, clipanion wants a class per command. It completes no shell: that is @bomb.sh/tab.
import tab from '@bomb.sh/tab/commander'
import { Command, CommanderError } from 'commander'
import { declareInputs, type Inputs, readGivenValues, type ValuesOf } from './command-inputs.ts'
import { UsageError } from './usage-error.ts'

/** A command with its options and words; `Asked` is the request that the program receives. */
export type CommandSpec<Asked> = {
  summary: string
  /** Arguments of the examples, without the program name: `--month 2026-11`. */
  examples: readonly string[]
  /** Declares the command on a command of the library, which passes the request to `take`. */
  declare: (command: Command, take: (asked: Asked) => void) => void
}

/** The command line of a program: one command, or several by name. */
export type CommandLine<Asked> = {
  /** Script of package.json: `keys` for `bun run keys`. */
  name: string
  /** Information for operators in addition to the options: settings, exit codes, other output. */
  notes?: string
  /** A refused word is not repeated, because it may hold a secret. */
  hasSecretWords?: boolean
} & ({ command: CommandSpec<Asked> } | { summary: string; commands: Readonly<Record<string, CommandSpec<Asked>>> })

/** Asked for help: the text to print. */
export type Help = { helpText: string }

export function isHelp(asked: unknown): asked is Help {
  return typeof asked === 'object' && asked !== null && 'helpText' in asked
}

/** Characters of a line of help. */
const helpWidth = 120

/**
 * Declares a command.
 *
 * @param read makes the command from the values; throws UsageError when they contradict each other
 */
export function command<const Known extends Inputs, Asked>(spec: {
  summary: string
  examples: readonly string[]
  inputs: Known
  read: (values: ValuesOf<Known>) => Asked
}): CommandSpec<Asked> {
  return {
    summary: spec.summary,
    examples: spec.examples,
    declare(command, take) {
      declareInputs(command, spec.inputs)
      command.action(() => take(spec.read(readGivenValues(command, spec.inputs))))
    },
  }
}

/**
 * Reads a command line.
 *
 * @throws UsageError with one line that names the mistake and the accepted input
 */
export function readCommandLine<Asked>(line: CommandLine<Asked>, argv: readonly string[]): Asked | Help {
  const asked: Asked[] = []
  let helpText = ''
  const program = new Command(findProgram(line)).exitOverride().configureOutput({
    writeOut: (text) => {
      helpText += text
    },
    writeErr: () => undefined,
    getOutHelpWidth: () => helpWidth,
  })
  declareLine(program, line, (value) => asked.push(value))
  refuseSwallowedOptions(program, argv)
  try {
    program.parse(argv, { from: 'user' })
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error
    if (error.exitCode === 0) return { helpText: helpText.trimEnd() }
    throw toUsageError(error, line)
  }
  const [only] = asked
  if (only === undefined) throw new UsageError(`Nothing was asked (${findProgram(line)} --help).`)
  return only
}

/**
 * Answers `complete SHELL` with a completion script and `complete -- WORDS` with the possible next words.
 *
 * @returns false when something else is asked, and nothing was printed
 */
export function printCompletion(line: CommandLine<unknown>, argv: readonly string[]): boolean {
  if (argv[0] !== 'complete') return false
  const program = new Command(line.name)
  declareLine(program, line, () => undefined)
  tab(program)
  program.parse(argv, { from: 'user' })
  return true
}

const findProgram = ({ name }: CommandLine<unknown>): string => `bun run ${name}`

function declareLine<Asked>(program: Command, line: CommandLine<Asked>, take: (asked: Asked) => void): void {
  const commands = 'commands' in line ? Object.entries(line.commands) : []
  if ('command' in line) declareCommand(program, line.command, findProgram(line), take)
  else program.description(line.summary)
  for (const [name, spec] of commands) declareCommand(program.command(name), spec, `${findProgram(line)} ${name}`, take)
  const examples = commands.flatMap(([name, spec]) => formatExamples(`${findProgram(line)} ${name}`, spec))
  if (examples.length > 0) program.addHelpText('after', ['', 'Examples:', ...examples].join('\n'))
  if (line.notes !== undefined) program.addHelpText('after', `\n${line.notes}`)
}

function declareCommand<Asked>(
  target: Command,
  spec: CommandSpec<Asked>,
  shownName: string,
  take: (asked: Asked) => void,
): void {
  spec.declare(target.description(spec.summary), take)
  target.addHelpText('after', ['', 'Example:', ...formatExamples(shownName, spec)].join('\n'))
}

function formatExamples(shownName: string, { examples }: CommandSpec<unknown>): string[] {
  return examples.map((example) => `  ${shownName} ${example}`.trimEnd())
}

/** The library takes the next word for the value of an option, also when it is an option whose own value was forgotten. */
function refuseSwallowedOptions(program: Command, argv: readonly string[]): void {
  const withValue = new Set(
    [program, ...program.commands]
      .flatMap(({ options }) => options.filter(({ required }) => required))
      .map(({ long }) => long),
  )
  const end = argv.indexOf('--')
  const given = end < 0 ? argv : argv.slice(0, end + 1)
  const index = given.findIndex((word, at) => withValue.has(word) && /^-\D/.test(given[at + 1] ?? ''))
  if (index < 0) return
  const [option, next] = given.slice(index)
  throw new UsageError(`${option} needs a value, but ${next} follows: write ${option}=${next} if that is the value.`)
}

/** The library's sentence on one line, with where to read more. */
function toUsageError({ code, message }: CommanderError, line: CommandLine<unknown>): UsageError {
  const hint = `(${findProgram(line)} --help)`
  const names = 'commands' in line ? Object.keys(line.commands).join(', ') : ''
  if (code === 'commander.help') return new UsageError(`Say what to do: ${names} ${hint}.`)
  const said = message.replace(/^error: /, '')
  const shown = line.hasSecretWords === true ? said.replace(/ but got (\d+): .*$/s, ' but got $1.') : said
  const [, reason = '', suggestion] = /^(.*?)\.?(?:\n\((.*)\))?$/s.exec(shown) ?? []
  const accepted = code === 'commander.unknownCommand' ? `: use ${names}` : ''
  const sentence = `${reason.charAt(0).toUpperCase()}${reason.slice(1)}${accepted}`
  return new UsageError(suggestion === undefined ? `${sentence} ${hint}.` : `${sentence}. ${suggestion} ${hint}`)
}
