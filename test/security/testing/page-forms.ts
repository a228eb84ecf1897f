/** A form as it stands on a page. */
export type PageForm = { method: 'get' | 'post'; action: string; fields: ReadonlyMap<string, string> }

/** The forms of a page, with the values they would send if nothing was typed. */
export function formsOf(markup: string): PageForm[] {
  return [...markup.matchAll(/<form method="(get|post)" action="([^"]+)"[^>]*>([\s\S]*?)<\/form>/g)].map(
    ([, method, action = '', content = '']) => ({
      method: method === 'get' ? 'get' : 'post',
      action,
      fields: new Map(
        [...content.matchAll(/<(?:input|select)\b[^>]*\bname="([^"]+)"[^>]*>/g)].map(([tag, name = '']) => [
          name,
          tag.match(/\bvalue="([^"]*)"/)?.[1] ?? '',
        ]),
      ),
    }),
  )
}

/** Texts with characters that no field takes; each is tried in every field. */
export const unprintableTexts = ['\0', 'a\0b', '\u0001', 'x\u001b[31m', '\u007f', '\u0085', 'one\r\ntwo'] as const

/** One field of a form, or one parameter of a page, with a text that must be refused. */
export type FieldCase = { field: string; text: string; what: string }

/** Every field of a form with every unprintable text. */
export function fieldCases(where: string, fields: Iterable<string>): FieldCase[] {
  return [...fields].flatMap((field) =>
    unprintableTexts.map((text) => ({ field, text, what: `${where} ${field}=${JSON.stringify(text)}` })),
  )
}

/** The cases that were not refused with 400, or whose refusal does not name the field. */
export async function findUnrefused(
  cases: readonly FieldCase[],
  send: (one: FieldCase) => Promise<Response>,
): Promise<string[]> {
  const found: string[] = []
  for (const one of cases) {
    const response = await send(one)
    // As it is read: a page and JSON write quotation marks in their own way.
    const text = (await response.text()).replaceAll(/&quot;|\\"/g, '"')
    if (response.status !== 400) found.push(`${response.status} ${one.what}`)
    else if (!isNamed(one.field, text)) found.push(`unnamed ${one.what}`)
  }
  return found
}

/** Whether a refusal names a field, in one of the three ways of the product; a short name such as `to` stands in other words too. */
function isNamed(field: string, text: string): boolean {
  return [`"${field}" `, `"${field}: `, `Received ${field}`].some((naming) => text.includes(naming))
}
