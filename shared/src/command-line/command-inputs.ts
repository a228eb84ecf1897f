import { Argument, type Command, Option } from 'commander'
import { UsageError } from './usage-error.ts'
import type { ValueKind } from './value-kinds.ts'

/** One option or word of a command; `Value` is the type of its value. */
export type Input<Value> = {
  help: string
  /** Kind of the value; null for an option without a value. */
  kind: ValueKind<unknown> | null
  /** A word stands without a name; an option has its name before its value. */
  isWord?: boolean
  isRequired?: boolean
  isRepeatable?: boolean
  /** Value when it is not given. */
  fallback?: Value
  /** Options that it cannot be combined with. */
  excludes?: readonly string[]
}
export type Inputs = Readonly<Record<string, Input<unknown>>>
export type ValuesOf<Known extends Inputs> = {
  [Name in keyof Known]: Known[Name] extends Input<infer Value> ? Value : never
}

/** An option without a value: true when it is given. */
export const flag = (help: string): Input<boolean> => ({ help, kind: null, fallback: false })

/** An option that may be left out; null then. */
export function optional<Value>(kind: ValueKind<Value>, help: string): Input<Value | null> {
  return { help, kind, fallback: null }
}

/** An option that must be given. */
export function required<Value>(kind: ValueKind<Value>, help: string): Input<Value> {
  return { help, kind, isRequired: true }
}

/** An option that has a value of its own when it is left out. */
export function defaulted<Value>(kind: ValueKind<Value>, help: string, fallback: Value): Input<Value> {
  return { help, kind, fallback }
}

/** An option that may be given several times; empty when it is left out. */
export function repeated<Value>(kind: ValueKind<Value>, help: string): Input<readonly Value[]> {
  return { help, kind, isRepeatable: true, fallback: [] }
}

/** A word that must be given. Words come in the order of their declaration. */
export const word = <Value>(kind: ValueKind<Value>, help: string): Input<Value> => ({
  ...required(kind, help),
  isWord: true,
})

/** A word that may be left out; null then. */
export const optionalWord = <Value>(kind: ValueKind<Value>, help: string): Input<Value | null> => ({
  ...optional(kind, help),
  isWord: true,
})

/** Declares options and words on a command of the library. `loadFeeds` is the option `--load-feeds`. */
export function declareInputs(command: Command, inputs: Inputs): void {
  for (const [name, input] of Object.entries(inputs)) {
    if (input.isWord === true) command.addArgument(toArgument(name, input))
    else command.addOption(toOption(name, input))
  }
}

function toArgument(name: string, { kind, help, isRequired = false }: Input<unknown>): Argument {
  const argument = new Argument(isRequired ? `<${name}>` : `[${name}]`, help)
  if (kind === null) return argument
  if (kind.choices !== undefined) argument.choices(kind.choices)
  return argument.argParser((given) => readValue(name, kind, given))
}

function toOption(name: string, input: Input<unknown>): Option {
  const { kind, help, fallback, isRequired = false, isRepeatable = false, excludes = [] } = input
  const long = toLongName(name)
  const flags = kind === null ? long : `${long} <${kind.placeholder}>`
  const option = new Option(flags, isRequired ? `${help} (required)` : help).conflicts([...excludes])
  if (kind === null) return option
  if (kind.choices !== undefined) option.choices(kind.choices)
  const isShown = fallback !== null && fallback !== undefined && !isRepeatable
  if (isShown) option.default(fallback, String(fallback))
  return option.argParser((given, before: unknown) => {
    const value = readValue(long, kind, given)
    return isRepeatable ? [...(Array.isArray(before) ? before : []), value] : value
  })
}

const toLongName = (name: string): string => `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`

/** Maximum length of a quoted refused value, characters. */
const maxShownChars = 60

function readValue(name: string, kind: ValueKind<unknown>, given: string): unknown {
  const value = kind.read(given)
  if (value !== null) return value
  const shown = JSON.stringify(given.length > maxShownChars ? `${given.slice(0, maxShownChars)}…` : given)
  throw new UsageError(`${name} takes ${kind.accepts}${kind.isSecret === true ? '' : `, not ${shown}`}.`)
}

/**
 * The values that were given, and the fallback of each that was not. A required option is missed only here, so that a misspelt one is
 * named as such first.
 *
 * The one cast is right because every value was read by the `kind` of its input, whose type is in `Known`.
 */
export function readGivenValues<Known extends Inputs>(command: Command, inputs: Known): ValuesOf<Known> {
  const words: readonly unknown[] = command.processedArgs
  const options: Readonly<Record<string, unknown>> = command.opts()
  const wordNames = Object.keys(inputs).filter((name) => inputs[name]?.isWord === true)
  const entries = Object.entries(inputs).map(([name, { isWord, isRequired, fallback }]) => {
    const given = isWord === true ? words[wordNames.indexOf(name)] : options[name]
    if (given === undefined && isRequired === true)
      command.error(`error: required option '${toLongName(name)}' not specified`)
    return [name, given ?? fallback]
  })
  return Object.fromEntries(entries) as ValuesOf<Known>
}
