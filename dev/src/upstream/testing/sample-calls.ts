import type { RequestSubject } from '../faults/fault.ts'
import { basePaths } from '../subjects/publishers.ts'
import { paths, period } from './upstream-fixture.ts'

/** An evening on which every sample has an answer. */
export const samplesAsOf = '2026-01-14T18:20:00Z'

const hours = period('2026-01-14T10:00:00+01:00', '2026-01-14T16:00:00+01:00')
const twoDays = period('2026-01-12T23:00:00Z', '2026-01-14T23:00:00Z')

/** A call of a subject, with its root name where the operator or a reference answers. */
type Sample = { subject: RequestSubject; path: string; query: Record<string, string>; rootName?: string }

/** One call of each feed of slots, answered with at least two blocks or slots. */
export const slotSamples = [
  {
    subject: 'generation_by_type',
    path: paths.byType,
    query: hours,
    rootName: 'actual_generations_per_production_type',
  },
  {
    subject: 'generation_mix_15min',
    path: paths.mix,
    query: { ...hours, production_type: 'NUCLEAR,HYDRO' },
    rootName: 'generation_mix_15min_time_scale',
  },
  {
    subject: 'generation_forecast',
    path: paths.forecasts,
    query: { ...twoDays, production_type: 'SOLAR', type: 'D-1' },
    rootName: 'forecasts',
  },
  { subject: 'consumption', path: paths.consumption, query: twoDays, rootName: 'short_term' },
  { subject: 'consumption_weekly', path: paths.weekly, query: twoDays, rootName: 'weekly_forecasts' },
  { subject: 'power_exchanges', path: paths.exchanges, query: twoDays, rootName: 'france_power_exchanges' },
  { subject: 'physical_flows', path: paths.flows, query: hours, rootName: 'physical_flows' },
  {
    subject: 'exchange_schedules',
    path: paths.schedules,
    query: { ...twoDays, process_type: 'DA' },
    rootName: 'time_series',
  },
] as const satisfies readonly Sample[]

/** One call of each feed of the operator. */
export const feedSamples: readonly (Sample & { rootName: string })[] = [
  ...slotSamples,
  { subject: 'grid_signals', path: paths.signals, query: {}, rootName: 'signals' },
  { subject: 'tariff_calendar', path: paths.tariff, query: {}, rootName: 'tempo_like_calendars' },
  {
    subject: 'generation_unavailabilities',
    path: paths.outages,
    query: { last_version: 'true' },
    rootName: 'generation_unavailabilities',
  },
  { subject: 'installed_capacities', path: paths.capacities, query: {}, rootName: 'capacities_per_production_type' },
  { subject: 'imbalance', path: paths.imbalance, query: {}, rootName: 'imbalance_data' },
]

export const referenceSamples: readonly (Sample & { rootName: string })[] = [
  { subject: 'emission_factors', path: paths.lines, query: {}, rootName: 'results' },
  { subject: 'country_intensities', path: paths.intensities, query: {}, rootName: 'data' },
]

/** A short answer of each open publisher. */
export const openSamples: readonly Sample[] = [
  { subject: 'odre', path: `${basePaths.odre}/parc-prod-par-filiere/exports/json`, query: {} },
  { subject: 'rte-zip', path: `${basePaths['rte-zip']}/eCO2mix_RTE_En-cours-TR.zip`, query: {} },
  { subject: 'energy-charts', path: `${basePaths['energy-charts']}/price`, query: { bzn: 'FR' } },
  { subject: 'rte-services', path: `${basePaths['rte-services']}/tempoLight`, query: {} },
  { subject: 'couleur-tempo', path: `${basePaths['couleur-tempo']}/jourTempo/today`, query: {} },
  { subject: 'cre', path: `${basePaths.cre}/Option_Base.csv`, query: {} },
  {
    subject: 'open-meteo',
    path: `${basePaths['open-meteo']}/forecast`,
    query: { latitude: '48.8,43.6', longitude: '2.4,1.4', hourly: 'temperature_2m', models: 'ecmwf_ifs025' },
  },
]
