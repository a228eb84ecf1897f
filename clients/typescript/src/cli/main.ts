#!/usr/bin/env node
import { inspect } from 'node:util'
import { HexawattConnectionError, HexawattProblem } from '../errors/hexawatt-errors.ts'
import { UsageError } from './arguments/option-values.ts'
import { findNearest, formatLongName, hideKey, readOptions, type ValuesOf } from './arguments/read-options.ts'
import { type Command, exitCodes, serviceOptions } from './commands/command.ts'
import { clearContractCommand, setContractCommand, showContractCommand } from './commands/contract.ts'
import { forecastCommand } from './commands/forecast.ts'
import { historyCommand } from './commands/history.ts'
import { nowCommand } from './commands/now.ts'
import { planCommand } from './commands/plan.ts'
import { runCommand } from './commands/run.ts'
import { statementCommand } from './commands/statement.ts'
import { tariffCommand } from './commands/tariff.ts'
import { watchCommand } from './commands/watch.ts'
import { alignRows, createConsole } from './session/console.ts'
import { openContractFile } from './session/contract-file.ts'
import { openService } from './session/service.ts'
import { findCacheFolder } from './statement/answer-cache.ts'

const commands: ReadonlyMap<string, Command> = new Map([
  ['now', nowCommand],
  ['forecast', forecastCommand],
  ['plan', planCommand],
  ['tariff', tariffCommand],
  ['history', historyCommand],
  ['watch', watchCommand],
  ['statement', statementCommand],
  ['run', runCommand],
  ['contract set', setContractCommand],
  ['contract show', showContractCommand],
  ['contract clear', clearContractCommand],
])

/** From its source the program is a script of package.json, from the package an executable. */
const program = import.meta.url.endsWith('.ts') ? 'bun run hexawatt' : 'hexawatt'

/** This machine, as runtimes read NO_PROXY. */
const thisMachine = 'localhost,127.0.0.0/8,::1'

// A reader that closed the pipe, such as head.
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1))
callThisMachineDirectly(process.env)
process.exitCode = await main(process.argv.slice(2))

async function main(argv: readonly string[]): Promise<number> {
  const console = createConsole(process.stdout, process.stderr, process.env)
  const { name, rest } = splitName(argv)
  const chosen = commands.get(name)
  try {
    if (chosen === undefined) {
      readWithoutCommand(name, rest)
      console.print(programHelp())
      return exitCodes.done
    }
    const { values, operands, words } = readOptions(chosen.options, rest, chosen.operands.length)
    if (values['help'] === true) {
      console.print(commandHelp(name, chosen))
      return exitCodes.done
    }
    if (words !== null && chosen.words === '') throw new UsageError(`${name} accepts nothing after '--'.`)
    // Each value was read by the kind of its option.
    const { url, keyFile, lang } = values as ValuesOf<typeof serviceOptions>
    const service = await openService({ url, keyFile, lang, env: process.env })
    const contractFile = openContractFile(process.env)
    const cacheFolder = findCacheFolder(process.env)
    return await chosen.run(values, { service, contractFile, cacheFolder, console, operands, words })
  } catch (error) {
    const help = chosen === undefined ? `${program} --help` : `${program} ${name} --help`
    const { exitCode, text } = failureOf(error)
    console.warn(error instanceof UsageError ? `${text} (${help})` : text)
    return name === 'run' ? exitCodes.notStarted : exitCode
  }
}

/** The name of the command, which may have two words, and the arguments after it. */
function splitName(argv: readonly string[]): { name: string; rest: readonly string[] } {
  const [first = '', second = ''] = argv
  const isGroup = [...commands.keys()].some((name) => name.startsWith(`${first} `))
  const isPair = isGroup && second !== '' && !second.startsWith('-')
  return isPair ? { name: `${first} ${second}`, rest: argv.slice(2) } : { name: first, rest: argv.slice(1) }
}

