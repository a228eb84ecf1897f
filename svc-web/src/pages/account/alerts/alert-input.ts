import { AlertCondition, valueAlertRules } from '@hexawatt/shared/alerts/alert-conditions'
import * as v from 'valibot'
import type { AlertRequest } from '../../../alerts/alert-changes.ts'

/** The values that one form offers. */
export const formValues = ['score', 'carbon', 'price'] as const
export type FormValue = (typeof formValues)[number]

export const isFormValue = (kind: string): kind is FormValue => formValues.some((value) => value === kind)

/** Fields of the forms that create an alert. */
const alertFields = ['kind', 'side', 'threshold', 'color', 'duration', 'objective', 'hour', 'channel', 'url'] as const
export type AlertField = (typeof alertFields)[number]

/** Fields by their name in a condition. */
const fieldsOfCondition: Readonly<Record<string, AlertField>> = {
  kind: 'kind',
  side: 'side',
  threshold: 'threshold',
  colors: 'color',
  durationMinutes: 'duration',
  objective: 'objective',
  atHour: 'hour',
}

/** Reads the form that creates an alert. @returns the request, or the first field that is missing or out of bounds */
export function readAlertForm(form: URLSearchParams, language: AlertRequest['language']): AlertRequest | AlertField {
  const condition = v.safeParse(AlertCondition, readConditionFields(form))
  if (!condition.success) {
    const [name] = condition.issues[0].path ?? []
    return fieldsOfCondition[String(name?.key)] ?? 'kind'
  }
  const channel = v.safeParse(v.picklist(['webhook', 'email']), form.get('channel'))
  if (!channel.success) return 'channel'
  return { condition: condition.output, channel: channel.output, url: (form.get('url') ?? '').trim(), language }
}

function readConditionFields(form: URLSearchParams): unknown {
  const kind = form.get('kind')
  if (kind === 'quota') return { kind }
  if (kind === 'tariff_color') return { kind, colors: [...new Set(form.getAll('color'))] }
  if (kind === 'grid_signal') return { kind, side: 'above', threshold: parseNumber(form.get('threshold')) }
  if (kind === 'best_window') {
    const [durationMinutes, atHour] = [parseNumber(form.get('duration')), parseNumber(form.get('hour'))]
    return { kind, durationMinutes, objective: form.get('objective'), atHour }
  }
  return { kind, side: form.get('side'), threshold: parseNumber(form.get('threshold')) }
}

/** A number as people write it: with a comma, a real minus sign, or spaces; NaN when it is invalid. */
function parseNumber(text: string | null): number {
  const plain = (text ?? '')
    .replaceAll(/[\s\u00a0\u202f]/g, '')
    .replace('−', '-')
    .replace(',', '.')
  return /^-?\d{1,6}(\.\d{1,6})?$/.test(plain) ? Number(plain) : Number.NaN
}

/** Bounds of the threshold of a value. */
export const findBounds = (kind: FormValue): { min: number; max: number } => valueAlertRules[kind]
