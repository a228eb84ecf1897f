import type { Language } from '@hexawatt/shared/contract/values/languages'
import { typeset } from '@hexawatt/shared/methodology/score/texts/sentence'
import type { Html } from '../../kit/html.ts'

/** The Markdown of each language: the same texts as the methodology of the documents. */
const files: Readonly<Record<Language, string>> = {
  fr: 'docs/methodology/comprendre.md',
  en: 'docs/methodology/understand.md',
}

/** A text whose figures are still to be filled in: places are written `{{name}}`. */
export type PageDocument = {
  title: string
  /** Chapters, for the table of contents. */
  chapters: readonly { id: string; name: string }[]
  markup: string
}

/** Reads the text of a language. @throws when the file is missing, or has no title or no chapter */
export async function readPageDocument(language: Language): Promise<PageDocument> {
  const markdown = await Bun.file(`${import.meta.dir}/../../../../${files[language]}`).text()
  return parsePageDocument(markdown, language)
}

/** The text as markup. What stands before the first chapter tells readers of the documents what the file is, and is left out. */
export function parsePageDocument(markdown: string, language: Language): PageDocument {
  const title = /^# (.+)$/m.exec(markdown)?.[1]
  const start = markdown.search(/^## /m)
  if (title === undefined || start === -1)
    throw new Error(`The text of /comprendre (${language}) has no title or no chapter.`)
  const body = Bun.markdown.html(markdown.slice(start), { noHtmlBlocks: true, noHtmlSpans: true })
  const chapters: { id: string; name: string }[] = []
  const markup = typesetMarkup(body, language)
    .replaceAll(/<h2>(.*?)<\/h2>/g, (_, name: string) => {
      const id = toAnchor(name)
      chapters.push({ id, name })
      return `<h2 id="${id}">${name}</h2>`
    })
    .replaceAll('<table>', '<table class="plain">')
    .replaceAll(' align="right"', ' class="r"')
    // A block stands on a line of its own.
    .replaceAll(/<p>(\{\{\w+\}\})<\/p>/g, '$1')
  return { title: typeset(title, language), chapters, markup }
}

/** The spaces of a language in the texts of markup, not in its tags. */
function typesetMarkup(markup: string, language: Language): string {
  return markup.replaceAll(/[^<>]+(?=<|$)/g, (text) => typeset(text, language))
}

/** The anchor that GitHub gives a heading, so that a link within the text works in both places. */
function toAnchor(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[\u00a0\u202f]/g, ' ')
    .replaceAll(/&\w+;|[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-')
}

/** Names of the places in a text. */
export const listPlaces = (markup: string): string[] =>
  [...markup.matchAll(/\{\{(\w+)\}\}/g)].map(([, name = '']) => name)

/** The text with its figures. @throws for a place without a figure */
export function fillDocument({ markup }: PageDocument, figures: Readonly<Record<string, Html>>): Html {
  return {
    markup: markup.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => {
      const figure = figures[name]
      if (figure === undefined) throw new Error(`The text of /comprendre has a place ${name} without a figure.`)
      return figure.markup
    }),
  }
}
