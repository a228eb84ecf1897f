import { roundHalfAwayFromZero } from '@hexawatt/shared/bounds/numbers'
import type { ReferenceContent, RegulatedPrice } from '../definition/content.ts'
import { type PriceLine, readDay, readDecimal, readPriceCells } from './price-cells.ts'
import { type PriceColumn, type PriceFile, reduceName } from './price-files.ts'
import { checkSequence, type DatedRow } from './price-sequence.ts'

/** Prices outside of these ranges have another unit, or a lost comma: of 2012 to 2026 the highest are 0.7562 EUR/kWh and 701 EUR a year. */
const plausible = {
  eurPerKwh: { min: 0.02, max: 2 },
  eurPerYear: { min: 20, max: 3_000 },
  subscribedKva: { min: 1, max: 250 },
} as const

/** Prices outside of these years have a mistyped date. */
const plausibleYears = { min: 2000, max: 2100 }

/** Most lines of a file: the longest has some 200. */
const maxLines = 1_000
/** Most reasons of one file. */
const maxReasons = 5
/** A longer name or cell is cut in a reason. */
const maxQuotedChars = 40

type PriceRow = DatedRow & Pick<RegulatedPrice, 'eurPerMonth' | 'eurPerKwh'>
type Read = { row: PriceRow } | { reason: string } | 'empty'

/** Reads a file of the regulator. An odd row is left out with its reason and does not discard the others; a file without a required column has a fault and no row. */
export function readPriceFile(file: PriceFile, body: Uint8Array): ReferenceContent {
  const { header, lines } = readPriceCells(body)
  if (lines.length > maxLines) return describeNothing(file, `has more than ${maxLines} lines`, lines.length)
  const columns = findColumns(file, header)
  if ('fault' in columns) return describeNothing(file, columns.fault, lines.length)
  const rows: PriceRow[] = []
  const refused: { line: number; reason: string }[] = []
  for (const line of lines) {
    const read = readLine(columns, line)
    if (read === 'empty') continue
    if ('row' in read) rows.push(read.row)
    else refused.push({ line: line.number, reason: read.reason })
  }
  const { believed, doubtful } = checkSequence(dropRepeated(rows))
  refused.push(...doubtful.map(({ row, reason }) => ({ line: row.line, reason })))
  const reasons = refused.map(({ line, reason }) => `${file.name} line ${line}: ${reason}`)
  const none = believed.length === 0 ? { fault: `${file.name} has no usable row${listFirst(reasons)}` } : {}
  return {
    table: { kind: 'regulated prices', option: file.option, prices: believed.map(toPrice) },
    taken: believed.length,
    unreadable: refused.length,
    reasons: reasons.slice(0, maxReasons),
    newElements: columns.unknown.map((name) => `${file.name} ${name}`),
    ...none,
  }
}

const listFirst = ([reason]: readonly string[]) => (reason === undefined ? '' : `, for example ${reason}`)

function describeNothing({ option, name }: PriceFile, fault: string, rows: number): ReferenceContent {
  const table = { kind: 'regulated prices' as const, option, prices: [] }
  return { table, taken: 0, unreadable: rows, reasons: [], fault: `${name} ${fault}` }
}

type Columns = {
  at: ReadonlyMap<PriceColumn, number>
  /** Place of the price without taxes of a column. */
  untaxedAt: ReadonlyMap<PriceColumn, number>
  width: number
  unknown: readonly string[]
}

function findColumns(file: PriceFile, header: readonly string[]): Columns | { fault: string } {
  if (header.length === 0) return { fault: 'is empty' }
  if (header[0]?.startsWith('<') === true) return { fault: 'is a web page' }
  const names = header.map(reduceName)
  const repeated = header.find((_, place) => names[place] !== '' && names.indexOf(names[place] ?? '') !== place)
  if (repeated !== undefined) return { fault: `has the column ${quote(repeated)} twice` }
  const at = new Map<PriceColumn, number>()
  const missing: string[] = []
  for (const [column, spellings] of file.columns) {
    const reduced = spellings.map(reduceName)
    const place = names.findIndex((name) => reduced.includes(name))
    if (place === -1) missing.push(spellings[0] ?? column)
    else at.set(column, place)
  }
  if (missing.length > 0) return { fault: `has no column ${missing.join(', ')}; it has ${listColumns(header)}` }
  const untaxedAt = new Map(
    [...file.untaxed].flatMap(([column, name]): [PriceColumn, number][] => {
      const place = names.indexOf(reduceName(name))
      return place === -1 ? [] : [[column, place]]
    }),
  )
  const known = new Set([...at.values(), ...untaxedAt.values()])
  return {
    at,
    untaxedAt,
    width: header.length,
    unknown: header.filter((name, place) => name !== '' && !known.has(place)),
  }
}

