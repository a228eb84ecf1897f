import { quarterHourMs } from '@hexawatt/shared/time/instant'
import type { Measurement, Nature, Normalised, PublishedIntensity, Refused } from '../definition/content.ts'
import { resolveWind } from '../definition/wind-split.ts'

/** Columns of éCO2mix by name. Some numbers come as texts, and an absent value as null, "", "-" or "ND". */
export type MixRow = Readonly<Record<string, unknown>>

/** Series of the mix by column. Totals are taken for gas and oil, whose parts do not add up. */
const seriesByColumn: ReadonlyMap<string, string> = new Map([
  ['nucleaire', 'NUCLEAR'],
  ['gaz', 'FOSSIL_GAS'],
  ['charbon', 'FOSSIL_HARD_COAL'],
  ['fioul', 'FOSSIL_OIL'],
  ['hydraulique_fil_eau_eclusee', 'HYDRO_RUN_OF_RIVER_AND_POUNDAGE'],
  ['hydraulique_lacs', 'HYDRO_WATER_RESERVOIR'],
  ['hydraulique_step_turbinage', 'HYDRO_PUMPED_STORAGE'],
  ['solaire', 'SOLAR'],
  ['bioenergies_biomasse', 'BIOMASS/BIOMASS'],
  ['bioenergies_biogaz', 'BIOMASS/BIOGAS'],
  ['bioenergies_dechets', 'WASTE'],
])
const fuelColumns = ['fioul', 'charbon', 'gaz', 'nucleaire', 'eolien', 'solaire', 'hydraulique', 'bioenergies'] as const
/** Columns of the mix that every measured row has: a column that no row has was renamed. Parts of wind may be absent. */
export const mixColumns: readonly string[] = [...seriesByColumn.keys(), 'eolien']
const balanceColumns = ['pompage', 'ech_physiques'] as const
/** Far smaller than the residual that is noted: without them the balance is still checked. */
const batteryColumns = ['stockage_batterie', 'destockage_batterie'] as const

/** The operator's direct factors since 2023, g/kWh. In 2016 it used other factors, in 2021 another denominator. */
const directFactors = { gaz: 429, charbon: 986, fioul: 777, bioenergies: 494 } as const
/** A larger difference between the published intensity and the intensity of the row's mix is recorded as a contradiction, g/kWh. */
const maxIntensityMissG = 2
/** A larger difference between the load and the balance of a row is noted as a contradiction, MW; 99.2 % of the rows of 2025 stay below. */
const maxResidualMw = 500
/** A load further from its forecast is quarantined when the balance of the row is closer to the forecast than this, as a share of the forecast. */
const maxForecastMiss = 0.1

const naturesByText: ReadonlyMap<string, Nature> = new Map([
  ['Données temps réel', 'real-time'],
  ['Données consolidées', 'consolidated'],
  ['Données définitives', 'definitive'],
])

/** A number of a column; null where the publisher has none. Nothing else is ever 0. */
export function readNumber(row: MixRow, column: string): number | null {
  const value = row[column]
  if (typeof value === 'number') return Number.isFinite(value) ? value : null
  if (typeof value !== 'string' || !/^\s*-?\d+([.,]\d+)?\s*$/.test(value)) return null
  return Number(value.replace(',', '.'))
}

/** How final a row is; a word that is not known counts as the least final. */
export function readNature(row: MixRow): Nature {
  const text = row['nature']
  return (typeof text === 'string' ? naturesByText.get(text) : undefined) ?? 'real-time'
}

/** The quarter-hourly mix of a row, MW. A column without a value gives no series, so that the slot is incomplete. Wind without a split is all onshore. */
export function readMixOfRow(row: MixRow, slotStart: Temporal.Instant, nature: Nature): Measurement[] {
  const slotEnd = slotStart.add({ milliseconds: quarterHourMs })
  const values: [string, number | null][] = [...seriesByColumn].map(([column, series]) => [
    series,
    readNumber(row, column),
  ])
  const { onshore, offshore } = readWind(row)
  // The total holds the offshore part. Without this 0 an earlier split of the same slot would be added to it, and slots with and without a split
  // next to each other would count as incomplete.
  const wind: [string, number | null][] = [
    ['WIND_ONSHORE', onshore],
    ['WIND_OFFSHORE', offshore ?? (onshore === null ? null : 0)],
  ]
  return [...values, ...wind].flatMap(([series, value]): Measurement[] =>
    value === null ? [] : [{ series, slotStart, slotEnd, value, updatedAt: null, nature }],
  )
}

function readWind(row: MixRow) {
  return resolveWind({
    total: readNumber(row, 'eolien'),
    onshore: readNumber(row, 'eolien_terrestre'),
    offshore: readNumber(row, 'eolien_offshore'),
  })
}

/**
 * Contradictions within a row, by name of the check; checks whose columns are absent are skipped. No contradiction refuses the mix: factors, denominators and
 * signs are conventions of the publisher and have changed. In all 150 rows of 2025 whose load and balance differ, the mix gives the published intensity.
 */
export function findContradictions(row: MixRow): string[] {
  const pumping = readNumber(row, 'pompage')
  const checks: [string, boolean][] = [
    ['intensity', contradictsIntensity(row)],
    ['load', contradictsBalance(row)],
    ['pumping sign', pumping !== null && pumping > 0],
    ['wind split', readWind(row).isContradiction],
  ]
  return checks.filter(([, isFound]) => isFound).map(([check]) => check)
}

