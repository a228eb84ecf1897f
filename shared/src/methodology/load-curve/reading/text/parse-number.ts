/** What exports write where a value is missing. */
const missing = /^(n\/?[ac]|nan|null|none|undefined|unavailable|unknown|-+)?$/i

/** Spaces between groups of digits, the narrow and no-break ones of French texts among them. */
const groupSpaces = /[\s\u00a0\u202f]/g

/** A number with a decimal point or comma; null where the value is missing, undefined if the text is no number. */
export function parseNumber(cell: string): number | null | undefined {
  const text = cell.trim()
  const plain = Number(text)
  if (text !== '' && !Number.isNaN(plain)) return Number.isFinite(plain) ? plain : undefined
  if (missing.test(text)) return null
  const joined = text.replace(groupSpaces, '').replace(',', '.')
  if (!/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d{1,2})?$/i.test(joined)) return undefined
  return Number(joined)
}