const listColumns = (header: readonly string[]) => header.slice(0, 20).map(quote).join(', ')
/** Reasons are printed in terminals: control characters are written as escapes. */
const quote = (text: string) => JSON.stringify(text.slice(0, maxQuotedChars))

function readLine({ at, untaxedAt, width }: Columns, { number, cells }: PriceLine): Read {
  if (cells.length > width) return { reason: `it has ${cells.length} cells, the header ${width}` }
  const cell = (column: PriceColumn): string => cells[at.get(column) ?? -1] ?? ''
  const priced = [...at.keys()].flatMap((column) => (column.startsWith('eurPerKwh ') ? [column] : []))
  const from = readDay(cell('from'))
  if (from === null) return { reason: `the first day ${quote(cell('from'))} is no date` }
  const lastDay = cell('lastDay') === '' ? null : readDay(cell('lastDay'))
  for (const day of [from, lastDay])
    if (day !== null && !isWithin(plausibleYears, day.year)) return { reason: `the day ${day} is implausible` }
  if (lastDay === null && cell('lastDay') !== '') return { reason: `the last day ${quote(cell('lastDay'))} is no date` }
  const subscribedKva = readDecimal(cell('subscribedKva').replace(/\s*kva$/i, ''))
  if (subscribedKva === null || !isWithin(plausible.subscribedKva, subscribedKva))
    return { reason: `the subscribed power ${quote(cell('subscribedKva'))} is no power in kVA` }
  // The option did not exist for this power then.
  if (priced.every((column) => cell(column) === '')) return 'empty'
  const eurPerKwh: Record<string, number> = {}
  for (const column of priced) {
    const price = readDecimal(cell(column))
    if (price === null) return { reason: `the price ${quote(cell(column))} is no number` }
    if (!isWithin(plausible.eurPerKwh, price)) return { reason: `${price} EUR/kWh is implausible` }
    eurPerKwh[column.slice('eurPerKwh '.length)] = price
  }
  const exchanged = describeExchange(eurPerKwh)
  if (exchanged !== null) return { reason: exchanged }
  const eurPerYear = cell('eurPerYear') === '' ? null : readDecimal(cell('eurPerYear'))
  if (eurPerYear === null && cell('eurPerYear') !== '')
    return { reason: `the subscription ${quote(cell('eurPerYear'))} is no number` }
  if (eurPerYear !== null && !isWithin(plausible.eurPerYear, eurPerYear))
    return { reason: `a subscription of ${eurPerYear} EUR a year is implausible` }
  for (const [column, place] of untaxedAt) {
    const [untaxed, taxed] = [readDecimal(cells[place] ?? ''), readDecimal(cell(column))]
    if (untaxed !== null && taxed !== null && taxed < untaxed)
      return { reason: `${taxed} with taxes is less than ${untaxed} without` }
  }
  if (lastDay !== null && Temporal.PlainDate.compare(lastDay, from) < 0)
    return { reason: `it ends on ${lastDay}, before it begins on ${from}` }
  const eurPerMonth = eurPerYear === null ? null : toMonthly(eurPerYear)
  return { row: { line: number, from, lastDay, subscribedKva, eurPerMonth, eurPerKwh } }
}

/** Why prices are probably exchanged, as when two columns have each other's names: no regulated price was ever higher off-peak. Null when they are not. */
function describeExchange(eurPerKwh: Readonly<Record<string, number>>): string | null {
  for (const [period, offPeak] of Object.entries(eurPerKwh)) {
    const peak = eurPerKwh[period.replace(/OffPeak$/, 'Peak').replace(/^offPeak$/, 'peak')]
    if (peak !== undefined && offPeak > peak) return `${offPeak} EUR/kWh off-peak is more than ${peak} at peak`
  }
  return null
}

const isWithin = ({ min, max }: { min: number; max: number }, value: number) => value >= min && value <= max

/** Digits after the decimal point that a monthly subscription keeps: a year of it is exact to 0.00001 EUR. */
const monthlyDecimals = 6

/** The publisher gives the subscription for a year. */
function toMonthly(eurPerYear: number): number {
  return roundHalfAwayFromZero(eurPerYear / 12, monthlyDecimals)
}

/** The rows without exact repetitions of an earlier one. */
function dropRepeated(rows: readonly PriceRow[]): PriceRow[] {
  return [...new Map(rows.toReversed().map((row) => [JSON.stringify(toPrice(row)), row])).values()].reverse()
}

function toPrice({ subscribedKva, from, lastDay, eurPerMonth, eurPerKwh }: PriceRow): RegulatedPrice {
  const to = lastDay?.add({ days: 1 }).toString() ?? null
  return { subscribedKva, from: from.toString(), to, eurPerMonth, eurPerKwh }
}
