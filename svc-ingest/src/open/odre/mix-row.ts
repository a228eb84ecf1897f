import { quarterHourMs } from '@hexawatt/shared/time/instant'
import type { Measurement, Nature, Normalised } from '../../feeds/definition/feed.ts'
import type { PublishedIntensity } from '../../published-intensity/published-intensity-store.ts'

/** Columns of éCO2mix by name. Some numbers come as texts, and what is absent as null, "", "-" or "ND". */
export type MixRow = Readonly<Record<string, unknown>>

/** Series of the mix by column (upstream specification, section 12). Totals are taken for gas and oil, whose parts do not add up. */
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
const balanceColumns = ['pompage', 'ech_physiques'] as const
/** Far smaller than the residual that is tolerated: without them the balance is still checked. */
const batteryColumns = ['stockage_batterie', 'destockage_batterie'] as const

/** The operator's direct factors, g/kWh: they give its own published intensity within 1 g on 99.99 % of the rows of 2025. */
const directFactors = { gaz: 429, charbon: 986, fioul: 777, bioenergies: 494 } as const
/** A published intensity that its own mix misses by more is not believed, g/kWh. */
const maxIntensityMissG = 2
/** Load and mix of a row that miss each other by more do not belong together, MW; 99.2 % of 2025 stay below. */
const maxResidualMw = 500
/** Onshore and offshore wind whose sum misses the total by more are no split of it, MW. */
const maxSplitMissMw = 2

const naturesByText: ReadonlyMap<string, Nature> = new Map([
  ['Données temps réel', 'real-time'],
  ['Données consolidées', 'consolidated'],
  ['Données définitives', 'definitive'],
])

/** A number of a column; null where the publisher has none. Nothing else is ever 0. */
export function numberOf(row: MixRow, column: string): number | null {
  const value = row[column]
  if (typeof value === 'number') return Number.isFinite(value) ? value : null
  if (typeof value !== 'string' || !/^\s*-?\d+([.,]\d+)?\s*$/.test(value)) return null
  return Number(value.replace(',', '.'))
}

/** How final a row is; a word that is not known counts as the least final. */
export function natureOf(row: MixRow): Nature {
  const text = row['nature']
  return (typeof text === 'string' ? naturesByText.get(text) : undefined) ?? 'real-time'
}

/**
 * The quarter-hourly mix of a row, MW, and the reason why it is not believed (null = it is). A column without a value gives no series, so that the slot is
 * incomplete. Wind without a usable split is all onshore.
 */
export function mixOfRow(
  row: MixRow,
  slotStart: Temporal.Instant,
  nature: Nature,
): { measurements: Measurement[]; fault: string | null } {
  const slotEnd = slotStart.add({ milliseconds: quarterHourMs })
  const values: [string, number | null][] = [...seriesByColumn].map(([column, series]) => [
    series,
    numberOf(row, column),
  ])
  const measurements = [...values, ...windOf(row)].flatMap(([series, value]): Measurement[] =>
    value === null ? [] : [{ series, slotStart, slotEnd, value, updatedAt: null, nature }],
  )
  return { measurements, fault: measurements.length === 0 ? null : faultOf(row) }
}

function windOf(row: MixRow): [string, number | null][] {
  const [onshore, offshore] = [numberOf(row, 'eolien_terrestre'), numberOf(row, 'eolien_offshore')]
  const total = numberOf(row, 'eolien')
  const isSplit =
    onshore !== null && offshore !== null && (total === null || Math.abs(onshore + offshore - total) <= maxSplitMissMw)
  if (isSplit) {
    return [
      ['WIND_ONSHORE', onshore],
      ['WIND_OFFSHORE', offshore],
    ]
  }
  // The total holds the offshore part. Without this 0 an earlier split of the same slot would be added to it, and slots with and without a split
  // next to each other would count as incomplete.
  return [
    ['WIND_ONSHORE', total],
    ['WIND_OFFSHORE', total === null ? null : 0],
  ]
}

