import type { FeedId } from '@hexawatt/shared/grid/feeds'
import type { DatasetId } from '@hexawatt/shared/grid/publishers'
import type { PolledId } from './definition/source.ts'

/** Datasets that together are one choice for a feed: the issues of a forecast, for instance. */
export type SourceGroup = readonly DatasetId[]

/**
 * Open sources of each feed, the first choice first; none where no one publishes its figures without credentials. With credentials the operator's own API
 * comes before all of them.
 */
const standInOrder: Readonly<Partial<Record<FeedId, readonly SourceGroup[]>>> = {
  // The methodology itself falls back from the hourly generation on this mix.
  generation_mix_15min: [['odre_national'], ['rte_zip_real_time'], ['energy_charts_generation']],
  generation_forecast: [['energy_charts_forecast_day_ahead', 'energy_charts_forecast_current']],
  consumption: [['odre_national'], ['rte_zip_real_time'], ['energy_charts_generation']],
  power_exchanges: [['energy_charts_price']],
  physical_flows: [['energy_charts_flows']],
  // Only the day-ahead schedules: the total exchanges are stored with the mix of whichever dataset gives it.
  exchange_schedules: [['energy_charts_schedules'], ['odre_national']],
  grid_signals: [['odre_past_signals']],
  tariff_calendar: [['rte_services_tariff'], ['couleur_tempo_tariff']],
  installed_capacities: [['energy_charts_capacities'], ['odre_capacities']],
}

/** The choices of a feed, the first choice first. */
export function listChoices(feed: FeedId): readonly SourceGroup[] {
  return standInOrder[feed] ?? []
}

/** Feeds that a dataset may fill, and its place among their choices. */
export function listFilledFeeds(dataset: PolledId): { feed: FeedId; choice: number }[] {
  return Object.entries(standInOrder).flatMap(([feed, groups]) => {
    const choice = groups.findIndex((group) => group.some((id) => id === dataset))
    return choice === -1 ? [] : [{ feed: feed as FeedId, choice }]
  })
}
