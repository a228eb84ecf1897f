/** What exports write where a value is missing. */
const missing = /^(n\/?[ac]|nan|null|none|undefined|unavailable|unknown|-+)?$/i

/** Spaces between groups of digits, the narrow and no-break ones of French texts among them. */
const groupSpaces = /[\s\u00a0\u202f]/g

/** A number without the marks between its groups of digits, where both marks occur or one occurs twice: `1.234,5`, `1,234.5`, `1.234.567`. */
function joinGroups(text: string): string {
  const [, group = ''] = /^[+-]?\d{1,3}([.,])\d{3}(?:\1\d{3})*(?:(?!\1)[.,]\d+)?$/.exec(text) ?? []
  const joined = group === '' ? text : text.replaceAll(group, '')
  // One mark alone may be that of the decimals.
  return text.length - joined.length + Number(/[.,]/.test(joined)) > 1 ? joined : text
}

/** A number with a decimal point or comma; null where the value is missing, undefined if the text is no number. */
export function parseNumber(cell: string): number | null | undefined {
  const text = cell.trim()
  const plain = Number(text)
  if (text !== '' && !Number.isNaN(plain)) return Number.isFinite(plain) ? plain : undefined
  if (missing.test(text)) return null
  const joined = joinGroups(text.replace(groupSpaces, '')).replace(',', '.')
  if (!/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d{1,2})?$/i.test(joined)) return undefined
  return Number(joined)
}
