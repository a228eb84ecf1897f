import { readOptions, refuseForeignOptions } from '@hexawatt/shared/config/command-options'
import { UsageError } from '@hexawatt/shared/config/usage-error'
import { type PlanId, planIds } from '@hexawatt/shared/contract/plans'
import { parseKeySelector } from './key-selector.ts'
import type { KeySelector } from './key-store.ts'

export type CreateCommand = {
  kind: 'create'
  account: string
  plan: PlanId | null
  name: string
  expiresAt: Temporal.Instant | null
  json: boolean
}
export type ListCommand = { kind: 'list'; account: string | null; json: boolean }
export type RevokeCommand = { kind: 'revoke'; selector: KeySelector }
export type Command = { kind: 'help' } | CreateCommand | ListCommand | RevokeCommand

/** Longest name of an account or a key, characters. */
const maxNameLength = 100

const program = 'bun run keys'
const options = {
  account: { type: 'string' },
  plan: { type: 'string' },
  name: { type: 'string' },
  expires: { type: 'string' },
  json: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const

const optionsByCommand = {
  create: ['account', 'plan', 'name', 'expires', 'json'],
  list: ['account', 'json'],
  revoke: [],
} as const satisfies Record<string, readonly string[]>

const commandNames = Object.keys(optionsByCommand).join(', ')

/**
 * Reads the command line of `bun run keys`.
 *
 * @throws {@link UsageError} with one sentence that says what is wrong
 */
export function parseCommand(argv: readonly string[]): Command {
  const { values, positionals } = readOptions(argv, program, options)
  const [command, ...rest] = positionals
  if (values.help === true || command === 'help') return { kind: 'help' }
  if (command === undefined) throw new UsageError(`Say what to do: ${commandNames} (bun run keys --help).`)
  if (command !== 'create' && command !== 'list' && command !== 'revoke') {
    throw new UsageError(`"${command}" is not a command: use ${commandNames} (bun run keys --help).`)
  }
  refuseForeignOptions(program, command, optionsByCommand[command], Object.keys(values))
  if (command === 'revoke') return { kind: command, selector: readSelector(rest) }
  if (rest.length > 0) throw new UsageError(`"${rest[0]}" is too much: ${command} takes options only.`)
  const json = values.json === true
  if (command === 'list') return { kind: command, account: values.account ?? null, json }
  return {
    kind: command,
    account: readName('--account', values.account),
    plan: readPlan(values.plan),
    name: readName('--name', values.name ?? 'default'),
    expiresAt: readExpiry(values.expires),
    json,
  }
}

function readName(option: string, value: string | undefined): string {
  const name = value?.trim() ?? ''
  if (name === '') throw new UsageError(`create needs ${option} NAME.`)
  if (name.length > maxNameLength || /\p{Cc}/u.test(name)) {
    throw new UsageError(`${option} takes at most ${maxNameLength} printable characters.`)
  }
  return name
}

function readPlan(value: string | undefined): PlanId | null {
  if (value === undefined) return null
  const plan = planIds.find((id) => id === value)
  if (plan === undefined) throw new UsageError(`"${value}" is not a plan: use ${planIds.join(', ')}.`)
  return plan
}

function readExpiry(value: string | undefined): Temporal.Instant | null {
  if (value === undefined) return null
  const instant = readInstant(value)
  if (instant === null) {
    throw new UsageError(`--expires takes an instant such as 2030-01-31T23:00:00Z, not "${value}".`)
  }
  if (Temporal.Instant.compare(instant, Temporal.Now.instant()) <= 0) {
    throw new UsageError(`--expires must lie in the future; ${value} is past.`)
  }
  return instant
}

function readInstant(value: string): Temporal.Instant | null {
  try {
    return Temporal.Instant.from(value)
  } catch {
    return null
  }
}

function readSelector(rest: readonly string[]): KeySelector {
  const [text] = rest
  const selector = text === undefined || rest.length > 1 ? null : parseKeySelector(text)
  if (selector !== null) return selector
  throw new UsageError('revoke takes one key: its id (key_…), or its ends as list shows them (hxw_1a2b…9f3e).')
}
