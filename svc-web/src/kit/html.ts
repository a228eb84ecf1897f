/** Escaped markup. */
export type Html = { readonly markup: string }

/** A value in a template: texts are escaped, null is empty. */
type Part = Html | readonly Html[] | string | number | null

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Renders a template; the only way to make markup, on the server and in the browser. */
export function html(texts: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return { markup: texts.reduce((whole, text, index) => `${whole}${toMarkup(parts[index - 1] ?? null)}${text}`) }
}

function toMarkup(part: Part): string {
  if (part === null) return ''
  if (typeof part === 'string' || typeof part === 'number') return escaped(String(part))
  return 'markup' in part ? part.markup : part.map(({ markup }) => markup).join('')
}

function escaped(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => escapes[character] ?? character)
}
