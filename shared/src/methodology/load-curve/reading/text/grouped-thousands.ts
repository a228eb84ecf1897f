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
