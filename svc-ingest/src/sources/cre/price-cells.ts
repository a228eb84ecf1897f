/** A line of the file, and its number for messages: the header is line 1. */
export type PriceLine = { number: number; cells: readonly string[] }

/** The cells of a file: its header, and every line that has a content. Rows of separators, which a spreadsheet leaves behind, have none. */
export function readPriceCells(bytes: Uint8Array): { header: readonly string[]; lines: PriceLine[] } {
  const lines = decodeText(bytes)
    .split(/\r\n|\r|\n/)
    .map((text, index): PriceLine => ({ number: index + 1, cells: splitCells(text) }))
    .filter(({ cells }) => cells.length > 0)
  const [header, ...rows] = lines
  return { header: header?.cells ?? [], lines: rows }
}

/** The cells of a line without quotation marks and without the empty ones at its end. */
function splitCells(text: string): string[] {
  const cells = text.split(';').map((cell) =>
    cell
      .trim()
      .replace(/^"(.*)"$/, '$1')
      .trim(),
  )
  const last = cells.findLastIndex((cell) => cell !== '')
  return cells.slice(0, last + 1)
}

/** Text of a file in the encoding of its byte-order mark; without one in UTF-8, and where the bytes are no UTF-8, in Windows-1252, which has ISO-8859-1 in it. */
function decodeText(bytes: Uint8Array): string {
  return new TextDecoder(findEncoding(bytes)).decode(bytes)
}

function findEncoding(bytes: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252' {
  const [first, second] = bytes
  // The header begins with a Latin letter: one of its two bytes in UTF-16 is zero.
  if ((first === 0xff && second === 0xfe) || second === 0) return 'utf-16le'
  if ((first === 0xfe && second === 0xff) || first === 0) return 'utf-16be'
  return isUtf8(bytes) ? 'utf-8' : 'windows-1252'
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return true
  } catch {
    return false
  }
}

/** A number with a decimal comma or point; spaces may group its digits. Null when the text is none. */
export function readDecimal(text: string): number | null {
  const digits = text.replace(/[\s\u202f\u00a0]/g, '')
  return /^-?\d+([.,]\d+)?$/.test(digits) ? Number(digits.replace(',', '.')) : null
}

/** A civil day, written `31/12/2026` or `2026-12-31`, also with a time of 00:00. Null when the text is none. */
export function readDay(text: string): Temporal.PlainDate | null {
  const date = text.replace(/[T ]00:00(:00)?(\.0+)?Z?$/, '')
  const french = date.match(/^(\d{1,2})\/(\d{1,2})\/(\d{4})$/)
  const iso = date.match(/^(\d{4})-(\d{2})-(\d{2})$/)
  const [, year, month, day] = iso ?? (french === null ? [] : [null, french[3], french[2], french[1]])
  if (year === undefined) return null
  try {
    return Temporal.PlainDate.from(
      { year: Number(year), month: Number(month), day: Number(day) },
      { overflow: 'reject' },
    )
  } catch {
    return null
  }
}
