const months: readonly string[] = [
  'janv',
  'févr',
  'mars',
  'avr',
  'mai',
  'juin',
  'juil',
  'août',
  'sept',
  'oct',
  'nov',
  'déc',
]

/** Day 0 of spreadsheet dates, which some validity periods were exported as. */
const spreadsheetEpoch = Temporal.PlainDate.from('1899-12-30')

/** A date of the database: `2018-12-21`, `2018-12-21 00:00:00` or `21/12/2018` → `YYYY-MM-DD`; null when it is none. */
export function parseDate(text: string): string | null {
  const iso = text.match(/^(\d{4})-(\d\d)-(\d\d)/)
  if (iso !== null) return parseValidDate(`${iso[1]}-${iso[2]}-${iso[3]}`)
  const french = text.match(/^(\d\d)\/(\d\d)\/(\d{4})$/)
  return french === null ? null : parseValidDate(`${french[3]}-${french[2]}-${french[1]}`)
}

/**
 * Last day of a validity period: a date, `déc.-21` (end of that month), `Année 2021` (end of that year), or a spreadsheet
 * serial such as `44196`. Null when the text gives no end.
 */
export function parseValidityEnd(text: string): string | null {
  const trimmed = text.trim()
  return parseDate(trimmed) ?? findMonthEnd(trimmed) ?? findYearEnd(trimmed) ?? parseSpreadsheetDate(trimmed)
}

function findMonthEnd(text: string): string | null {
  const match = text.match(/^(\p{L}+)\.?-(\d\d)$/u)
  const index = months.indexOf(match?.[1]?.toLowerCase() ?? '')
  if (match === null || index < 0) return null
  const month = new Temporal.PlainYearMonth(2000 + Number(match[2]), index + 1)
  return month.toPlainDate({ day: month.daysInMonth }).toString()
}

function findYearEnd(text: string): string | null {
  const year = text.match(/^Année (\d{4})$/)?.[1]
  return year === undefined ? null : `${year}-12-31`
}

function parseSpreadsheetDate(text: string): string | null {
  return /^[34]\d{4}$/.test(text) ? spreadsheetEpoch.add({ days: Number(text) }).toString() : null
}

function parseValidDate(text: string): string | null {
  try {
    return Temporal.PlainDate.from(text, { overflow: 'reject' }).toString()
  } catch {
    return null
  }
}
