import { formatParis, toParisTime, toParisYearStart } from '@hexawatt/shared/time/paris'
import { capacitiesPublishedAt, type YearlyCapacity } from '../documents/capacities.ts'
import type { DocumentDeps } from '../documents/document-source.ts'
import type { WireBlock, WireSlot } from '../operator/blocks.ts'
import { operatorRoute } from '../operator/operator-route.ts'
import { readTimeWindow } from '../operator/query.ts'
import type { TimeWindow } from '../subjects/span.ts'

const errorPrefix = 'GENINSTCAP_CAPPRODTYPE'
/** Capacities are yearly: the ends of the current and the next year lie in the future. */
const windowRules = {
  errorPrefix,
  maxWindowDays: 5 * 366,
  latestEnd: { daysAhead: 2 * 366 },
  defaultWindow: currentYear,
}

/** Installed capacity per production type and year. */
export function installedCapacitiesRoute(deps: DocumentDeps) {
  return operatorRoute(
    {
      subject: 'installed_capacities',
      path: '/open_api/generation_installed_capacities/v1/capacities_per_production_type',
      rootName: 'capacities_per_production_type',
      rootShape: 'object',
      errorPrefix,
      read: (query, now) => ({ window: readTimeWindow(query, windowRules, now) }),
      load: ({ window }) => deps.documents.capacities(window),
      write: (capacities, { window }) => [writeCapacities(capacities, window)],
    },
    deps,
  )
}

function currentYear(now: Temporal.Instant): TimeWindow {
  const { year } = toParisTime(now)
  return { start: toParisYearStart(year), end: toParisYearStart(year + 1) }
}

function writeCapacities(capacities: readonly YearlyCapacity[], window: TimeWindow): WireBlock {
  return {
    start_date: formatParis(window.start),
    end_date: formatParis(window.end),
    values: capacities.map(writeCapacity),
  }
}

function writeCapacity({ year, type, installedMw }: YearlyCapacity): WireSlot {
  return {
    start_date: formatParis(toParisYearStart(year)),
    end_date: formatParis(toParisYearStart(year + 1)),
    type,
    value: installedMw,
    updated_date: formatParis(capacitiesPublishedAt(year)),
  }
}