function contradictsIntensity(row: MixRow): boolean {
  const [published, computed] = [readNumber(row, 'taux_co2'), computeDirectIntensity(row)]
  return published !== null && computed !== null && Math.abs(published - computed) > maxIntensityMissG
}

function contradictsBalance(row: MixRow): boolean {
  const [load, balance] = [readNumber(row, 'consommation'), computeBalance(row)]
  return load !== null && balance !== null && Math.abs(load - balance) > maxResidualMw
}

/** The load that follows from the other figures of a row, MW; charging batteries are negative, whatever the column. */
function computeBalance(row: MixRow): number | null {
  const terms = [...fuelColumns, ...balanceColumns].map((column) => readNumber(row, column))
  if (terms.includes(null)) return null
  const batteries = batteryColumns.map((column) => readNumber(row, column))
  return [...terms, ...batteries].reduce<number>((sum, term) => sum + (term ?? 0), 0)
}

/** Reason to quarantine the load of a row; null to keep it. Usually the exchange is the wrong figure: then the load agrees with its forecast and is stored. */
function loadFault(row: MixRow): string | null {
  const [load, balance] = [readNumber(row, 'consommation'), computeBalance(row)]
  const forecast = readNumber(row, 'prevision_j') ?? readNumber(row, 'prevision_j1')
  if (load === null || balance === null || forecast === null || !contradictsBalance(row)) return null
  const misses = (value: number) => Math.abs(value - forecast) > maxForecastMiss * forecast
  if (!misses(load) || misses(balance)) return null
  return `load of ${load} MW, ${Math.round(balance)} by its balance and ${forecast} by its forecast`
}

/** Direct intensity of a row's mix as the operator calculates it, g/kWh; null where a fuel is absent or nothing is produced. */
export function computeDirectIntensity(row: MixRow): number | null {
  let [grams, produced] = [0, 0]
  for (const column of fuelColumns) {
    const powerMw = readNumber(row, column)
    if (powerMw === null) return null
    produced += powerMw
    grams += powerMw * ((directFactors as Readonly<Record<string, number>>)[column] ?? 0)
  }
  return produced > 0 ? grams / produced : null
}

/** The operator's own intensity of each row that has one, with the mix that it goes with, also where the two contradict each other. */
export function readPublishedIntensities(
  rows: readonly { row: MixRow; slotStart: Temporal.Instant }[],
): PublishedIntensity[] {
  return rows.flatMap(({ row, slotStart }) => {
    const published = readNumber(row, 'taux_co2')
    const measurements = readMixOfRow(row, slotStart, readNature(row))
    if (published === null || measurements.length === 0) return []
    return [
      {
        boundary: 'production' as const,
        slotStart,
        slotEnd: slotStart.add({ milliseconds: quarterHourMs }),
        gCo2PerKwh: published,
        mixMw: Object.fromEntries(measurements.map(({ series, value }) => [series, value])),
      },
    ]
  })
}

/** Load of a row and its forecasts, MW. */
export function readLoadOfRow(row: MixRow, slotStart: Temporal.Instant, nature: Nature): Measurement[] {
  const slotEnd = slotStart.add({ milliseconds: quarterHourMs })
  const slot = { slotStart, slotEnd, updatedAt: null, nature }
  const [realised, intraday, dayAhead] = ['consommation', 'prevision_j', 'prevision_j1'].map((name) =>
    readNumber(row, name),
  )
  return [
    ...(realised == null ? [] : [{ ...slot, series: 'REALISED', value: realised }]),
    ...(intraday == null ? [] : [{ ...slot, series: 'ID', value: intraday }]),
    ...(dayAhead == null ? [] : [{ ...slot, series: 'D-1', value: dayAhead }]),
  ]
}

/** Content of rows at their instants: mix, and load with its forecasts. A suspect load is refused; a contradiction is noted with the mix. */
export function readMixAndLoad(rows: readonly { row: MixRow; slotStart: Temporal.Instant }[]): {
  mix: Normalised
  load: Normalised
} {
  const found = rows.flatMap(({ row }) => findContradictions(row))
  const contradictions = Object.fromEntries([...new Set(found)].map((check) => [check, countOf(found, check)]))
  const mix = { measurements: [] as Measurement[], documents: [], unreadableSlots: 0, contradictions }
  const load = { measurements: [] as Measurement[], documents: [], unreadableSlots: 0, refused: [] as Refused[] }
  for (const { row, slotStart } of rows) {
    const nature = readNature(row)
    mix.measurements.push(...readMixOfRow(row, slotStart, nature))
    const reason = loadFault(row)
    for (const measurement of readLoadOfRow(row, slotStart, nature)) {
      if (reason !== null && measurement.series === 'REALISED') load.refused.push({ measurement, reason })
      else load.measurements.push(measurement)
    }
  }
  const fault = findMissingColumn(rows)
  return { mix: fault === null ? mix : { ...mix, fault }, load }
}

function countOf(found: readonly string[], check: string): number {
  return found.filter((one) => one === check).length
}

/**
 * Names the columns of the mix that no measured row has, because the publisher has renamed them. A column that exists but holds no number only leaves its slots
 * incomplete.
 */
function findMissingColumn(rows: readonly { row: MixRow }[]): string | null {
  const measured = rows.filter(({ row }) => mixColumns.some((column) => readNumber(row, column) !== null))
  const missing = mixColumns.filter((column) => !measured.some(({ row }) => column in row))
  return measured.length === 0 || missing.length === 0
    ? null
    : `none of ${measured.length} measured rows has the column ${missing.join(', ')}`
}