/** What contradicts within a row; checks whose columns are absent are left out. */
function faultOf(row: MixRow): string | null {
  return signFault(row) ?? residualFault(row) ?? intensityFault(row)
}

/** The operator once published the opposite sign for days. */
function signFault(row: MixRow): string | null {
  for (const column of ['pompage', 'stockage_batterie']) {
    const value = numberOf(row, column)
    if (value !== null && value > 0) return `${column} of ${value} MW has the sign of production`
  }
  const discharge = numberOf(row, 'destockage_batterie')
  return discharge !== null && discharge < 0
    ? `destockage_batterie of ${discharge} MW has the sign of consumption`
    : null
}

function residualFault(row: MixRow): string | null {
  const terms = [...fuelColumns, ...balanceColumns].map((column) => numberOf(row, column))
  const load = numberOf(row, 'consommation')
  if (load === null || terms.includes(null)) return null
  const batteries = batteryColumns.map((column) => numberOf(row, column))
  const residual = load - [...terms, ...batteries].reduce<number>((sum, term) => sum + (term ?? 0), 0)
  return Math.abs(residual) > maxResidualMw ? `load and balance differ by ${Math.round(residual)} MW` : null
}

function intensityFault(row: MixRow): string | null {
  const published = numberOf(row, 'taux_co2')
  const computed = directIntensity(row)
  if (published === null || computed === null || Math.abs(published - computed) <= maxIntensityMissG) return null
  return `published intensity of ${published} g/kWh, its own mix gives ${Math.round(computed)}`
}

/** Direct intensity of a row's mix as the operator reckons it, g/kWh; null where a fuel is absent or nothing is produced. */
export function directIntensity(row: MixRow): number | null {
  let [grams, produced] = [0, 0]
  for (const column of fuelColumns) {
    const powerMw = numberOf(row, column)
    if (powerMw === null) return null
    produced += powerMw
    grams += powerMw * ((directFactors as Readonly<Record<string, number>>)[column] ?? 0)
  }
  return produced > 0 ? grams / produced : null
}

/** The operator's own intensity of each row that has one, with the mix that it goes with, also where the two contradict each other. */
export function intensitiesOfRows(rows: readonly { row: MixRow; slotStart: Temporal.Instant }[]): PublishedIntensity[] {
  return rows.flatMap(({ row, slotStart }) => {
    const published = numberOf(row, 'taux_co2')
    const { measurements } = mixOfRow(row, slotStart, natureOf(row))
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
export function loadOfRow(row: MixRow, slotStart: Temporal.Instant, nature: Nature): Measurement[] {
  const slotEnd = slotStart.add({ milliseconds: quarterHourMs })
  const slot = { slotStart, slotEnd, updatedAt: null, nature }
  const [realised, intraday, dayAhead] = ['consommation', 'prevision_j', 'prevision_j1'].map((name) =>
    numberOf(row, name),
  )
  return [
    ...(realised == null ? [] : [{ ...slot, series: 'REALISED', value: realised }]),
    ...(intraday == null ? [] : [{ ...slot, series: 'ID', value: intraday }]),
    ...(dayAhead == null ? [] : [{ ...slot, series: 'D-1', value: dayAhead }]),
  ]
}

/** Content of rows at their instants: mix, and load with its forecasts. A mix that contradicts itself is refused, its load is kept. */
export function contentOfRows(rows: readonly { row: MixRow; slotStart: Temporal.Instant }[]): {
  mix: Normalised
  load: Normalised
} {
  const mix = { measurements: [] as Measurement[], documents: [], unreadableSlots: 0, refused: [] as Refusals }
  const load = { measurements: [] as Measurement[], documents: [], unreadableSlots: 0 }
  for (const { row, slotStart } of rows) {
    const nature = natureOf(row)
    const { measurements, fault } = mixOfRow(row, slotStart, nature)
    if (fault === null) mix.measurements.push(...measurements)
    else mix.refused.push(...measurements.map((measurement) => ({ measurement, reason: fault })))
    load.measurements.push(...loadOfRow(row, slotStart, nature))
  }
  return { mix, load }
}
type Refusals = NonNullable<Normalised['refused']>
