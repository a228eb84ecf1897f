import { readOptions, refuseForeignOptions } from '@hexawatt/shared/config/command-options'
import { UsageError } from '@hexawatt/shared/config/usage-error'
import { type PlanId, planIds } from '@hexawatt/shared/contract/plans'
import {
  defaultOverlapHours,
  isUsableName,
  type KeySelector,
  maxNameLength,
  maxOverlapHours,
  parseKeySelector,
} from '../accounts/account-inputs.ts'

export type CreateCommand = {
  kind: 'create'
  account: string
  plan: PlanId | null
  name: string
  expiresAt: Temporal.Instant | null
  json: boolean
}
export type ListCommand = { kind: 'list'; account: string | null; json: boolean }
export type RotateCommand = { kind: 'rotate'; selector: KeySelector; overlapHours: number; json: boolean }
export type RevokeCommand = { kind: 'revoke'; selector: KeySelector }
export type ExpireCommand = { kind: 'expire'; selector: KeySelector; expiresAt: Temporal.Instant | null }
export type PlanCommand = { kind: 'plan'; account: string; plan: PlanId }
/** A command that needs the stores. */
export type KeyCommand = CreateCommand | ListCommand | RotateCommand | RevokeCommand | ExpireCommand | PlanCommand
export type Command = { kind: 'help' } | KeyCommand

const program = 'bun run keys'
const options = {
  account: { type: 'string' },
  plan: { type: 'string' },
  name: { type: 'string' },
  expires: { type: 'string' },
  at: { type: 'string' },
  'overlap-hours': { type: 'string' },
  json: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const
type OptionName = keyof typeof options
type Values = Partial<Record<Exclude<OptionName, 'json' | 'help'>, string>> & { json?: boolean }

type CommandReader = {
  options: readonly OptionName[]
  /** Whether a word is taken beside the options. */
  takesKey: boolean
  read: (values: Values, words: readonly string[]) => KeyCommand
}

const readers: Readonly<Record<KeyCommand['kind'], CommandReader>> = {
  create: {
    options: ['account', 'plan', 'name', 'expires', 'json'],
    takesKey: false,
    read: ({ account, plan, name = 'default', expires, json = false }) => ({
      kind: 'create',
      account: readName('create', '--account', account),
      plan: plan === undefined ? null : readPlan(plan),
      name: readName('create', '--name', name),
      expiresAt: expires === undefined ? null : readInstant('--expires', expires),
      json,
    }),
  },
  list: {
    options: ['account', 'json'],
    takesKey: false,
    read: ({ account, json = false }) => ({
      kind: 'list',
      account: account === undefined ? null : readName('list', '--account', account),
      json,
    }),
  },
  rotate: {
    options: ['overlap-hours', 'json'],
    takesKey: true,
    read: ({ 'overlap-hours': hours, json = false }, words) => ({
      kind: 'rotate',
      selector: readSelector('rotate', words),
      overlapHours: readOverlapHours(hours),
      json,
    }),
  },
  revoke: {
    options: [],
    takesKey: true,
    read: (_, words) => ({ kind: 'revoke', selector: readSelector('revoke', words) }),
  },
  expire: {
    options: ['at'],
    takesKey: true,
    read: ({ at }, words) => ({ kind: 'expire', selector: readSelector('expire', words), expiresAt: readExpiry(at) }),
  },
  plan: {
    options: ['account', 'plan'],
    takesKey: false,
    read({ account, plan }) {
      if (plan === undefined) throw new UsageError('plan needs --plan decouverte, pro or scale.')
      return { kind: 'plan', account: readName('plan', '--account', account), plan: readPlan(plan) }
    },
  },
}

const commandNames = Object.keys(readers).join(', ')

/**
 * Reads the command line of `bun run keys`.
 *
 * @throws {@link UsageError} with one sentence that says what is wrong
 */
export function parseCommand(argv: readonly string[]): Command {
  const { values, positionals } = readOptions(argv, program, options)
  const [command, ...words] = positionals
  if (values.help === true || command === 'help') return { kind: 'help' }
  if (command === undefined) throw new UsageError(`Say what to do: ${commandNames} (bun run keys --help).`)
  if (!isCommandName(command)) {
    throw new UsageError(`"${command}" is not a command: use ${commandNames} (bun run keys --help).`)
  }
  const reader = readers[command]
  refuseForeignOptions(program, command, reader.options, Object.keys(values))
  if (!reader.takesKey && words.length > 0) {
    throw new UsageError(`"${words[0]}" is too much: ${command} takes options only.`)
  }
  return reader.read(values, words)
}

function isCommandName(text: string): text is KeyCommand['kind'] {
  return Object.hasOwn(readers, text)
}

/** Reads a name. @throws UsageError with one sentence that says what is wrong, here and below */
function readName(command: string, option: string, value: string | undefined): string {
  const name = value?.trim() ?? ''
  if (name === '') throw new UsageError(`${command} needs ${option} NAME.`)
  if (isUsableName(name)) return name
  throw new UsageError(`${option} takes at most ${maxNameLength} printable characters.`)
}

/** Reads the id of a plan. */
function readPlan(value: string): PlanId {
  const plan = planIds.find((id) => id === value)
  if (plan === undefined) throw new UsageError(`"${value}" is not a plan: use ${planIds.join(', ')}.`)
  return plan
}

/** Reads an instant. */
function readInstant(option: string, value: string): Temporal.Instant {
  try {
    return Temporal.Instant.from(value)
  } catch {
    throw new UsageError(`${option} takes an instant such as 2030-01-31T23:00:00Z, not "${value}".`)
  }
}

/** Reads the end of a key; null = never. */
function readExpiry(value: string | undefined): Temporal.Instant | null {
  if (value === undefined) throw new UsageError('expire needs --at INSTANT, or --at never.')
  return value === 'never' ? null : readInstant('--at', value)
}

/** Reads the hours in which both keys are valid. */
function readOverlapHours(value: string | undefined): number {
  if (value === undefined) return defaultOverlapHours
  const hours = /^\d{1,3}$/.test(value) ? Number(value) : maxOverlapHours + 1
  if (hours <= maxOverlapHours) return hours
  throw new UsageError(`--overlap-hours takes whole hours from 0 to ${maxOverlapHours}, not "${value}".`)
}

/** Reads which key is meant. */
function readSelector(command: string, words: readonly string[]): KeySelector {
  const [text] = words
  const selector = text === undefined || words.length > 1 ? null : parseKeySelector(text)
  if (selector !== null) return selector
  throw new UsageError(`${command} takes one key: its id (key_…), or its ends as list shows them (hxw_1a2b…9f3e).`)
}
