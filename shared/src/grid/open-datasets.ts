/** Every dataset of an open source. An id names its queue, its rows in `source_status` and its payloads in the archive. */
export const datasetIds = [
  'odre_national',
  'odre_consolidated',
  'odre_regional',
  'odre_capacities',
  'odre_past_signals',
  'odre_consumption_intensity',
  'rte_zip_real_time',
  'energy_charts_price',
  'energy_charts_flows',
  'energy_charts_schedules',
  'energy_charts_forecast_day_ahead',
  'energy_charts_forecast_current',
  'energy_charts_generation',
  'energy_charts_capacities',
  'rte_services_tariff',
  'couleur_tempo_tariff',
] as const
export type DatasetId = (typeof datasetIds)[number]

/** Whether an id is that of a dataset; else it names a feed or a reference. */
export function isDatasetId(id: string): id is DatasetId {
  return (datasetIds as readonly string[]).includes(id)
}
