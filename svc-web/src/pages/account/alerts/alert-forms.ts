import {
  AlertCondition,
  alertColors,
  alertSides,
  valueAlertRules,
  windowDurationsMinutes,
  windowObjectives,
} from '@hexawatt/shared/alerts/alert-conditions'
import { colorNames, objectiveNames, signalLevelNames } from '@hexawatt/shared/alerts/alert-texts'
import { maxReceiverUrlChars } from '@hexawatt/shared/alerts/receiver-address'
import * as v from 'valibot'
import type { AlertRequest } from '../../../alerts/alert-changes.ts'
import { renderFormToken } from '../../../kit/forms.ts'
import { type Html, html } from '../../../kit/html.ts'
import type { MemberRequest } from '../member-page.ts'
import type { AlertsPageTexts } from './alerts-texts.ts'

export const alertsPath = '/account/alerts'

/** Forms that create an alert; the current values share one form. */
const formKinds = ['value', 'grid_signal', 'tariff_color', 'best_window', 'quota'] as const
type FormKind = (typeof formKinds)[number]
const formValues = ['score', 'carbon', 'price'] as const

/** Reads the form that creates an alert; null when it is incomplete or out of bounds. */
export function readAlertForm(form: URLSearchParams, language: AlertRequest['language']): AlertRequest | null {
  const condition = v.safeParse(AlertCondition, renderConditionFields(form))
  const channel = v.safeParse(v.picklist(['webhook', 'email']), form.get('channel'))
  if (!condition.success || !channel.success) return null
  return { condition: condition.output, channel: channel.output, url: (form.get('url') ?? '').trim(), language }
}

function renderConditionFields(form: URLSearchParams): unknown {
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

type FormInput = {
  asked: MemberRequest
  texts: AlertsPageTexts
  hasWebhooks: boolean
  /** A refused form, whose values are kept. */
  entered: URLSearchParams | null
}

/** One form for each kind of alert, collapsed by default; a refused form is expanded. */
export function createForms(input: FormInput): Html {
  const { texts, entered } = input
  const kind = entered?.get('kind') ?? null
  const open = formKinds.find((one) => one === kind || (one === 'value' && kind !== null && isValue(kind)))
  return html`${formKinds.map((one) => {
    const own = { ...input, entered: one === open ? entered : null }
    return html`<details ${one === open ? html`open` : null} id="create-${one}"><summary>${texts.kinds[one]}</summary>${form(one, own)}</details>`
  })}`
}

const isValue = (kind: string): boolean => formValues.some((value) => value === kind)

function form(kind: FormKind, input: FormInput): Html {
  const { asked, texts } = input
  const named = kind === 'value' ? null : html`<input type="hidden" name="kind" value="${kind}">`
  return html`<form method="post" action="${alertsPath}">${renderFormToken(asked)}<input type="hidden" name="action" value="create">${named}
${renderFields(kind, input)}${renderChannelFields(input)}<p><button>${texts.fields.submit}</button></p></form>`
}

function renderFields(kind: FormKind, { asked: { language, format }, texts: { fields }, entered }: FormInput): Html {
  const number = (value: number): string => format.number(value, 0)
  switch (kind) {
    case 'value': {
      const { min, max } = bounds
      return html`${select(
        'kind',
        fields.kind,
        formValues.map((one) => [one, fields.values[one]]),
        entered,
      )}
${select(
  'side',
  fields.side,
  alertSides.map((one) => [one, fields.sides[one]]),
  entered,
)}
<label>${fields.threshold}<input name="threshold" type="number" inputmode="decimal" step="any" min="${min}" max="${max}" required value="${entered?.get('threshold') ?? ''}"></label>`
    }
    case 'grid_signal':
      return select(
        'threshold',
        fields.level,
        [2, 3].map((level) => [String(level), signalLevelNames[level]?.[language] ?? '']),
        entered,
      )
    case 'tariff_color':
      return html`<fieldset><legend>${fields.colors}</legend>${alertColors.map((color) => {
        const checked = entered === null ? color === 'red' : entered.getAll('color').includes(color)
        return html`<label class="inline"><input type="checkbox" name="color" value="${color}" ${checked ? html`checked` : null}>${colorNames[color][language]}</label>`
      })}</fieldset>`
    case 'best_window':
      return html`${select(
        'duration',
        fields.duration,
        windowDurationsMinutes.map((one) => [String(one), fields.minutes(number(one))]),
        entered,
        '120',
      )}
${select(
  'objective',
  fields.objective,
  windowObjectives.map((one) => [one, objectiveNames[one][language]]),
  entered,
)}
${select(
  'hour',
  fields.atHour,
  Array.from({ length: 24 }, (_, hour) => [String(hour), fields.hour(hour)]),
  entered,
  '18',
)}`
    case 'quota':
      return html`<p>${fields.quota}</p>`
  }
}

/** Bounds of all values together: each value is checked against its own. */
const bounds = {
  min: Math.min(...formValues.map((kind) => valueAlertRules[kind].min)),
  max: Math.max(...formValues.map((kind) => valueAlertRules[kind].max)),
}

function renderChannelFields({
  asked: { member },
  texts: { fields, webhooksOff },
  hasWebhooks,
  entered,
}: FormInput): Html {
  const chosen = entered?.get('channel') ?? 'email'
  const radio = (value: string, label: string) =>
    html`<label class="inline"><input type="radio" name="channel" value="${value}" ${value === chosen ? html`checked` : null} required>${label}</label>`
  const mail = radio('email', fields.channels.email(member.address))
  if (!hasWebhooks)
    return html`<fieldset><legend>${fields.channel}</legend>${mail}</fieldset><p class="quiet">${webhooksOff}</p>`
  return html`<fieldset><legend>${fields.channel}</legend>${mail}${radio('webhook', fields.channels.webhook)}
<label>${fields.url}<input name="url" type="url" maxlength="${maxReceiverUrlChars}" placeholder="https://" value="${entered?.get('url') ?? ''}"></label><p class="quiet">${fields.urlRule}</p></fieldset>`
}

function select(
  name: string,
  label: string,
  options: readonly (readonly [value: string, text: string])[],
  entered: URLSearchParams | null,
  preset = options[0]?.[0] ?? '',
): Html {
  const chosen = entered?.get(name) ?? preset
  return html`<label>${label}<select name="${name}">${options.map(([value, text]) => html`<option value="${value}" ${value === chosen ? html`selected` : null}>${text}</option>`)}</select></label>`
}
