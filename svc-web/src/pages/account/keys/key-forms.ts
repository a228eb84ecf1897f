import { defaultOverlapHours, maxNameLength } from '../../../accounts/account-inputs.ts'
import type { ListedKey } from '../../../accounts/account-store.ts'
import { renderFormToken } from '../../../kit/forms.ts'
import { type Html, html } from '../../../kit/html.ts'
import { keepTyped, renderField, renderProblem, writeWrongInput } from '../../../kit/private/fields.ts'
import type { MemberRequest } from '../member-page.ts'
import { type FormRefusal, findRefusedField, writeRefusal } from '../refusal-texts.ts'
import type { KeysPageTexts } from './keys-page-texts.ts'

export const keysPath = '/account/keys'

/** Overlaps that the form offers, hours. */
export const offeredOverlaps = [0, 1, defaultOverlapHours, 168, 720] as const

/** A form that was refused, with everything that was typed. */
export type RefusedForm = { form: URLSearchParams; refusal: FormRefusal }

/** Actions of the forms of the page. */
export type KeyAction = 'create' | 'rename' | 'expire' | 'rotate' | 'revoke'

type FormView = { asked: MemberRequest; texts: KeysPageTexts; refused: RefusedForm | null }

/** A form of the page. A refused one keeps what was typed, and says why it was refused next to the field. */
export function createForm({ asked, texts, refused }: FormView, action: KeyAction, keyId: string | null) {
  const isRefused = refused?.form.get('action') === action && (keyId === null || refused.form.get('key') === keyId)
  const refusal = isRefused ? refused.refusal : null
  const refusedField = refusal === null ? null : findRefusedField(refusal)
  const idOf = (name: string): string => `${keyId ?? 'new'}-${action}-${name}`

  /** The value of a field as it was typed, else the preset. */
  const readTyped = (name: string, preset: string): string => (isRefused ? (refused.form.get(name) ?? '') : preset)

  function problemOf(name: 'name' | 'day' | 'confirm', field: string): string | null {
    if (refusal === null || refusedField !== name) return null
    const accepted = writeRefusal(refusal, asked.language)
    return name === 'confirm'
      ? accepted
      : writeWrongInput({ field, received: readTyped(name, ''), accepted }, asked.language)
  }

  return {
    isRefused,
    renderName: (label: string, preset: string): Html =>
      renderField(
        { id: idOf('name'), label, problem: problemOf('name', label) },
        (attributes) =>
          html`<input name="name" ${attributes} value="${keepTyped(readTyped('name', preset))}" required maxlength="${maxNameLength}" autocomplete="off">`,
      ),
    renderDay: (label: string, preset: string, hint: string): Html =>
      renderField(
        { id: idOf('day'), label, hint, problem: problemOf('day', label) },
        (attributes) =>
          html`<input type="date" name="day" ${attributes} value="${keepTyped(readTyped('day', preset))}">`,
      ),
    renderOverlap: (): Html =>
      renderField({ id: idOf('overlap'), label: texts.rotate.label, problem: null }, (attributes) => {
        const chosen = readTyped('overlap', String(defaultOverlapHours))
        const options = offeredOverlaps.map(
          (hours) =>
            html`<option value="${hours}" ${String(hours) === chosen ? html`selected` : null}>${texts.rotate.overlaps(hours)}</option>`,
        )
        return html`<select name="overlap" ${attributes}>${options}</select>`
      }),
    renderConfirmation(): Html {
      const problem = problemOf('confirm', texts.revoke.confirm)
      const wrong = problem === null ? null : html`<p class="wrong" id="${idOf('problem')}" role="alert">${problem}</p>`
      const described =
        problem === null ? null : html`aria-invalid="true" autofocus aria-describedby="${idOf('problem')}"`
      return html`<label class="inline"><input type="checkbox" name="confirm" value="yes" required ${described}> ${texts.revoke.confirm}</label>${wrong}`
    },
    /** The form around its fields; a refusal that no field explains stands above them. */
    render(content: Html): Html {
      const above =
        refusal === null || refusedField !== null ? null : renderProblem(writeRefusal(refusal, asked.language))
      const key = keyId === null ? null : html`<input type="hidden" name="key" value="${keyId}">`
      return html`${above}<form method="post" action="${keysPath}">${renderFormToken(asked)}<input type="hidden" name="action" value="${action}">${key}${content}</form>`
    },
  }
}

/** Whether a refused form belongs to a key of the page: otherwise its refusal stands above the page. */
export function isFormOfPage({ form }: RefusedForm, keys: readonly ListedKey[]): boolean {
  const action = form.get('action')
  if (action === 'create') return true
  return (
    ['rename', 'expire', 'rotate', 'revoke'].includes(action ?? '') &&
    keys.some(({ keyId }) => keyId === form.get('key'))
  )
}
