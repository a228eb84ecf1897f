import * as v from 'valibot'
import { described, FiniteNumber, Int32 } from '../values/fields.ts'
import { Granularity, HourStart, Instant, Zone } from './electricity-maps-bodies.ts'

const updatedAt = described(Instant, 'Time at which the values last changed, UTC.')
const isEstimated = described(v.boolean(), 'True when a source was late or missing, or when no measured hour is known.')
const method = described(v.nullable(v.string()), 'Method of the estimate. Null for a measured hour.')

/** Levels, the cleanest first. */
export const carbonLevels = ['low', 'moderate', 'high'] as const
export type CarbonLevel = (typeof carbonLevels)[number]

export const ElectricityMapsLevelHour = described(
  v.strictObject({
    level: described(
      v.picklist(carbonLevels),
      'low when the hour is among the cleanest third of the known hours of the seven days before it, high when among the most carbon-intensive third, moderate otherwise.',
    ),
    datetime: HourStart,
  }),
  'Carbon level of one hour.',
)

/** Body of `…/carbon-intensity-level/latest`. */
export const ElectricityMapsLevel = described(
  v.strictObject({
    zone: Zone,
    data: described(v.pipe(v.array(ElectricityMapsLevelHour), v.length(1)), 'The newest published hour.'),
  }),
  'Carbon level of the newest published hour, relative to the seven days before it.',
)
export type ElectricityMapsLevel = v.InferOutput<typeof ElectricityMapsLevel>

/** Sources of electricity by their names in Electricity Maps; storage has names of its own. */
export const generationSources = [
  'nuclear',
  'geothermal',
  'biomass',
  'coal',
  'wind',
  'solar',
  'hydro',
  'gas',
  'oil',
  'unknown',
] as const
export type GenerationSource = (typeof generationSources)[number]

const entriesOf = <const Name extends string, Value>(names: readonly Name[], value: Value): Record<Name, Value> =>
  Object.fromEntries(names.map((name) => [name, value])) as Record<Name, Value>

const sourceMw = described(
  v.nullable(FiniteNumber),
  'Mean power of the source in the hour, MW. Null when nothing is published for it.',
)
const Breakdown = v.strictObject(
  entriesOf([...generationSources, 'hydro discharge', 'battery discharge'] as const, sourceMw),
)
export type ElectricityMapsBreakdown = v.InferOutput<typeof Breakdown>

const byNeighbour = v.record(v.string(), v.nullable(Int32))
const totalMw = (what: string) => described(v.nullable(Int32), `${what}, MW. Null when unknown.`)
const percentage = (what: string) => described(Int32, `${what} of national generation without storage, %.`)

/** Body of `…/power-breakdown/latest`. */
export const ElectricityMapsPowerBreakdown = described(
  v.strictObject({
    zone: Zone,
    datetime: HourStart,
    updatedAt,
    createdAt: updatedAt,
    powerConsumptionBreakdown: described(
      Breakdown,
      'Consumption by source, MW: generation and imports, each reduced in proportion to the exports; imports count as unknown. Every value is null while exchanges are unknown.',
    ),
    powerProductionBreakdown: described(Breakdown, 'National generation by source, MW.'),
    powerImportBreakdown: described(
      byNeighbour,
      'Net import from each neighbour, MW; null when a flow of its border is unknown.',
    ),
    powerExportBreakdown: described(byNeighbour, 'Net export to each neighbour, MW.'),
    fossilFreePercentage: percentage('Share of nuclear power and renewables'),
    renewablePercentage: percentage('Share of renewables'),
    powerConsumptionTotal: totalMw('Generation plus net imports'),
    powerProductionTotal: described(Int32, 'National generation, MW.'),
    powerImportTotal: totalMw('Sum of the net imports'),
    powerExportTotal: totalMw('Sum of the net exports'),
    isEstimated,
    estimationMethod: method,
    temporalGranularity: Granularity,
  }),
  'Generation by source and exchanges by neighbour in the newest published hour.',
)
export type ElectricityMapsPowerBreakdown = v.InferOutput<typeof ElectricityMapsPowerBreakdown>

const discharge = v.strictObject({ discharge: sourceMw })

export const ElectricityMapsMixHour = described(
  v.strictObject({
    datetime: HourStart,
    updatedAt,
    isEstimated,
    estimationMethod: method,
    breakdownType: described(v.literal('normal'), 'The mix is that of national generation.'),
    mix: described(
      v.strictObject({
        ...entriesOf(generationSources, sourceMw),
        'hydro storage': described(
          discharge,
          'Discharge of pumped storage, MW; what it charges is not published with the mix.',
        ),
        'battery storage': described(
          discharge,
          'Discharge of batteries, MW; null, because nothing is published for them.',
        ),
        flows: described(
          v.strictObject({ exports: totalMw('Sum of the net exports'), imports: totalMw('Sum of the net imports') }),
          'Exchanges with all neighbours.',
        ),
      }),
      'Mean power of the hour by source, MW.',
    ),
  }),
  'Generation by source in one hour.',
)

/** Body of `…/electricity-mix/latest`. */
export const ElectricityMapsMix = described(
  v.strictObject({
    zone: Zone,
    temporalGranularity: Granularity,
    unit: described(v.literal('MW'), 'Unit of all values of the mix.'),
    data: described(v.pipe(v.array(ElectricityMapsMixHour), v.length(1)), 'The newest published hour.'),
  }),
  'Generation by source and exchanges in the newest published hour.',
)
export type ElectricityMapsMix = v.InferOutput<typeof ElectricityMapsMix>

/** Body of `…/home-assistant`. */
export const ElectricityMapsHomeAssistant = described(
  v.strictObject({
    status: described(v.literal('ok'), 'Without data the request is refused instead.'),
    countryCode: Zone,
    data: described(
      v.strictObject({
        datetime: HourStart,
        carbonIntensity: described(Int32, 'As in carbon-intensity/latest, gCO2eq/kWh.'),
        fossilFuelPercentage: described(
          FiniteNumber,
          'Share of national generation without storage that is neither nuclear nor renewable, %.',
        ),
      }),
      'Values of the hour.',
    ),
    units: described(
      v.strictObject({ carbonIntensity: described(v.literal('gCO2eq/kWh'), 'Unit of carbonIntensity.') }),
      'Units of the values.',
    ),
  }),
  'Carbon intensity and fossil share of the newest published hour.',
)
export type ElectricityMapsHomeAssistant = v.InferOutput<typeof ElectricityMapsHomeAssistant>
