import {
  alertColors,
  alertSides,
  windowDurationsMinutes,
  windowObjectives,
} from '@hexawatt/shared/alerts/alert-conditions'
import { colorNames, objectiveNames, signalLevelNames } from '@hexawatt/shared/alerts/alert-texts'
import { maxReceiverUrlChars } from '@hexawatt/shared/alerts/receiver-address'
import { renderFormToken } from '../../../kit/forms.ts'
import { type Html, html } from '../../../kit/html.ts'
import { keepTyped, renderField, renderProblem } from '../../../kit/private/fields.ts'
import type { MemberRequest } from '../member-page.ts'
import { type AlertField, findBounds, formValues, isFormValue } from './alert-input.ts'
import type { AlertsPageTexts } from './alerts-texts.ts'

export const alertsPath = '/account/alerts'

/** Forms that create an alert; the current values share one form. */
const formKinds = ['value', 'grid_signal', 'tariff_color', 'best_window', 'quota'] as const
type FormKind = (typeof formKinds)[number]

type FormInput = {
  asked: MemberRequest
  texts: AlertsPageTexts
  hasWebhooks: boolean
  /** A refused form, whose values are kept; null = none was refused. */
  refused: RefusedAlert | null
}

/** A form that was refused: everything that was typed, and the field that is wrong. */
export type RefusedAlert = {
  entered: URLSearchParams
  /** null = the form as a whole. */
  field: AlertField | null
  /** Why: the sentence of a field, or of the form. */
  problem: string
}

/** The form that a refused form was; null when its kind is unknown. */
export function findFormKind(entered: URLSearchParams): FormKind | null {
  const kind = entered.get('kind') ?? ''
  return formKinds.find((one) => one === kind || (one === 'value' && isFormValue(kind))) ?? null
}

/** One form for each kind of alert, collapsed by default; a refused form is expanded. */
export function createForms(input: FormInput): Html {
  const open = input.refused === null ? null : findFormKind(input.refused.entered)
  return html`${formKinds.map((one) => {
    const own = { ...input, refused: one === open ? input.refused : null }
    return html`<details ${one === open ? html`open` : null} id="create-${one}"><summary>${input.texts.kinds[one]}</summary>${form(one, own)}</details>`
  })}`
}

function form(kind: FormKind, input: FormInput): Html {
  const { asked, texts, refused } = input
  const named = kind === 'value' ? null : html`<input type="hidden" name="kind" value="${kind}">`
  const above = refused !== null && refused.field === null ? renderProblem(refused.problem) : null
  return html`${above}<form method="post" action="${alertsPath}">${renderFormToken(asked)}<input type="hidden" name="action" value="create">${named}
${renderFields(kind, input)}${renderChannelFields(kind, input)}<button class="btn">${texts.fields.submit}</button></form>`
}

function renderFields(kind: FormKind, input: FormInput): Html {
  const { format, language } = input.asked
  const { fields } = input.texts
  const number = (value: number): string => format.number(value, 0)
  const select = createSelect(kind, input)
  switch (kind) {
    case 'value':
      return html`<div class="row">${select(
        'kind',
        fields.kind,
        formValues.map((one) => [one, fields.values[one]]),
      )}
${select(
  'side',
  fields.side,
  alertSides.map((one) => [one, fields.sides[one]]),
)}
${renderThreshold(input)}</div>`
    case 'grid_signal':
      return select(
        'threshold',
        fields.level,
        [2, 3].map((level) => [String(level), signalLevelNames[level]?.[language] ?? '']),
      )
    case 'tariff_color':
      return renderColors(input)
    case 'best_window':
      return html`<div class="row">${select(
        'duration',
        fields.duration,
        windowDurationsMinutes.map((one) => [String(one), fields.minutes(number(one))]),
        '120',
      )}
${select(
  'objective',
  fields.objective,
  windowObjectives.map((one) => [one, objectiveNames[one][language]]),
)}
${select(
  'hour',
  fields.atHour,
  Array.from({ length: 24 }, (_, hour) => [String(hour), fields.hour(hour)]),
  '18',
)}</div>`
    case 'quota':
      return html`<p>${fields.quota}</p>`
  }
}

