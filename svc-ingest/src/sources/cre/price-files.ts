import type { RegulatedOption } from '../definition/content.ts'

/** What a column of a price file holds. */
export type PriceColumn = 'from' | 'lastDay' | 'subscribedKva' | 'eurPerYear' | `eurPerKwh ${string}`

/** A file of the regulator: one option of the regulated tariff, a row for each subscribed power and period of time. */
export type PriceFile = {
  option: RegulatedOption
  name: string
  /** Required columns by the names that count for them, reduced by {@link reduceName}; the first is the name in the regulator's own spelling. */
  columns: ReadonlyMap<PriceColumn, readonly string[]>
  /** Columns without taxes by the column with all taxes that they belong to. They are only compared with it. */
  untaxed: ReadonlyMap<PriceColumn, string>
}

const common: readonly (readonly [PriceColumn, readonly string[]])[] = [
  ['from', ['DATE_DEBUT']],
  ['lastDay', ['DATE_FIN']],
  ['subscribedKva', ['P_SOUSCRITE', 'PUISSANCE', 'PUISSANCE_SOUSCRITE']],
  ['eurPerYear', ['PART_FIXE_TTC']],
]

/** @param periods the part of the column's name that says the hours, by the id of the period in the contract table */
function describeFile(option: RegulatedOption, name: string, periods: Readonly<Record<string, string>>): PriceFile {
  const variable = Object.entries(periods).map(([id, hours]): [PriceColumn, string] => [
    `eurPerKwh ${id}`,
    `PART_VARIABLE${hours}`,
  ])
  return {
    option,
    name,
    columns: new Map([
      ...common,
      ...variable.map(([column, start]): [PriceColumn, readonly string[]] => [column, [`${start}_TTC`]]),
    ]),
    untaxed: new Map([
      ['eurPerYear', 'PART_FIXE_HT'],
      ...variable.map(([column, start]): [PriceColumn, string] => [column, `${start}_HT`]),
    ]),
  }
}

/** The three files of the regulator. */
export const priceFiles: readonly PriceFile[] = [
  describeFile('base', 'Option_Base.csv', { all: '' }),
  describeFile('hphc', 'Option_HPHC.csv', { offPeak: '_HC', peak: '_HP' }),
  describeFile('tempo', 'Option_Tempo.csv', {
    blueOffPeak: '_HCBleu',
    bluePeak: '_HPBleu',
    whiteOffPeak: '_HCBlanc',
    whitePeak: '_HPBlanc',
    redOffPeak: '_HCRouge',
    redPeak: '_HPRouge',
  }),
]

/** Name of a column without case, accents, spaces and punctuation: publications of the file spell the names differently. */
export function reduceName(name: string): string {
  return name
    .normalize('NFD')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase()
}
