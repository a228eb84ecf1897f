import { formatParis, parisTimeZone } from '@hexawatt/shared/time/paris'
import { Elysia } from 'elysia'
import { capacitiesPublishedAt } from '../documents/capacities/publication.ts'
import type { YearlyCapacity } from '../documents/capacities.ts'
import { parisMidnight } from '../documents/paris-instant.ts'
import type { WireBlock, WireSlot } from '../operator/blocks.ts'
import { createDocumentAnswer, type DocumentDeps, type DocumentResource } from '../operator/operator-answer.ts'
import { readTimeWindow, type TimeWindow } from '../operator/query.ts'

const errorPrefix = 'GENINSTCAP_CAPPRODTYPE'
/** Capacities are yearly: the end of the year that runs lies ahead, and so does the one of the next. */
const nextYears = { daysAhead: 2 * 366 }

const resource: DocumentResource<readonly YearlyCapacity[]> = {
  subject: 'installed_capacities',
  path: '/open_api/generation_installed_capacities/v1/capacities_per_production_type',
  rootName: 'capacities_per_production_type',
  rootShape: 'object',
  errorPrefix,
  maxBlocks: 1,
  readWindow: (query, now) =>
    readTimeWindow(
      query,
      { errorPrefix, maxWindowDays: 5 * 366, latestEnd: nextYears, defaultWindow: currentYear },
      now,
    ),
  load: (source, { window }) => source.capacities(window),
  write: (capacities, { window }) => [writeCapacities(capacities, window)],
}

/** Installed capacity per production type and year. */
export function installedCapacitiesRoute(deps: DocumentDeps) {
  const answerDocument = createDocumentAnswer(resource, deps)
  return new Elysia().get(resource.path, ({ request }) => answerDocument(request))
}

function currentYear(now: Temporal.Instant): TimeWindow {
  const { year } = now.toZonedDateTimeISO(parisTimeZone)
  return { start: yearStart(year), end: yearStart(year + 1) }
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
    start_date: formatParis(yearStart(year)),
    end_date: formatParis(yearStart(year + 1)),
    type,
    value: installedMw,
    updated_date: formatParis(capacitiesPublishedAt(year)),
  }
}

function yearStart(year: number): Temporal.Instant {
  return parisMidnight(Temporal.PlainDate.from({ year, month: 1, day: 1 }))
}
