import { readOptions, refuseForeignOptions } from '@hexawatt/shared/config/command-options'
import { UsageError } from '@hexawatt/shared/config/usage-error'
import type { PlanId } from '@hexawatt/shared/contract/plans'
import type { KeySelector } from '../accounts/account-names.ts'
import { readExpiry, readInstant, readName, readOverlapHours, readPlan, readSelector } from './keys-options.ts'

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
