import { parseArgs } from 'node:util'
import { UsageError, type ValueKind } from './option-values.ts'

/** An option of a command; `Value` is the type of its value. */
export type Option<Value> = {
  help: string
  /** Kind of its value; null for an option without a value. */
  kind: ValueKind<Exclude<Value, undefined>> | null
}
export type Options = Readonly<Record<string, Option<unknown>>>
export type ValuesOf<Known extends Options> = {
  [Name in keyof Known]: Known[Name] extends Option<infer Value> ? Value : never
}

/** An option without a value: true when it is given, else false. */
export const flag = (help: string): Option<boolean> => ({ help, kind: null })

/** An option with a value; undefined when it is not given. */
export function option<Value extends NonNullable<unknown>>(
  kind: ValueKind<Value>,
  help: string,
): Option<Value | undefined> {
  return { help, kind }
}

/** Parsed arguments: the values of the options, the words among them, and the words after `--`. */
export type Given<Known extends Options> = { values: ValuesOf<Known>; operands: string[]; words: string[] | null }

/** `minOn` is the option `--min-on`. */
export const formatLongName = (name: string): string =>
  `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`

/**
 * Reads the options of a command, and at most `maxOperands` words that belong to no option, such as a file name. A key is never repeated in an
 * error: a refused word may be a misplaced key. The one cast is right because each value was read by the kind of its own option.
 *
 * @throws UsageError for an unknown or repeated option, one without its value, or a word too many
 */
export function readOptions<const Known extends Options>(
  known: Known,
  argv: readonly string[],
  maxOperands = 0,
): Given<Known> {
  const names = new Map(Object.keys(known).map((name) => [formatLongName(name), name]))
  const end = argv.indexOf('--')
  const values: Record<string, unknown> = {}
  for (const name of names.values()) values[name] = known[name]?.kind === null ? false : undefined
  const config = Object.fromEntries(
    [...names].map(([long, name]) => [
      long.slice(2),
      { type: known[name]?.kind === null ? 'boolean' : 'string' } as const,
    ]),
  )
  // Not strict: the errors of the platforms differ, and repeat the input.
  const { tokens } = parseArgs({
    args: [...(end < 0 ? argv : argv.slice(0, end))],
    options: config,
    strict: false,
    tokens: true,
  })
  const seen = new Set<string>()
  const operands: string[] = []
  for (const token of tokens) {
    if (token.kind === 'positional') {
      if (operands.length === maxOperands) throw new UsageError(`Unexpected word '${hideKey(token.value)}'.`)
      operands.push(token.value)
    }
    if (token.kind !== 'option') continue
    const name = names.get(token.rawName === '-h' ? '--help' : token.rawName)
    const spec = name === undefined ? undefined : known[name]
    if (name === undefined || spec === undefined) throw unknownOption(token.rawName, [...names.keys()])
    if (seen.has(name)) throw new UsageError(`${token.rawName} is given twice.`)
    seen.add(name)
    values[name] = readValue(token.rawName, spec.kind, token.value, token.inlineValue === true)
  }
  return { values: values as ValuesOf<Known>, operands, words: end < 0 ? null : argv.slice(end + 1) }
}

function readValue(
  long: string,
  kind: ValueKind<unknown> | null,
  given: string | undefined,
  isInline: boolean,
): unknown {
  if (kind === null) {
    if (given === undefined) return true
    throw new UsageError(`${long} takes no value.`)
  }
  // Otherwise a forgotten value would swallow the next option.
  if (given === undefined || (!isInline && given.startsWith('-'))) {
    throw new UsageError(`${long} needs a value: ${kind.accepts}.`)
  }
  const value = kind.read(given)
  if (value === null) throw new UsageError(`${long} takes ${kind.accepts}, not '${hideKey(given)}'.`)
  return value
}

function unknownOption(given: string, known: readonly string[]): UsageError {
  const meant = findNearest(given, known)
  return new UsageError(`Unknown option '${hideKey(given)}'.${meant === null ? '' : ` Did you mean ${meant}?`}`)
}

/** Longest part of a refused word that is repeated, characters. */
const maxShownCharacters = 60

/** A refused word as an error may repeat it. */
export function hideKey(given: string): string {
  const hidden = given.replace(/hxw_\w*/g, 'hxw_…')
  return hidden.length > maxShownCharacters ? `${hidden.slice(0, maxShownCharacters)}…` : hidden
}

/** The known word with this beginning, else the most similar one if the user probably meant it. */
export function findNearest(given: string, known: readonly string[]): string | null {
  const longer = given.length < 3 ? undefined : known.find((word) => word.startsWith(given))
  if (longer !== undefined) return longer
  const ranked = known
    .map((word) => ({ word, distance: editDistance(given, word) }))
    .sort((one, other) => one.distance - other.distance)
  const [best] = ranked
  return best !== undefined && best.distance <= Math.max(2, best.word.length / 3) ? best.word : null
}

/** Letters to insert, remove or replace (Levenshtein, "Binary codes", 1966); words are cut at 40 letters. */
function editDistance(one: string, other: string): number {
  let row = Array.from({ length: other.slice(0, 40).length + 1 }, (_, index) => index)
  for (const [i, letter] of [...one.slice(0, 40)].entries()) {
    const next = [i + 1]
    for (const [j, otherLetter] of [...other.slice(0, 40)].entries()) {
      const replaced = (row[j] ?? 0) + (letter === otherLetter ? 0 : 1)
      next.push(Math.min(replaced, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1))
    }
    row = next
  }
  return row.at(-1) ?? 0
}
