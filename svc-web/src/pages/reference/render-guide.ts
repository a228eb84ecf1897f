import type { GuideSection } from '@hexawatt/shared/openapi/guide'
import { type Html, html } from '../../kit/html.ts'

/** The rules of the document's introduction, folded. Their Markdown has paragraphs and lists only. */
export function renderGuide(sections: readonly GuideSection[]): Html[] {
  return sections.map(
    ({ title, text }) => html`<details><summary>${title}</summary>${text.split('\n\n').map(renderBlock)}</details>`,
  )
}

function renderBlock(block: string): Html {
  if (!block.startsWith('- ')) return html`<p>${block}</p>`
  const items = block.split('\n').map((line) => html`<li>${line.slice('- '.length)}</li>`)
  return html`<ul>${items}</ul>`
}
