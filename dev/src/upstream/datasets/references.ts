import { toFaultyList, toFaultyRootName } from '../formats/operator-faults.ts'
import { type AnyDataset, dataset } from '../server/dataset.ts'
import { Refusal } from '../server/refusals.ts'
import type { FactorLine, YearlyIntensity } from '../subjects/answer.ts'

const factors = { publisher: 'ademe', subject: 'emission_factors' } as const

/** The agency's database of emission factors and the yearly intensities of countries: no key, or one that is ignored. */
export const referenceDatasets: readonly AnyDataset[] = [
  dataset({
    ...factors,
    // By pages: accented column names, `next` while more lines follow.
    path: '/base-carboner/lines',
    read: ({ query, url }) => ({ ...readLineQuery(query), url }),
    load: (source) => source.factorLines(),
    write(lines: readonly FactorLine[], asked, { faults }) {
      const { total, results, nextAfter } = selectPage(lines, asked)
      const next = nextAfter === null ? {} : { next: createPageAddress(asked.url, nextAfter) }
      return { content: { total, ...next, [toFaultyRootName(faults, 'results')]: toFaultyList(faults, results) } }
    },
  }),
  dataset({
    ...factors,
    path: '/base-carboner',
    ignores: ['wrong_shape'],
    read: () => null,
    load: (source) => source.factorLines(),
    write: ({ length }: readonly FactorLine[]) => ({ content: { ...metadata, count: length } }),
  }),
  dataset({
    publisher: 'ember',
    subject: 'country_intensities',
    path: '/yearly',
    read: ({ query }) => query,
    load: (source) => source.yearlyIntensities(),
    write(rows: readonly YearlyIntensity[], query, { faults }) {
      const records = selectIntensities(rows, query)
      const data = toFaultyList(faults, records)
      return { content: { stats: computeStats(records), [toFaultyRootName(faults, 'data')]: data } }
    },
  }),
]

/** The same request for the following lines. */
function createPageAddress(url: URL, after: number): string {
  const next = new URL(url)
  next.searchParams.set('after', String(after))
  return next.toString()
}

/** Lines per page: default and maximum. */
const defaultSize = 12
const maxSize = 10_000

const equalitySuffix = '_eq'

type LinePage = { total: number; results: Record<string, string | number>[]; nextAfter: number | null }

type LineQuery = {
  size: number
  /** Position of the last line of the previous page. */
  after: number
  columns: readonly string[] | null
  equalities: readonly (readonly [column: string, value: string])[]
}

/** Reads the parameters of a `lines` call. @throws Refusal 400 when `size` or `after` is invalid */
function readLineQuery(query: URLSearchParams): LineQuery {
  const size = readWholeNumber(query.get('size'), defaultSize)
  const after = readWholeNumber(query.get('after'), -1)
  if (size === null || size > maxSize || after === null) {
    throw new Refusal(new Response('"size" (at most 10000) or "after" is not usable', { status: 400 }))
  }
  return {
    size,
    after,
    columns: query.get('select')?.split(',') ?? null,
    equalities: [...query]
      .filter(([name]) => name.endsWith(equalitySuffix))
      .map(([name, value]) => [name.slice(0, -equalitySuffix.length), value] as const),
  }
}

/** One page of the matching lines. An unknown column name (for example without accents) matches and selects nothing. */
function selectPage(lines: readonly FactorLine[], query: LineQuery): LinePage {
  const matches = lines.flatMap((line, index) => (doesMatchAll(line, query) ? [{ line, index }] : []))
  const rest = matches.filter(({ index }) => index > query.after)
  const page = rest.slice(0, query.size)
  return {
    total: matches.length,
    results: page.map(({ line, index }) => ({ _id: `line-${index}`, ...selectColumns(line, query.columns) })),
    nextAfter: rest.length > page.length ? (page.at(-1)?.index ?? null) : null,
  }
}

function doesMatchAll(line: FactorLine, { equalities }: LineQuery): boolean {
  return equalities.every(([column, value]) => line[column] !== undefined && String(line[column]) === value)
}

function selectColumns(line: FactorLine, columns: readonly string[] | null): FactorLine {
  if (columns === null) return line
  return Object.fromEntries(
    columns.flatMap((column) => {
      const value = line[column]
      return value === undefined ? [] : [[column, value] as const]
    }),
  )
}

function readWholeNumber(text: string | null, fallback: number): number | null {
  if (text === null) return fallback
  return /^\d{1,9}$/.test(text) ? Number(text) : null
}

/** The agency's description of its database; the file name contains the version. */
const metadata = {
  id: 'base-carboner',
  title: 'Base carbone®',
  license: {
    title: 'Licence Ouverte / Open Licence',
    href: 'https://www.etalab.gouv.fr/licence-ouverte-open-licence',
  },
  file: { name: 'Base_Carbone_V23.6.csv' },
}

/** One record of the yearly intensity API, which writes the year as text. */
type IntensityRecord = {
  entity: string
  entity_code: string | null
  is_aggregate_entity: boolean
  date: string
  emissions_intensity_gco2_per_kwh: number
}

/** The records that a call selects; the years are inclusive on both ends. */
function selectIntensities(rows: readonly YearlyIntensity[], query: URLSearchParams): IntensityRecord[] {
  const codes = query.get('entity_code')?.split(',')
  const entities = query.get('entity')?.split(',')
  const firstYear = toYear(query.get('start_date'), Number.NEGATIVE_INFINITY)
  const lastYear = toYear(query.get('end_date'), Number.POSITIVE_INFINITY)
  const aggregate = query.get('is_aggregate_entity')
  return rows
    .filter(({ year }) => year >= firstYear && year <= lastYear)
    .filter(({ countryCode }) => codes === undefined || (countryCode !== null && codes.includes(countryCode)))
    .filter(({ entity }) => entities === undefined || entities.includes(entity))
    .filter(({ countryCode }) => aggregate === null || aggregate === String(countryCode === null))
    .map(toRecord)
}

/** The statistics of the records; without records there is no range. */
function computeStats(records: readonly IntensityRecord[]) {
  const values = records.map((record) => record.emissions_intensity_gco2_per_kwh)
  const range = values.length === 0 ? null : { min: Math.min(...values), max: Math.max(...values) }
  return {
    number_of_records: records.length,
    query_value_range: range === null ? {} : { emissions_intensity_gco2_per_kwh: range },
  }
}

function toRecord({ entity, countryCode, year, gCo2eqPerKwh }: YearlyIntensity): IntensityRecord {
  return {
    entity,
    entity_code: countryCode,
    is_aggregate_entity: countryCode === null,
    date: String(year),
    emissions_intensity_gco2_per_kwh: gCo2eqPerKwh,
  }
}

/** `2024` or the year of `2024-01`. */
function toYear(text: string | null, fallback: number): number {
  const year = text?.match(/^\d{4}/)?.[0]
  return year === undefined ? fallback : Number(year)
}
