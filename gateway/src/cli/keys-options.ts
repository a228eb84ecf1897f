import { UsageError } from '@hexawatt/shared/config/usage-error'
import { type PlanId, planIds } from '@hexawatt/shared/contract/plans'
import { type KeySelector, parseKeySelector } from '../accounts/account-names.ts'
import { isUsableName, maxNameLength } from '../accounts/key-names.ts'
import { defaultOverlapHours, maxOverlapHours } from '../accounts/key-rotation.ts'

/** Reads a name. @throws UsageError with one sentence that says what is wrong, here and below */
export function readName(command: string, option: string, value: string | undefined): string {
  const name = value?.trim() ?? ''
  if (name === '') throw new UsageError(`${command} needs ${option} NAME.`)
  if (isUsableName(name)) return name
  throw new UsageError(`${option} takes at most ${maxNameLength} printable characters.`)
}

/** Reads the id of a plan. */
export function readPlan(value: string): PlanId {
  const plan = planIds.find((id) => id === value)
  if (plan === undefined) throw new UsageError(`"${value}" is not a plan: use ${planIds.join(', ')}.`)
  return plan
}

/** Reads an instant. */
export function readInstant(option: string, value: string): Temporal.Instant {
  try {
    return Temporal.Instant.from(value)
  } catch {
    throw new UsageError(`${option} takes an instant such as 2030-01-31T23:00:00Z, not "${value}".`)
  }
}

/** Reads the end of a key; null = never. */
export function readExpiry(value: string | undefined): Temporal.Instant | null {
  if (value === undefined) throw new UsageError('expire needs --at INSTANT, or --at never.')
  return value === 'never' ? null : readInstant('--at', value)
}

/** Reads the hours in which both keys are valid. */
export function readOverlapHours(value: string | undefined): number {
  if (value === undefined) return defaultOverlapHours
  const hours = /^\d{1,3}$/.test(value) ? Number(value) : maxOverlapHours + 1
  if (hours <= maxOverlapHours) return hours
  throw new UsageError(`--overlap-hours takes whole hours from 0 to ${maxOverlapHours}, not "${value}".`)
}

/** Reads which key is meant. */
export function readSelector(command: string, words: readonly string[]): KeySelector {
  const [text] = words
  const selector = text === undefined || words.length > 1 ? null : parseKeySelector(text)
  if (selector !== null) return selector
  throw new UsageError(`${command} takes one key: its id (key_…), or its ends as list shows them (hxw_1a2b…9f3e).`)
}
