import { writeWrongInput } from '../../../kit/private/fields.ts'
import type { MemberRequest } from '../member-page.ts'
import type { RefusedAlert } from './alert-forms.ts'
import { type AlertField, findBounds, isFormValue } from './alert-input.ts'
import type { AlertsPageTexts } from './alerts-texts.ts'

/** Says which field of a form that creates an alert is wrong: its name, what came, and what is accepted. */
export function refuseField(
  entered: URLSearchParams,
  field: AlertField,
  { language, format }: Pick<MemberRequest, 'language' | 'format'>,
  texts: AlertsPageTexts,
): RefusedAlert {
  const { fields, accepted } = texts
  const kind = entered.get('kind') ?? ''
  const labels: Readonly<Record<AlertField, string>> = {
    kind: fields.kind,
    side: fields.side,
    threshold: isFormValue(kind) ? fields.threshold : fields.level,
    color: fields.colors,
    duration: fields.duration,
    objective: fields.objective,
    hour: fields.atHour,
    channel: fields.channel,
    url: fields.url,
  }
  const received = entered.getAll(field).join(', ')
  return {
    entered,
    field,
    problem: writeWrongInput({ field: labels[field], received, accepted: writeAccepted() }, language),
  }

  function writeAccepted(): string {
    if (field === 'color') return accepted.color
    if (field !== 'threshold' || !isFormValue(kind)) return accepted.listed
    const { min, max } = findBounds(kind)
    return accepted.threshold(format.number(min, 0), format.number(max, 0))
  }
}

/** Says why a webhook's address is refused. */
export function refuseUrl(
  entered: URLSearchParams,
  why: string,
  { language }: Pick<MemberRequest, 'language'>,
  texts: AlertsPageTexts,
): RefusedAlert {
  const received = entered.get('url') ?? ''
  return {
    entered,
    field: 'url',
    problem: writeWrongInput({ field: texts.fields.url, received, accepted: why }, language),
  }
}
