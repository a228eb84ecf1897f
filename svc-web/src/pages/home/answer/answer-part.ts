import { typeset } from '@hexawatt/shared/methodology/score/texts/sentence'
import { type Html, html } from '../../../kit/html.ts'
import type { PagePlan } from '../plan/page-plan.ts'
import type { View } from '../texts/view.ts'
import { makeCalendarAddress } from './calendar.ts'
import type { Answer } from './compose-answer.ts'
import type { Hint } from './later-hint.ts'

const calendarIcon = html`<svg viewBox="0 0 20 20" aria-hidden="true"><rect x="2.5" y="4" width="15" height="13.5" rx="2"/><path d="M2.5 8.5h15M6.5 2v3.5M13.5 2v3.5M10 11v4M8 13h4"/></svg>`
const shareIcon = html`<svg viewBox="0 0 20 20" aria-hidden="true"><path d="M10 12.5V2.5M6.5 6 10 2.5 13.5 6M4 10v6.5a1 1 0 0 0 1 1h10a1 1 0 0 0 1-1V10"/></svg>`

export type AnswerInput = {
  answer: Answer
  plan: PagePlan | null
  hint: Hint | null
  /** Query of the page with the choice, which sharing gives away. */
  query: string
}

/** The answer: the sentence, what it brings, the figures behind it, and what can be done with it. */
export function renderAnswer({ answer, plan, hint, query }: AnswerInput, view: View): Html {
  const { answer: words } = view.texts
  const write = (text: string): string => typeset(text, view.language)
  const { appliance, when, gain, basis, pieces, isBest } = answer
  const separator = view.language === 'fr' ? ' :' : ':'
  const calendar =
    plan === null || answer.shown === null
      ? null
      : html`<a class="btn" id="calendar" href="${makeCalendarAddress(answer.shown.spans, appliance, plan.issuedMs)}" download="hexawatt.ics">${calendarIcon}${words.calendar}</a>`
  const share =
    calendar &&
    html`<a class="btn second scripted" id="share" href="?${query}">${shareIcon}<span id="share-text">${words.share}</span></a>`
  return html`<h1 id="head"><span>${write(`${appliance}${separator}`)}</span> <b>${write(when)}</b></h1><p class="gain" id="gain">${write(gain)}</p>
${basis === '' ? null : html`<p class="quiet basis" id="basis">${write(basis)}</p>`}${pieces === '' ? null : html`<p class="quiet" id="pieces">${write(pieces)}</p>`}
${hint === null ? null : html`<p class="hint" id="hint"><span>${write(hint.text)}</span> <a id="take-hint" href="?${hint.query}" data-ready-by="${hint.readyBy}">${words.takeHint}</a></p>`}
<div class="acts">${calendar}${share}${isBest ? null : html`<button class="btn second" type="button" id="back">${words.back}</button>`}</div>`
}
