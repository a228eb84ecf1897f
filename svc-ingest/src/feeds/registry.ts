import type { SourceId } from '@hexawatt/shared/grid/feeds'
import { consumption } from './consumption/feed.ts'
import { consumptionWeekly } from './consumption-weekly/feed.ts'
import type { FeedDefinition } from './definition/feed.ts'
import { exchangeSchedules } from './exchange-schedules/feed.ts'
import { generationByType } from './generation-by-type/feed.ts'
import { generationForecast } from './generation-forecast/feed.ts'
import { generationMix15min } from './generation-mix-15min/feed.ts'
import { generationUnavailabilities } from './generation-unavailabilities/feed.ts'
import { gridSignals } from './grid-signals/feed.ts'
import { imbalance } from './imbalance/feed.ts'
import { installedCapacities } from './installed-capacities/feed.ts'
import { physicalFlows } from './physical-flows/feed.ts'
import { powerExchanges } from './power-exchanges/feed.ts'
import { tariffCalendar } from './tariff-calendar/feed.ts'

/** Every feed that is ingested: queues, schedules and the pipeline are made from this list. */
export const feedRegistry: readonly FeedDefinition[] = [
  generationByType,
  generationMix15min,
  generationForecast,
  consumption,
  consumptionWeekly,
  powerExchanges,
  physicalFlows,
  exchangeSchedules,
  gridSignals,
  tariffCalendar,
  generationUnavailabilities,
  installedCapacities,
  imbalance,
]

/** The feed of an id; undefined for a reference. */
export function findFeed(id: SourceId): FeedDefinition | undefined {
  return feedRegistry.find((feed) => feed.id === id)
}
