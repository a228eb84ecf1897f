/** What exports write where a value is missing. */
const missing = /^(n\/?[ac]|nan|null|none|undefined|unavailable|unknown|-+)?$/i

/** Hexadecimal, octal and binary numbers, which JavaScript reads too: no meter writes them. */
const otherBase = /^0[xob]/i

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
  if (otherBase.test(text)) return undefined
  if (text !== '' && !Number.isNaN(plain)) return Number.isFinite(plain) ? plain : undefined
  if (missing.test(text)) return null
  const joined = joinGroups(text.replace(groupSpaces, '')).replace(',', '.')
  if (!/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d{1,2})?$/i.test(joined)) return undefined
  return Number(joined)
}

/** A number whose separator may stand before decimals or between groups of digits: `1.234`, `12,345`. */
const ambiguous = /^[1-9]\d{0,2}[.,]\d{3}$/
/** Share of whole numbers below 1000, among ambiguous ones, from which the others are whole too. Of values with three decimals, one in a thousand is whole. */
const wholeShare = 0.1

/**
 * Finds the rows of a column in watts or watt-hours whose separator groups thousands, as programs write that show 1234 as `1.234` or `1,234` and 567 as
 * `567`. Read as decimals, they would count for a thousandth.
 */
export function createGroupWatch() {
  const rows: number[] = []
  let whole = 0
  let hasDecimals = false

  function note(cell: string, row: number): void {
    const text = cell.trim()
    if (ambiguous.test(text)) rows.push(row)
    else if (/^\d*[.,]\d+$/.test(text) || Number(text) >= 1000) hasDecimals = true
    else if (Number(text) > 0) whole += 1
  }

  /** Positions of the rows whose values are thousandfold; none where the column has decimals, or whole numbers without groups. */
  const listGrouped = (): readonly number[] => (hasDecimals || whole <= rows.length * wholeShare ? [] : rows)

  return { note, listGrouped }
}

export type GroupWatch = ReturnType<typeof createGroupWatch>
