/** Markup that needs no escape. */
export type Markup = { markup: string }

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Writes markup; every value that is a text is escaped, also within the quotes of an attribute. */
export function html(parts: TemplateStringsArray, ...values: (string | Markup | readonly Markup[])[]): Markup {
  const written = values.map((value) => {
    if (typeof value === 'string') return value.replace(/[&<>"']/g, (character) => escapes[character] ?? '')
    return 'markup' in value ? value.markup : value.map(({ markup }) => markup).join('')
  })
  return { markup: parts.map((part, index) => part + (written[index] ?? '')).join('') }
}

/** A table with a head; the first cell of each row is its head. */
export function htmlTable(head: readonly string[], rows: readonly (readonly string[])[], className = ''): Markup {
  return html`<table class="${className}">
<thead><tr>${head.map((cell) => html`<th scope="col">${cell}</th>`)}</tr></thead>
<tbody>
${rows.map(
  ([first = '', ...cells]) => html`<tr><th scope="row">${first}</th>${cells.map((cell) => html`<td>${cell}</td>`)}</tr>
`,
)}</tbody>
</table>`
}

/** A list of sentences. */
export const htmlList = (sentences: readonly string[]): Markup =>
  html`<ul>${sentences.map((sentence) => html`<li>${sentence}</li>\n`)}</ul>`