/** Keeps calls to an installation on this machine away from the proxy of the environment, which could read the key. */
function callThisMachineDirectly(env: NodeJS.ProcessEnv): void {
  const known = [env['NO_PROXY'], env['no_proxy']].filter((list) => list)
  // Both spellings: runtimes ignore the upper-case one where the lower-case one is set.
  env['NO_PROXY'] = env['no_proxy'] = [...known, thisMachine].join(',')
}

/** Accepts requests for the help of the program. @throws UsageError for everything else */
function readWithoutCommand(name: string, rest: readonly string[]): void {
  const names = [...commands.keys()]
  if (name === '') throw new UsageError(`Give a command: ${names.join(', ')}.`)
  if (name === 'help') return
  if (name.startsWith('-')) {
    const { values } = readOptions({ help: serviceOptions.help }, [name, ...rest])
    if (values.help) return
  }
  const meant = findNearest(name, names)
  const hint = meant === null ? '' : ` Did you mean ${meant}?`
  throw new UsageError(`Unknown command '${hideKey(name)}': use ${names.join(', ')}.${hint}`)
}

type Failure = { exitCode: number; text: string }

/** Exit code and message of an error. An error of this program itself is shown whole. */
function failureOf(error: unknown): Failure {
  if (error instanceof UsageError) return { exitCode: exitCodes.notUnderstood, text: error.message }
  if (error instanceof HexawattProblem) return { exitCode: exitCodes.refused, text: refusalText(error) }
  if (error instanceof HexawattConnectionError) {
    return { exitCode: exitCodes.notReached, text: `The API could not be reached. ${error.message}` }
  }
  const isOfSystem = error instanceof Error && 'code' in error
  return { exitCode: exitCodes.refused, text: isOfSystem ? error.message : inspect(error) }
}

function refusalText({ code, detail, title, requestId, extras }: HexawattProblem): string {
  const where = code === 'missing_api_key' ? ' Set HEXAWATT_API_KEY, or use --key-file.' : ''
  const upgrade = typeof extras['upgradeUrl'] === 'string' ? ` See ${extras['upgradeUrl']}` : ''
  const request = requestId === null ? '' : `, request ${requestId}`
  return `${detail || title} (${code}${request})${where}${upgrade}`
}

function programHelp(): string {
  const rows = [...commands].map(([name, { summary }]) => [name, summary])
  return [
    `Usage: ${program} <command> [options]`,
    '',
    'When electricity in France is clean, cheap and plentiful, from the Hexawatt API.',
    '',
    'Commands:',
    ...columnsOf(rows),
    '',
    'Examples:',
    ...[...commands.values()]
      .flatMap(({ examples }) => examples.slice(0, 1))
      .map((example) => `  ${program} ${example}`),
    '',
    `${program} <command> --help lists the options of a command.`,
    '',
    'The key comes from HEXAWATT_API_KEY, or from the file of --key-file. No option takes the key itself: other users of the machine can see',
    'command lines, and the shell stores them in its history.',
    '',
    'Exit codes:',
    ...columnsOf([
      ['0', 'done'],
      ['1', 'the API refused, or a file could not be read or written'],
      ['2', 'the command line was not understood; nothing was requested'],
      ['3', 'the API could not be reached'],
      ['4', 'plan --exit-code: waiting is not worthwhile or the gain is unknown'],
      ['125', 'run: the command was not started; otherwise run has the exit code of the command'],
    ]),
  ].join('\n')
}

function commandHelp(name: string, { summary, options, operands, words, notes, examples }: Command): string {
  const rows = Object.entries(options).map(([option, { kind, help }]) => [
    kind === null ? formatLongName(option) : `${formatLongName(option)} <${kind.placeholder}>`,
    help,
  ])
  return [
    ['Usage:', program, name, ...operands, '[options]', words].join(' ').trimEnd(),
    '',
    summary,
    '',
    'Options:',
    ...columnsOf(rows),
    '',
    'Examples:',
    ...examples.map((example) => `  ${program} ${example}`),
    ...(notes === '' ? [] : ['', notes]),
  ].join('\n')
}

function columnsOf(rows: readonly (readonly string[])[]): string[] {
  return alignRows(rows, [false, false]).map((cells) => `  ${cells.join('  ')}`.trimEnd())
}
