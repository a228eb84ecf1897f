import type { Answer } from '../../answers/answer.ts'
import { oneOf, text } from '../arguments/option-values.ts'
import { flag, type Options, option, type ValuesOf } from '../arguments/read-options.ts'
import type { Console } from '../session/console.ts'
import type { ContractFile } from '../session/contract-file.ts'
import { type Service, sentenceLanguages } from '../session/service.ts'

/** Input of a command. */
export type Context = {
  service: Service
  contractFile: ContractFile
  /** Folder of answers that are stored on this machine. */
  cacheFolder: string
  console: Console
  /** The words that belong to no option, at most as many as the command names; fewer if they were left out. */
  operands: readonly string[]
  /** The words after `--`; null without `--`. */
  words: readonly string[] | null
}

/** A command: its declaration and its action. */
export type Command = {
  summary: string
  /** The text after the name of the program in the examples. */
  examples: readonly string[]
  /** The text of the help after the options. */
  notes: string
  options: Options
  /** Names of the words that belong to no option, such as `FILE`. */
  operands: readonly string[]
  /** The usage after the options, such as `-- COMMAND…`; empty when nothing follows. */
  words: string
  /** Runs the command; returns the exit code. */
  run: (values: Readonly<Record<string, unknown>>, context: Context) => Promise<number>
}

/** Options of every command. */
export const serviceOptions = {
  url: option(text('address'), 'address of the API (default: HEXAWATT_URL, then http://localhost:8080)'),
  keyFile: option(text('file'), 'file that contains the key (default: HEXAWATT_API_KEY)'),
  lang: option(
    oneOf(...sentenceLanguages),
    'language of sentences (default: that of LC_ALL, LC_MESSAGES or LANG, then fr)',
  ),
  help: flag('prints this text'),
} satisfies Options

type CommandSpec<Known extends Options> = Omit<Command, 'run' | 'options' | 'notes' | 'operands' | 'words'> &
  Partial<Pick<Command, 'notes' | 'operands' | 'words'>> & {
    options: Known
    run: (values: ValuesOf<Known>, context: Context) => Promise<number>
  }

/** Declares a command that asks the API. */
export function command<const Known extends Options>(spec: CommandSpec<Known>): Command {
  return declare(spec, serviceOptions)
}

/** Declares a command that asks nothing of the API. */
export function localCommand<const Known extends Options>(spec: CommandSpec<Known>): Command {
  return declare(spec, { help: serviceOptions.help })
}

/** The one cast is right because every value is read by the kind of its option. */
function declare<const Known extends Options>(spec: CommandSpec<Known>, further: Options): Command {
  return {
    notes: '',
    operands: [],
    words: '',
    ...spec,
    options: { ...spec.options, ...further },
    run: (values, context) => spec.run(values as ValuesOf<Known>, context),
  }
}

/** Tells a person the kind of data of an answer unless they are live data, and when a source is late. */
export function warnOfData(
  answers: readonly Pick<Answer<unknown>, 'dataMode' | 'isDegraded'>[],
  { warn }: Console,
): void {
  if (answers.some(({ dataMode }) => dataMode === 'demo')) warn('Demo data: invented, not measured on the grid.')
  if (answers.some(({ dataMode }) => dataMode === 'replay')) warn('Replayed data: from the grid, but from the past.')
  if (answers.some(({ isDegraded }) => isDegraded)) warn('A source is late or missing: the answer is less certain.')
}

/** Exit codes, in addition to those of a command started by `run`. */
export const exitCodes = {
  done: 0,
  refused: 1,
  notUnderstood: 2,
  notReached: 3,
  notWorthIt: 4,
  /** For `run`, as for `env` and `docker run`: the command was not started. */
  notStarted: 125,
} as const