/** Bounds of all values together: each value is checked against its own. */
const bounds = {
  min: Math.min(...formValues.map((kind) => findBounds(kind).min)),
  max: Math.max(...formValues.map((kind) => findBounds(kind).max)),
}

const problemOf = ({ refused }: FormInput, field: AlertField): string | null =>
  refused?.field === field ? refused.problem : null

function renderThreshold(input: FormInput): Html {
  const { fields } = input.texts
  const field = { id: 'value-threshold', label: fields.threshold, problem: problemOf(input, 'threshold') }
  // A refused value may be no number, which a number field would not show.
  const type =
    field.problem === null ? html`type="number" step="any" min="${bounds.min}" max="${bounds.max}"` : html`type="text"`
  return renderField(
    field,
    (attributes) =>
      html`<input name="threshold" ${attributes} ${type} inputmode="decimal" required value="${keepTyped(input.refused?.entered.get('threshold') ?? '')}">`,
  )
}

function renderColors(input: FormInput): Html {
  const { asked, texts, refused } = input
  const boxes = alertColors.map((color, index) => {
    const isChecked = refused === null ? color === 'red' : refused.entered.getAll('color').includes(color)
    const wrong = problemOf(input, 'color') !== null && index === 0 ? describedBy('color') : null
    return html`<label class="inline"><input type="checkbox" name="color" value="${color}" ${isChecked ? html`checked` : null} ${wrong}>${colorNames[color][asked.language]}</label>`
  })
  return html`<fieldset><legend>${texts.fields.colors}</legend>${boxes}${renderWrong(input, 'color')}</fieldset>`
}

const describedBy = (field: AlertField): Html =>
  html`aria-invalid="true" aria-describedby="alert-${field}-problem" autofocus`

/** The problem of a group of boxes. */
function renderWrong(input: FormInput, field: AlertField): Html | null {
  const problem = problemOf(input, field)
  return problem === null ? null : html`<p class="wrong" id="alert-${field}-problem" role="alert">${problem}</p>`
}

function renderChannelFields(kind: FormKind, input: FormInput): Html {
  const { asked, texts, hasWebhooks, refused } = input
  const { fields } = texts
  const chosen = refused?.entered.get('channel') ?? 'email'
  const wrong = problemOf(input, 'channel') === null ? null : describedBy('channel')
  const radio = (value: string, label: string) =>
    html`<label class="inline"><input type="radio" name="channel" value="${value}" ${value === chosen ? html`checked` : null} required ${value === 'email' ? wrong : null}>${label}</label>`
  const mail = radio('email', fields.channels.email(asked.member.address))
  const problem = renderWrong(input, 'channel')
  if (!hasWebhooks)
    return html`<fieldset><legend>${fields.channel}</legend>${mail}${problem}<p class="quiet">${texts.webhooksOff}</p></fieldset>`
  const url = { id: `${kind}-url`, label: fields.url, hint: fields.urlRule, problem: problemOf(input, 'url') }
  const type = url.problem === null ? html`type="url"` : html`type="text"`
  const control = (attributes: Html) =>
    html`<input name="url" ${attributes} ${type} inputmode="url" maxlength="${maxReceiverUrlChars}" placeholder="https://" value="${keepTyped(refused?.entered.get('url') ?? '')}">`
  return html`<fieldset><legend>${fields.channel}</legend>${mail}${radio('webhook', fields.channels.webhook)}${problem}${renderField(url, control)}</fieldset>`
}

type Options = readonly (readonly [value: string, text: string])[]

/** Makes the selections of a form, with what was chosen before. */
function createSelect(kind: FormKind, input: FormInput) {
  return function select(name: AlertField, label: string, options: Options, preset = options[0]?.[0] ?? ''): Html {
    const chosen = input.refused?.entered.get(name) ?? preset
    const listed = options.map(
      ([value, text]) => html`<option value="${value}" ${value === chosen ? html`selected` : null}>${text}</option>`,
    )
    return renderField(
      { id: `${kind}-${name}`, label, problem: problemOf(input, name) },
      (attributes) => html`<select name="${name}" ${attributes}>${listed}</select>`,
    )
  }
}
