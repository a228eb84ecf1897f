import type { Language } from '@hexawatt/shared/contract/values/languages'
import { quoteInput } from '@hexawatt/shared/errors/app-error'
import { addFrenchSpaces } from '@hexawatt/shared/methodology/score/texts/sentence'
import { hideApiKeys } from '@hexawatt/shared/telemetry/hide-api-keys'
import { type Html, html } from '../html.ts'

/** A field of a form: its label, its control, what it takes, and why its value was refused. */
export type Field = {
  /** Unique in the page. */
  id: string
  label: string
  hint?: string
  /** Why the value was refused; null = it was not. */
  problem: string | null
}

/**
 * Renders a field. A refused field gets the focus, and its problem is read with its name.
 * @param control makes the control with the attributes that tie it to label, hint and problem
 */
export function renderField({ id, label, hint, problem }: Field, control: (attributes: Html) => Html): Html {
  const described = [...(problem === null ? [] : [`${id}-problem`]), ...(hint === undefined ? [] : [`${id}-hint`])]
  const describedBy = described.length === 0 ? null : html` aria-describedby="${described.join(' ')}"`
  const attributes = html`id="${id}"${describedBy}${problem === null ? null : html` aria-invalid="true" autofocus`}`
  return html`<div class="field"><label for="${id}">${label}</label>${control(attributes)}${hint === undefined ? null : html`<p class="quiet" id="${id}-hint">${hint}</p>`}${problem === null ? null : html`<p class="wrong" id="${id}-problem" role="alert">${problem}</p>`}</div>`
}

/** The text that a refused field keeps: what was typed, unless it holds an API key, which no page shows. */
export const keepTyped = (typed: string): string => (hideApiKeys(typed) === typed ? typed : '')

/** A refusal that no field explains, above its form. It gets the focus. */
export function renderProblem(text: string): Html {
  return html`<p class="notice wrong" role="alert" tabindex="-1" autofocus>${text}</p>`
}

/** The confirmation of an action, above the page. */
export function renderDone(text: string): Html {
  return html`<p class="notice" role="status">${text}</p>`
}

/** The sentence that names the value that was received in a field, and the values that are accepted. */
export type WrongInput = { field: string; received: string; accepted: string }

/** Names the field, what came, and what is accepted. */
export function writeWrongInput({ field, received, accepted }: WrongInput, language: Language): string {
  // Shortened and with keys hidden; each language has quotation marks of its own.
  const shown: string = JSON.parse(quoteInput(received.trim()))
  if (language === 'en') {
    return shown === ''
      ? `${field}: nothing was entered. ${accepted}`
      : `${field}: “${shown}” is not accepted. ${accepted}`
  }
  return addFrenchSpaces(
    shown === ''
      ? `${field} : rien n’a été saisi. ${accepted}`
      : `${field} : « ${shown} » n’est pas accepté. ${accepted}`,
  )
}
