import { round1, roundOrNull, sumOrNull } from '@hexawatt/shared/bounds/numbers'
import type { DashboardExchanges } from '@hexawatt/shared/contract/dashboard/exchanges-and-regions'
import { maxAgeMinutes } from '@hexawatt/shared/contract/entry/longest-ages'
import { germanyAndBelgium, toServedCountry } from '@hexawatt/shared/grid/borders'
import type { CarbonInputs } from '@hexawatt/shared/methodology/carbon-assessment'
import { groupByHour } from '@hexawatt/shared/methodology/hourly-means'
import { listShownExchanges, type ShownExchanges } from '@hexawatt/shared/methodology/net-imports'
import { hourMs, isoSeconds, minuteMs } from '@hexawatt/shared/time/instant'

/**
 * The exchanges that the dashboard shows. First choice is the assessed hour, so that mix and imports belong to one hour; if a border of that hour is unknown,
 * the newest hour with all borders known; if no hour has all borders, the known borders of the newest hour.
 *
 * @param assessedMs start of the hour of the carbon intensity; null when none is assessed
 * @returns null when no exchange of the last hours is known
 */
export function findDashboardExchanges(
  { physicalFlows, exchangeSchedules }: Pick<CarbonInputs, 'physicalFlows' | 'exchangeSchedules'>,
  assessedMs: number | null,
  now: Temporal.Instant,
): DashboardExchanges | null {
  const [flows, exchanges] = [groupByHour(physicalFlows), groupByHour(exchangeSchedules)]
  const hours = [...new Set([...flows.byHourMs.keys(), ...exchanges.byHourMs.keys()])]
    .filter((startMs) => isServed(startMs + hourMs, now))
    .sort((one, other) => other - one)
  const preferred = assessedMs === null ? hours : [assessedMs, ...hours]
  const known = preferred.flatMap((startMs) => {
    const shown = listShownExchanges(flows, exchanges, startMs)
    return shown === null ? [] : [{ startMs, shown }]
  })
  const chosen = known.find(({ shown }) => isComplete(shown)) ?? known[0]
  return chosen === undefined ? null : presentExchanges(chosen.startMs, chosen.shown)
}

/** Whether an hour has ended, not too long ago. */
function isServed(endMs: number, { epochMilliseconds }: Temporal.Instant): boolean {
  return endMs <= epochMilliseconds && epochMilliseconds - endMs <= maxAgeMinutes.intensity * minuteMs
}

const isComplete = ({ netMwByNeighbour }: ShownExchanges): boolean =>
  Object.values(netMwByNeighbour).every((powerMw) => powerMw !== null)

function presentExchanges(startMs: number, { basis, netMwByNeighbour }: ShownExchanges): DashboardExchanges {
  const start = Temporal.Instant.fromEpochMilliseconds(startMs)
  const byCountry = Map.groupBy(Object.entries(netMwByNeighbour), ([neighbour]) =>
    neighbour === germanyAndBelgium ? neighbour : toServedCountry(neighbour),
  )
  const neighbours = [...byCountry].map(([country, borders]) => ({
    country,
    netImportMw: roundOrNull(sumOrNull(borders.map(([, powerMw]) => powerMw)), round1),
  }))
  return {
    start: isoSeconds(start),
    end: isoSeconds(start.add({ hours: 1 })),
    isEstimated: basis === 'exchange_schedules',
    neighbours: neighbours.sort((one, other) => (one.country < other.country ? -1 : 1)),
    netImportMw: roundOrNull(sumOrNull(Object.values(netMwByNeighbour)), round1),
  }
}
