import type { FeedId } from '@hexawatt/shared/grid/feeds'
import type { DatasetId } from '@hexawatt/shared/grid/publishers'
import { hourMs } from '@hexawatt/shared/time/instant'

/** What an answer of an open source must be. */
export type Expectation = {
  /** Part of the content type. */
  contentType: 'json' | 'zip'
  /** Members of the body, or columns of a row, that the product reads; others may come beside them. */
  members: readonly string[]
  /**
   * The feed whose newest slot tells how late the source is, its least number of series, and the latest end of that slot before now; null = any. Regions
   * and intensities, which fill no feed, are series of their own.
   */
  newest: { feed: FeedId | 'regions' | 'published intensity'; minSeries: number; maxLagMs: number | null }
  /** Whether an answer without values is as expected too: it is not proven that the publisher has them for France. */
  mayBeEmpty?: true
}

const eco2mixColumns = [
  ...['date_heure', 'nature', 'consommation', 'prevision_j', 'prevision_j1', 'taux_co2'],
  ...['nucleaire', 'gaz', 'charbon', 'fioul', 'hydraulique', 'eolien', 'solaire', 'bioenergies', 'pompage'],
  ...['hydraulique_fil_eau_eclusee', 'hydraulique_lacs', 'hydraulique_step_turbinage'],
  ...['bioenergies_biomasse', 'bioenergies_biogaz', 'bioenergies_dechets', 'ech_physiques'],
]
const exchangeColumns = [
  ...['eolien_terrestre', 'eolien_offshore', 'stockage_batterie', 'destockage_batterie', 'ech_comm_angleterre'],
  ...['ech_comm_espagne', 'ech_comm_italie', 'ech_comm_suisse', 'ech_comm_allemagne_belgique'],
]
const mix = (maxLagHours: number | null) => ({
  feed: 'generation_mix_15min' as const,
  minSeries: 11,
  maxLagMs: maxLagHours === null ? null : maxLagHours * hourMs,
})
/** A value of now must be there: a price, a colour. */
const ofNow = (feed: FeedId, minSeries: number) => ({ feed, minSeries, maxLagMs: 0 })
const forecast = { feed: 'generation_forecast' as const, minSeries: 1, maxLagMs: 0 }
/** Six borders, both directions. */
const borders = 12

/** What each dataset is expected to answer. */
export const expectations: Readonly<Record<DatasetId, Expectation>> = {
  odre_national: { contentType: 'json', members: [...eco2mixColumns, ...exchangeColumns], newest: mix(2) },
  odre_consolidated: { contentType: 'json', members: eco2mixColumns, newest: mix(null) },
  odre_regional: {
    contentType: 'json',
    members: [
      ...['code_insee_region', 'date_heure', 'nature', 'consommation', 'thermique', 'nucleaire', 'eolien', 'solaire'],
      ...['hydraulique', 'bioenergies', 'pompage', 'ech_physiques', 'stockage_batterie', 'destockage_batterie'],
    ],
    newest: { feed: 'regions', minSeries: 12, maxLagMs: 4 * hourMs },
  },
  odre_consumption_intensity: {
    contentType: 'json',
    members: ['date_heure_utc', 'intensite_emissions_conso'],
    newest: { feed: 'published intensity', minSeries: 1, maxLagMs: 48 * hourMs },
  },
  odre_capacities: {
    contentType: 'json',
    members: ['annee', 'parc_nucleaire', 'parc_gaz', 'parc_charbon', 'parc_fioul', 'parc_solaire'],
    newest: { feed: 'installed_capacities', minSeries: 4, maxLagMs: null },
  },
  odre_past_signals: {
    contentType: 'json',
    members: ['date', 'couleur_du_jour', 'h0', 'h23', 'message'],
    newest: { feed: 'grid_signals', minSeries: 2, maxLagMs: null },
  },
  rte_zip_real_time: { contentType: 'zip', members: [], newest: mix(3) },
  energy_charts_price: {
    contentType: 'json',
    members: ['unix_seconds', 'price', 'unit', 'license_info', 'deprecated'],
    newest: ofNow('power_exchanges', 1),
  },
  energy_charts_flows: {
    contentType: 'json',
    members: ['unix_seconds', 'countries', 'deprecated'],
    newest: { feed: 'physical_flows', minSeries: borders, maxLagMs: 5 * hourMs },
  },
  energy_charts_schedules: {
    contentType: 'json',
    members: ['unix_seconds', 'countries', 'deprecated'],
    newest: ofNow('exchange_schedules', borders),
    mayBeEmpty: true,
  },
  energy_charts_forecast_day_ahead: {
    contentType: 'json',
    members: ['unix_seconds', 'forecast_values', 'production_type', 'deprecated'],
    newest: forecast,
    mayBeEmpty: true,
  },
  energy_charts_forecast_current: {
    contentType: 'json',
    members: ['unix_seconds', 'forecast_values', 'production_type', 'deprecated'],
    newest: forecast,
    mayBeEmpty: true,
  },
  energy_charts_generation: {
    contentType: 'json',
    members: ['unix_seconds', 'production_types', 'deprecated'],
    newest: mix(5),
  },
  energy_charts_capacities: {
    contentType: 'json',
    members: ['time', 'production_types', 'deprecated'],
    newest: { feed: 'installed_capacities', minSeries: 8, maxLagMs: null },
  },
  rte_services_tariff: { contentType: 'json', members: ['values'], newest: ofNow('tariff_calendar', 1) },
  couleur_tempo_tariff: {
    contentType: 'json',
    members: ['dateJour', 'codeJour'],
    newest: ofNow('tariff_calendar', 1),
  },
}
