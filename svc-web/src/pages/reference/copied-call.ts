import type { OperationEntry } from '@hexawatt/shared/contract/entry/operation'
import { type Html, html } from '../../kit/html.ts'
import { type SnippetContext, type SnippetLanguage, snippetLanguages, writeSnippets } from './snippets.ts'

const languageNames: Readonly<Record<SnippetLanguage, string>> = {
  curl: 'curl',
  typescript: 'TypeScript',
  python: 'Python',
}

/** Words around a call. */
export type CopyTexts = { legend: string; button: string }

/** The call of an operation in each language, one of them shown: radio buttons choose it without a script, the style hides the others. */
export function renderCopiedCall(
  operation: OperationEntry,
  context: SnippetContext,
  { legend, button }: CopyTexts,
): Html {
  const snippets = writeSnippets(operation, context)
  const [first] = snippetLanguages
  const choices = snippetLanguages.map(
    (language) =>
      html`<label><input type="radio" name="call-${operation.id}" value="${language}"${language === first ? html` checked` : null}> ${languageNames[language]}</label>`,
  )
  const codes = snippetLanguages.map(
    (language) =>
      html`<pre data-snippet="${language}" tabindex="0" role="group" aria-label="${languageNames[language]}, ${operation.path}"><code>${snippets[language]}</code></pre>`,
  )
  return html`<div class="call"><div class="choice"><fieldset><legend>${legend}</legend>${choices}</fieldset><button type="button" class="scripted">${button}</button><span role="status"></span></div>${codes}</div>`
}
