import { typeset } from '@hexawatt/shared/methodology/score/texts/sentence'
import { type Html, html } from '../../../kit/html.ts'
import type { ChoiceReading } from '../plan/read-choice.ts'
import type { View } from '../texts/view.ts'

/** What was typed and cannot be read, and what is accepted. Off-peak hours say so themselves. */
export function renderRefusals({ refused }: ChoiceReading, view: View): Html {
  const { refused: accepted, received } = view.texts.choice
  const lines = Object.entries(accepted).flatMap(([name, sentence]) => {
    const text = refused[name as keyof typeof accepted]
    return text === undefined ? [] : [`${sentence} ${received(text)}`]
  })
  return html`${[...new Set(lines)].map((line) => html`<p class="bad">${typeset(line, view.language)}</p>`)}`
}
