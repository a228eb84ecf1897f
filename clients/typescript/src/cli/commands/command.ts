import type { Answer } from '../../answers/answer.ts'
import { oneOf, text } from '../arguments/option-values.ts'
import { flag, type Options, option, type ValuesOf } from '../arguments/read-options.ts'
import type { Console } from '../session/console.ts'
import { type Service, sentenceLanguages } from '../session/service.ts'

/** What a command works with. */
export type Context = {
  service: Service
  console: Console
  /** What follows `--`; null without it. */
  words: readonly string[] | null
}

/** A command by its declaration, and what it does. */
export type Command = {
  summary: string
  /** What follows the name of the program in the examples. */
  examples: readonly string[]
  /** What the help says after the options. */
  notes: string
  options: Options
  /** What follows the options in the usage, such as `-- COMMAND…`; empty when nothing does. */
  words: string
  /** Does it; gives the exit code. */
  run: (values: Readonly<Record<string, unknown>>, context: Context) => Promise<number>
}

/** Options of every command. */
export const serviceOptions = {
  url: option(text('address'), 'address of the API (else HEXAWATT_URL, else http://localhost:8080)'),
  keyFile: option(text('file'), 'file that holds the key (else HEXAWATT_API_KEY)'),
  lang: option(
    oneOf(...sentenceLanguages),
    'language of the advice (else that of LC_ALL, LC_MESSAGES or LANG, else fr)',
  ),
  help: flag('prints this text'),
} satisfies Options

/** Declares a command. The one cast is right because every value is read by the kind of its option. */
export function command<const Known extends Options>(
  spec: Omit<Command, 'run' | 'options' | 'notes' | 'words'> &
    Partial<Pick<Command, 'notes' | 'words'>> & {
      options: Known
      run: (values: ValuesOf<Known>, context: Context) => Promise<number>
    },
): Command {
  return {
    notes: '',
    words: '',
    ...spec,
    options: { ...spec.options, ...serviceOptions },
    run: (values, context) => spec.run(values as ValuesOf<Known>, context),
  }
}

/** Tells a person what kind of data an answer has, unless it is of the grid as it is, and when a source is late. */
export function warnOfData(
  answers: readonly Pick<Answer<unknown>, 'dataMode' | 'isDegraded'>[],
  { warn }: Console,
): void {
  if (answers.some(({ dataMode }) => dataMode === 'demo')) warn('Demo data: invented, not of the grid.')
  if (answers.some(({ dataMode }) => dataMode === 'replay')) warn('Replayed data: of the grid, but of another time.')
  if (answers.some(({ isDegraded }) => isDegraded)) warn('A source is late or missing: the answer is less certain.')
}

/** Exit codes, beside those of a command that `run` has started. */
export const exitCodes = {
  done: 0,
  refused: 1,
  notUnderstood: 2,
  notReached: 3,
  notWorthIt: 4,
  /** Of `run`, as of `env` and `docker run`: the command was not started. */
  notStarted: 125,
} as const
