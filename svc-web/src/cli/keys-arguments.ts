import { defaulted, flag, optional, required, word } from '@hexawatt/shared/command-line/command-inputs'
import { type CommandLine, command } from '@hexawatt/shared/command-line/command-line'
import { instant, oneOf, type ValueKind, wholeNumber } from '@hexawatt/shared/command-line/value-kinds'
import type { PlanId } from '@hexawatt/shared/contract/plans'
import {
  acceptedName,
  defaultOverlapHours,
  isRequestId,
  isUsableName,
  type KeySelector,
  maxOverlapHours,
  parseKeySelector,
} from '../accounts/account-inputs.ts'
import { type AuditFilter, auditActions, isAuditCursor, maxAuditPage } from '../accounts/audit-log-store.ts'

/** Parsed arguments of `bun run keys`. */
export type KeyCommand =
  | {
      kind: 'create'
      account: string
      plan: PlanId | null
      name: string
      expiresAt: Temporal.Instant | null
      json: boolean
    }
  | { kind: 'list'; account: string | null; json: boolean }
  | { kind: 'rotate'; selector: KeySelector; overlapHours: number; json: boolean }
  | { kind: 'revoke'; selector: KeySelector }
  | { kind: 'expire'; selector: KeySelector; expiresAt: Temporal.Instant | null }
  | { kind: 'plan'; account: string; plan: PlanId }
  | { kind: 'requests'; json: boolean }
  | { kind: 'approve' | 'refuse'; requestId: string }
  | ({ kind: 'audit-log'; json: boolean } & AuditFilter)

const name: ValueKind<string> = {
  placeholder: 'name',
  accepts: acceptedName,
  read: (text) => (isUsableName(text.trim()) ? text.trim() : null),
}
const end: ValueKind<Temporal.Instant | 'never'> = {
  ...instant,
  accepts: `never, or ${instant.accepts}`,
  read: (text) => (text === 'never' ? text : instant.read(text)),
}
const cursor: ValueKind<string> = {
  placeholder: 'entry',
  accepts: 'the number of an entry',
  read: (text) => (isAuditCursor(text) ? text : null),
}
const keySelector: ValueKind<KeySelector> = {
  placeholder: 'key',
  accepts:
    'the id of one key (key_…), or its first and last characters as list shows them (hxw_1a2b…9f3e, also hxw_1a2b9f3e)',
  read: parseKeySelector,
  isSecret: true,
}
const key = word(
  keySelector,
  'id of the key (key_…), or its first and last characters as list shows them (hxw_1a2b…9f3e, also hxw_1a2b9f3e)',
)
const request = word(
  { placeholder: 'request', accepts: 'the id of a request (req_…)', read: (text) => (isRequestId(text) ? text : null) },
  'id of the request (req_…), as requests shows it',
)
const json = flag('print JSON')

/**
 * The command line of `bun run keys`.
 *
 * @param plans ids of the plan table, smallest first
 */
export function createKeysCommandLine(plans: readonly PlanId[]): CommandLine<KeyCommand> {
  const plan = oneOf('plan', plans)
  return {
    name: 'keys',
    summary: 'Creates, lists, rotates and revokes API keys, and puts accounts on plans.',
    hasSecretWords: true,
    notes: `DATABASE_URL: the product's Postgres (taken from a running bun run up when it is not set).
REDIS_URL: notifies running gateways of a change at once; without it they notice within a second.
PLANS_FILE: the plan table of the gateways, if it is not the default.`,
    commands: {
      create: command({
        summary: 'Creates a key and shows it once.',
        examples: ['--account "Ma Maison" --plan pro --expires 2030-01-31T23:00:00Z'],
        inputs: {
          account: required(name, 'account of the key; created if it does not exist'),
          plan: optional(plan, `plan of a new account (default: ${plans[0]}); an existing account keeps its plan`),
          name: defaulted(name, 'name of the key', 'default'),
          expires: optional(instant, 'expiry of the key (default: none)'),
          json,
        },
        read: ({ expires, ...values }) => ({ kind: 'create', ...values, expiresAt: expires }),
      }),
      list: command({
        summary:
          'Lists keys by their first and last characters, because whole keys are not stored. A replaced key stays valid until it expires.',
        examples: ['--account "Ma Maison"'],
        inputs: { account: optional(name, 'only keys of this account'), json },
        read: (values) => ({ kind: 'list', ...values }),
      }),
      rotate: command({
        summary: `Creates a key that replaces another key, with the same name and expiry, and shows it once. The replaced key stays valid for the overlap and no longer counts towards the plan.`,
        examples: ['key_0123456789abcdef --overlap-hours 24'],
        inputs: {
          key,
          overlapHours: defaulted(
            wholeNumber('hours', 0, maxOverlapHours),
            `hours in which both keys are valid, 0 to ${maxOverlapHours}`,
            defaultOverlapHours,
          ),
          json,
        },
        read: ({ key: selector, ...values }) => ({ kind: 'rotate', selector, ...values }),
      }),
      revoke: command({
        summary: 'Revokes a key immediately and permanently.',
        examples: ['hxw_1a2b…9f3e'],
        inputs: { key },
        read: ({ key: selector }) => ({ kind: 'revoke', selector }),
      }),
      expire: command({
        summary: 'Sets the expiry of a key.',
        examples: ['key_0123456789abcdef --at 2030-01-31T23:00:00Z', 'key_0123456789abcdef --at never'],
        inputs: { key, at: required(end, 'instant of the expiry, or never') },
        read: ({ key: selector, at }) => ({ kind: 'expire', selector, expiresAt: at === 'never' ? null : at }),
      }),
      plan: command({
        summary: 'Moves an account with all its keys to another plan.',
        examples: ['--account "Ma Maison" --plan scale'],
        inputs: { account: required(name, 'name of the account'), plan: required(plan, 'its plan from now on') },
        read: (values) => ({ kind: 'plan', ...values }),
      }),
      requests: command({
        summary: 'Lists the plan changes that members request, oldest first.',
        examples: [''],
        inputs: { json },
        read: (values) => ({ kind: 'requests', ...values }),
      }),
      approve: command({
        summary: 'Approves a request: moves the account to the requested plan.',
        examples: ['req_0123456789abcdef'],
        inputs: { request },
        read: ({ request: requestId }) => ({ kind: 'approve', requestId }),
      }),
      refuse: command({
        summary: 'Refuses a request: the account keeps its plan.',
        examples: ['req_0123456789abcdef'],
        inputs: { request },
        read: ({ request: requestId }) => ({ kind: 'refuse', requestId }),
      }),
      'audit-log': command({
        summary: `Shows the audit log of rights and billing, newest first, ${maxAuditPage} entries per page.`,
        examples: ['--account "Ma Maison" --from 2026-11-01T00:00:00Z'],
        inputs: {
          account: optional(name, 'only entries of this account, by its id (acc_…) or name'),
          action: optional(oneOf('action', auditActions), 'only entries of this action'),
          from: optional(instant, 'entries since this instant'),
          to: optional(instant, 'entries before this instant'),
          before: optional(cursor, 'the next page: entries before this entry'),
          json,
        },
        read: (values) => ({ kind: 'audit-log', ...values }),
      }),
    },
  }
}
