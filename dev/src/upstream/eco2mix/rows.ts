import { recordFromEntries } from '@hexawatt/shared/bounds/record-from-entries'
import { toParisTime } from '@hexawatt/shared/time/paris'
import type { UpstreamSource } from '../documents/upstream-source.ts'
import { measured } from '../generator/slot-subjects.ts'
import type { Answer } from '../subjects/answer.ts'
import { borders, toDirectionalFlows } from '../subjects/border-flows.ts'
import { columnByField, type Eco2mixColumn, eco2mixColumns, mixSeries, quarterMs } from '../subjects/quarter-hour.ts'
import type { Series } from '../subjects/slots.ts'
import type { Span } from '../subjects/span.ts'

export type Nature = 'Données temps réel' | 'Données consolidées' | 'Données définitives'

/** Values by column, MW (`taux_co2`: g/kWh); null: not known yet, or never. */
export type Eco2mixValues = Readonly<Record<Eco2mixColumn, number | null>>

/** One quarter-hour of the national set. The local date and time are written as the publisher writes them, even if they are wrong. */
export type Eco2mixRow = {
  startEpochMs: number
  date: string
  time: string
  isMeasured: boolean
  values: Eco2mixValues
}

/** In place of a value that a measured row does not have. */
export const noDataText = 'ND'

const forecastFamilies = ['ID', 'D-1']

/**
 * Every quarter-hour of the span, oldest first, with the figures that the operator's routes serve: the measures once the mix is
 * public, the forecasts from their publication on.
 *
 * @param asOfEpochMs values that were published later are left out
 */
export async function readEco2mixRows(
  source: UpstreamSource,
  span: Span,
  asOfEpochMs: number,
): Promise<Answer<Eco2mixRow[]>> {
  const mix = await source.slots('generation_mix_15min', span, (family) => family === measured)
  const load = await source.slots('consumption', span, (family) => [...forecastFamilies, 'REALISED'].includes(family))
  const trade = await source.slots('exchange_schedules', span, (family) => family === 'DA')
  const [mixAt, loadAt, tradeAt] = [mix, load, trade].map(({ content }) => groupValuesByStart(content, asOfEpochMs))
  const rows: Eco2mixRow[] = []
  const first = Math.ceil(span.fromEpochMs / quarterMs) * quarterMs
  for (let start = first; start < span.untilEpochMs; start += quarterMs) {
    rows.push(toRow(start, mixAt?.get(start), loadAt?.get(start), tradeAt?.get(start)))
  }
  return { ...mix, content: rows }
}

type ValueByKey = ReadonlyMap<string, number>

/** The values of each slot by series key. Issues of a slot follow each other, so the newest one stays. */
function groupValuesByStart(series: readonly Series[], asOfEpochMs: number): Map<number, Map<string, number>> {
  const byStart = new Map<number, Map<string, number>>()
  for (const { key, slots } of series) {
    for (const { startEpochMs, publishedEpochMs, value } of slots) {
      if (publishedEpochMs > asOfEpochMs) continue
      byStart.getOrInsertComputed(startEpochMs, () => new Map()).set(key, value)
    }
  }
  return byStart
}

const none: ValueByKey = new Map()

function toRow(start: number, mix: ValueByKey = none, load: ValueByKey = none, trade: ValueByKey = none): Eco2mixRow {
  const paris = toParisTime(Temporal.Instant.fromEpochMilliseconds(start))
  const isMeasured = mix.size > 0
  const values: Record<Eco2mixColumn, number | null> = { ...noValues }
  values.prevision_j = load.get('ID') ?? null
  values.prevision_j1 = load.get('D-1') ?? null
  if (isMeasured) {
    for (const { key, column } of mixSeries) values[column] = mix.get(key) ?? null
    for (const [column, netMw] of sumCommercialMw(trade)) values[column] = netMw
    values.consommation = load.get('REALISED') ?? null
    values.taux_co2 = computeDirectIntensity(values)
  }
  return {
    startEpochMs: start,
    date: paris.toPlainDate().toString(),
    time: paris.toPlainTime().toString({ smallestUnit: 'minute' }),
    isMeasured,
    values,
  }
}

const noValues = recordFromEntries(eco2mixColumns, () => null)

/** Series of the day-ahead schedules and the column that counts them, inflows first. Germany and Belgium share a column. */
const scheduleColumns = borders.map((border) => {
  const [inflow = '', outflow = ''] = toDirectionalFlows(border, 0).map(([key]) => `DA/${key}`)
  return { inflow, outflow, column: columnByField.get(border.field) ?? 'ech_comm_allemagne_belgique' } as const
})

/** Net commercial exchange by column, MW, positive for an import. */
function sumCommercialMw(trade: ValueByKey): Map<Eco2mixColumn, number> {
  const netMw = new Map<Eco2mixColumn, number>()
  for (const { inflow, outflow, column } of scheduleColumns) {
    const [inMw, outMw] = [trade.get(inflow), trade.get(outflow)]
    if (inMw !== undefined && outMw !== undefined) netMw.set(column, (netMw.get(column) ?? 0) + inMw - outMw)
  }
  return netMw
}

/** Direct emissions by fuel, g/kWh. */
const directFactors = { gaz: 429, charbon: 986, fioul: 777, bioenergies: 494 } as const

/** Direct emissions of the generation, whole g/kWh; null without generation. */
function computeDirectIntensity(values: Eco2mixValues): number | null {
  const generatedMw = sumGenerationMw(values)
  if (generatedMw <= 0) return null
  const { gaz, charbon, fioul, bioenergies } = directFactors
  const grams =
    gaz * (values.gaz ?? 0) +
    charbon * (values.charbon ?? 0) +
    fioul * (values.fioul ?? 0) +
    bioenergies * (values.bioenergies ?? 0)
  return Math.round(grams / generatedMw)
}

/** Columns of the eight production types. */
const generationColumns = [
  'fioul',
  'charbon',
  'gaz',
  'nucleaire',
  'eolien',
  'solaire',
  'hydraulique',
  'bioenergies',
] as const satisfies readonly Eco2mixColumn[]

/** Sum of the eight production types, MW. */
export function sumGenerationMw(values: Eco2mixValues): number {
  return generationColumns.reduce((sum, column) => sum + (values[column] ?? 0), 0)
}
