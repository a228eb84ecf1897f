import { hourMs, minuteMs } from '../../../../time/instant.ts'

/** A time stamp of a file; the object is reused. */
export type Stamp = {
  /** Instant, or the shown clock time as if it were UTC; ms. */
  ms: number
  /** True if the file gives no offset. */
  isClockTime: boolean
  /** False for a date alone. */
  hasTime: boolean
}

const dayMs = 24 * hourMs
/** Days that a worksheet counts from its day 0 (30 December 1899) to 1970. */
const serialOf1970 = 25_569
const earliestYear = 1990
const latestYear = 2100

const zero = 48

/** Reads the digits of a text from a position, or -1 where one is no digit. */
function readDigits(text: string, from: number, count: number): number {
  let value = 0
  for (let index = from; index < from + count; index += 1) {
    const digit = text.charCodeAt(index) - zero
    if (!(digit >= 0 && digit <= 9)) return -1
    value = value * 10 + digit
  }
  return value
}

/** Date at the beginning of a text, ms as if UTC, or NaN: `2026-01-31`, `2026/01/31`, `31/01/2026`, `31.01.2026`, `31-01-2026`. */
function readDate(text: string): number {
  const yearFirst = readDigits(text, 0, 4)
  const year = yearFirst >= 0 ? yearFirst : readDigits(text, 6, 4)
  const month = yearFirst >= 0 ? readDigits(text, 5, 2) : readDigits(text, 3, 2)
  const day = yearFirst >= 0 ? readDigits(text, 8, 2) : readDigits(text, 0, 2)
  const separators = yearFirst >= 0 ? [4, 7] : [2, 5]
  if (!separators.every((index) => /[-/.]/.test(text[index] ?? ''))) return Number.NaN
  if (year < earliestYear || year > latestYear || month < 1 || day < 1) return Number.NaN
  const ms = Date.UTC(year, month - 1, day)
  return month <= 12 && ms < Date.UTC(year, month, 1) ? ms : Number.NaN
}

/** Offset behind a time in ms: `Z`, `+01:00`, `+0100`, `+01`; NaN if it is none, null if there is nothing. */
function readOffset(text: string, from: number): number | null {
  const rest = text.slice(from).trim()
  if (rest === '') return null
  if (rest === 'Z' || rest === 'z') return 0
  const match = /^([+-])(\d\d):?(\d\d)?$/.exec(rest)
  if (!match) return Number.NaN
  return (Number(match[2]) * hourMs + Number(match[3] ?? 0) * minuteMs) * (match[1] === '-' ? -1 : 1)
}

/** Between hour and minute: `:`, or `h` as the French write it. */
const isTimeMark = (code: number): boolean => code === 58 || code === 104 || code === 72

/** A date with a day, month or year of fewer digits in full: `1/2/25 0:30` is `01/02/2025 0:30`. Null for any other text. */
function padDate(text: string): string | null {
  const [, day = '', month = '', year = '', rest = ''] =
    /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4}|\d{2})(?!\d)(.*)$/.exec(text) ?? []
  if (day === '' || day.length + month.length + year.length === 8) return null
  return `${day.padStart(2, '0')}/${month.padStart(2, '0')}/${year.padStart(4, '20')}${rest}`
}

/** Whether a date in full is one only with the month before the day. */
const isMonthFirst = (text: string): boolean =>
  Number.isNaN(readDate(text)) && !Number.isNaN(readDate(text.replace(/^(\d\d)(.)(\d\d)/, '$3$2$1')))

/**
 * Whether the text behind a time, as in `00:00 - 00:30`, is the end of a step that begins there. Written without spaces it looks like an offset; that of the
 * mainland is never negative.
 */
function isEndOfStep(text: string, startMs: number): boolean {
  const [, hour, minute = '0'] = /^\s*[-–]\s*(\d{1,2})[:hH](\d\d)?$/.exec(text) ?? []
  if (hour === undefined) return false
  const lengthMs = (Number(hour) * hourMs + Number(minute) * minuteMs - startMs + dayMs) % dayMs
  return lengthMs > 0 && lengthMs <= hourMs
}

