import { roundHalfAwayFromZero } from '@hexawatt/shared/bounds/numbers'
import type { PricedOption, PriceRow } from '../documents/regulated-prices.ts'
import { type Fault, findFault, hasFault } from '../faults/fault.ts'
import { type AnyDataset, dataset } from '../server/dataset.ts'
import { Refusal } from '../server/refusals.ts'

/** A column: its name in the file, and the value of a row. */
type Column = { name: string; read: (row: PriceRow) => string | number | null }

/** The part of the columns' names that says the hours, by period of the contract, in the order of the file. */
const hoursOf: Readonly<Record<PricedOption, Readonly<Record<string, string>>>> = {
  base: { all: '' },
  hphc: { offPeak: '_HC', peak: '_HP' },
  tempo: {
    blueOffPeak: '_HCBleu',
    bluePeak: '_HPBleu',
    whiteOffPeak: '_HCBlanc',
    whitePeak: '_HPBlanc',
    redOffPeak: '_HCRouge',
    redPeak: '_HPRouge',
  },
}

const fileNames: Readonly<Record<PricedOption, string>> = {
  base: 'Option_Base.csv',
  hphc: 'Option_HPHC.csv',
  tempo: 'Option_Tempo.csv',
}

/** The files of regulated prices of the energy regulator: semicolons, decimal commas, the day first, an empty last day while prices are in force. */
export const priceDatasets: readonly AnyDataset[] = (['base', 'hphc', 'tempo'] as const).map((option) =>
  dataset({
    publisher: 'cre',
    subject: 'cre',
    path: `/${fileNames[option]}`,
    read: () => option,
    load: (source) => source.regulatedPrices(option),
    write(rows: readonly PriceRow[], _, { faults }) {
      // A recording has no such file.
      if (rows.length === 0) throw new Refusal(new Response('Not Found', { status: 404 }))
      const text = writeFile(listColumns(option), applyFaults(rows, faults), faults)
      return { content: encode(text, faults), headers: { 'content-type': 'text/csv' } }
    },
  }),
)

function listColumns(option: PricedOption): Column[] {
  const prices = Object.entries(hoursOf[option]).flatMap(([period, hours]) =>
    withAndWithoutTaxes(`PART_VARIABLE${hours}`, 4, (row) => row.eurPerKwh?.[period] ?? null),
  )
  return [
    { name: 'DATE_DEBUT', read: ({ from }) => toFrenchDay(from) },
    { name: 'DATE_FIN', read: ({ lastDay }) => lastDay && toFrenchDay(lastDay) },
    { name: 'P_SOUSCRITE', read: ({ subscribedKva }) => subscribedKva },
    ...withAndWithoutTaxes('PART_FIXE', 2, ({ eurPerYear }) => eurPerYear),
    ...prices,
  ]
}

/** Taxes are made up: a quarter of the price with them. */
function withAndWithoutTaxes(name: string, decimals: number, read: (row: PriceRow) => number | null): Column[] {
  const withoutTaxes = (row: PriceRow) => {
    const value = read(row)
    return value === null ? null : roundHalfAwayFromZero(value * 0.75, decimals)
  }
  return [
    { name: `${name}_HT`, read: withoutTaxes },
    { name: `${name}_TTC`, read },
  ]
}

function writeFile(columns: readonly Column[], rows: readonly PriceRow[], faults: readonly Fault[]): string {
  const absent = findFault(faults, 'absent_column')?.column
  const renamed = findFault(faults, 'renamed_column')?.column
  const written = columns.filter(({ name }) => name !== absent)
  const header = written.map(({ name }) => (name === renamed ? `${name}_2` : name))
  const lines = rows.map((row) => written.map(({ read }) => String(read(row) ?? '').replace('.', ',')))
  return `${[header, ...lines].map((cells) => cells.join(';')).join('\n')}\n`
}

function applyFaults(rows: readonly PriceRow[], faults: readonly Fault[]): PriceRow[] {
  const newest = rows.at(-1)?.from
  const held = hasFault(faults, 'former_file') ? rows.filter(({ from }) => from !== newest) : rows
  return held.map((row) => {
    const from = hasFault(faults, 'swapped_dates') ? swapDayAndMonth(row.from) : row.from
    const isInCents = hasFault(faults, 'prices_in_cents') && row.from === newest
    return { ...row, from, eurPerKwh: isInCents ? toCents(row.eurPerKwh) : row.eurPerKwh }
  })
}

function toCents(eurPerKwh: PriceRow['eurPerKwh']): PriceRow['eurPerKwh'] {
  return eurPerKwh && Object.fromEntries(Object.entries(eurPerKwh).map(([period, price]) => [period, price * 100]))
}

const swapDayAndMonth = (day: string) => day.replace(/-(\d\d)-(\d\d)$/, '-$2-$1')
const toFrenchDay = (day: string) => day.split('-').reverse().join('/')

function encode(text: string, faults: readonly Fault[]): Uint8Array<ArrayBuffer> {
  const encoding = findFault(faults, 'other_encoding')?.encoding
  if (encoding === 'utf-16') return new Uint8Array(Buffer.from(`\ufeff${text}`, 'utf16le'))
  if (encoding === 'utf-8-bom') return new TextEncoder().encode(`\ufeff${text}`)
  if (encoding === 'windows-1252')
    return new Uint8Array(Buffer.from(text.replace('DATE_DEBUT', 'DATE_DÉBUT'), 'latin1'))
  return new TextEncoder().encode(text)
}