/** Time of day from a position: its ms and where it ends; NaN if it is none. */
function readTime(text: string, from: number, found: { ms: number; end: number }): void {
  found.ms = Number.NaN
  // An hour of one digit, as spreadsheets write it.
  const width = isTimeMark(text.charCodeAt(from + 1)) ? 1 : 2
  const hour = readDigits(text, from, width)
  const colon = from + width
  const minute = readDigits(text, colon + 1, 2)
  if (hour < 0 || hour > 24 || !isTimeMark(text.charCodeAt(colon)) || minute < 0 || minute > 59) return
  let second = 0
  let end = colon + 3
  if (text.charCodeAt(end) === 58) {
    second = readDigits(text, end + 1, 2)
    if (second < 0 || second > 59) return
    end += 3
    if (text.charCodeAt(end) === 46 || text.charCodeAt(end) === 44) {
      end += 1
      while (readDigits(text, end, 1) >= 0) end += 1
    }
  }
  if (hour === 24 && (minute > 0 || second > 0)) return
  // Some exports write the end of the day as 23:59:59.
  const isLastSecond = hour === 23 && minute === 59 && second === 59
  found.ms = isLastSecond ? dayMs : hour * hourMs + minute * minuteMs + second * 1000
  found.end = end
}

/** Day count of a worksheet with its fraction as clock time, ms, to the full second; NaN if it is none. */
function readSerial(text: string): number {
  if (!/^[2-7]\d{4}([.,]\d+)?$/.test(text)) return Number.NaN
  return Math.round((Number(text.replace(',', '.')) - serialOf1970) * 86_400) * 1000
}

/** Creates a parser that writes its result into one object: false if the text is no time stamp. */
export function createStampParser() {
  const stamp: Stamp = { ms: 0, isClockTime: false, hasTime: false }
  const time = { ms: 0, end: 0 }
  /** Time stamps with the month before the day, and the first of them. */
  const monthFirst = { rows: 0, seen: '' }
  let lastDay = ''
  // No text is no date: the first stamp of a file may be empty.
  let lastDayMs = Number.NaN

  function readDay(text: string): number {
    const day = text.slice(0, 10)
    if (day !== lastDay) {
      lastDayMs = readDate(day)
      lastDay = day
    }
    return lastDayMs
  }

  function noteMonthFirst(text: string): void {
    if (!isMonthFirst(text.slice(0, 10))) return
    monthFirst.rows += 1
    if (monthFirst.seen === '') monthFirst.seen = text
  }

  function parse(cell: string): boolean {
    const text = cell.trim()
    const day = readDay(text)
    stamp.isClockTime = true
    if (Number.isNaN(day)) {
      const padded = padDate(text)
      if (padded !== null) return parse(padded)
      noteMonthFirst(text)
      stamp.ms = readSerial(text)
      stamp.hasTime = /[.,]/.test(text)
      return !Number.isNaN(stamp.ms)
    }
    stamp.ms = day
    stamp.hasTime = text.length > 10
    if (!stamp.hasTime) return true
    let from = 10
    while (text.charCodeAt(from) === 32 || text.charCodeAt(from) === 84 || text.charCodeAt(from) === 44) from += 1
    readTime(text, from, time)
    if (Number.isNaN(time.ms)) return false
    const isRange = time.end < text.length && isEndOfStep(text.slice(time.end), time.ms)
    const offset = time.end < text.length && !isRange ? readOffset(text, time.end) : null
    if (offset !== null && Number.isNaN(offset)) return false
    stamp.isClockTime = offset === null
    stamp.ms = day + time.ms - (offset ?? 0)
    return true
  }

  return { stamp, monthFirst, parse }
}

export type StampParser = ReturnType<typeof createStampParser>
