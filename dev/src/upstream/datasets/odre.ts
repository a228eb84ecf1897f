import { hourMs } from '@hexawatt/shared/time/instant'
import { toParisYear, toParisYearStart } from '@hexawatt/shared/time/paris'
import { findConsolidatedSpan, findEndOfDay, findRealTimeSpan } from '../eco2mix/holdings.ts'
import { applyRowFaults, removeMeasures } from '../eco2mix/row-faults.ts'
import { type Eco2mixRow, readEco2mixRows } from '../eco2mix/rows.ts'
import type { PortalRecord } from '../formats/odsql.ts'
import { createPortalDatasets, type PortalDataset, type PortalQuestion } from '../formats/portal-format.ts'
import type { AnyDataset } from '../server/dataset.ts'
import type { Answer } from '../subjects/answer.ts'
import { quarterMs } from '../subjects/quarter-hour.ts'
import { consumptionFields, nationalFields, writeConsumption, writeNational } from './odre/national.ts'
import { regionalFields, sumCapacityByColumn, writeRegions } from './odre/regional.ts'
import { capacityFields, signalFields, writeCapacities, writeSignal } from './odre/yearly-and-daily.ts'

/** First year of the installed power by fuel. */
const firstCapacityYear = 2015

/** The datasets of the portal, one row each. */
const rows: readonly PortalDataset[] = [
  {
    // Real-time quarter-hours, with forecasts to the end of tomorrow.
    name: 'eco2mix-national-tr',
    fields: nationalFields,
    timeField: 'date_heure',
    holds: findRealTimeSpan,
    records: (question) =>
      readEco2mixRecords(question, (row) => [writeNational(row, 'Données temps réel', question.timeZone)]),
  },
  {
    // Consolidated and definitive rows. Measures are on the half-hours only; the quarters between them have forecasts.
    name: 'eco2mix-national-cons-def',
    fields: nationalFields,
    timeField: 'date_heure',
    holds: findConsolidatedSpan,
    records: (question) =>
      readEco2mixRecords(question, (row) => {
        const isPastYear = Number(row.date.slice(0, 'YYYY'.length)) < toParisYear(question.now)
        const isHalfHour = (row.startEpochMs / quarterMs) % 2 === 0
        const nature = isPastYear ? 'Données définitives' : 'Données consolidées'
        return [writeNational(isHalfHour ? row : removeMeasures(row), nature, question.timeZone)]
      }),
  },
  {
    // The publisher's own consumption intensity: another method, for comparison only. Future rows are null, and the newest row occurs twice.
    name: 'part-enr-intensite-ges-conso-tr',
    fields: consumptionFields,
    timeField: 'date_heure_utc',
    holds: (now) => ({ ...findRealTimeSpan(now), untilEpochMs: findEndOfDay(now, 0) }),
    async records(question) {
      const answer = await readEco2mixRecords(question, (row) => [writeConsumption(row, question.timeZone)])
      const newest = answer.content.findLast((record) => record['intensite_emissions_conso'] !== null)
      return newest === undefined ? answer : { ...answer, content: [...answer.content, newest] }
    },
  },
  {
    // Real-time quarter-hours of the twelve regions (no Corsica), refreshed once an hour. Every column sums to the national one.
    name: 'eco2mix-regional-tr',
    fields: regionalFields,
    timeField: 'date_heure',
    holds: (now) => ({ ...findRealTimeSpan(now), untilEpochMs: findEndOfDay(now, 0) }),
    async records(question) {
      const { now, source, timeZone } = question
      const refreshedEpochMs = Math.floor(now.epochMilliseconds / hourMs) * hourMs
      const capacities = await source.capacities({ start: now, end: now.add({ nanoseconds: 1 }) })
      const capacityMw = sumCapacityByColumn(capacities.content)
      return readEco2mixRecords(question, (row) => writeRegions(row, capacityMw, timeZone), refreshedEpochMs)
    },
  },
  {
    // The grid signal of past days: one row a day, never today's.
    name: 'nouveau_signal_ecowatt',
    fields: signalFields,
    holds: (now) => ({ ...findRealTimeSpan(now), untilEpochMs: findEndOfDay(now, -1) }),
    async records({ source, span }) {
      const start = Temporal.Instant.fromEpochMilliseconds(span.fromEpochMs)
      const answer = await source.pastSignals({ start, end: Temporal.Instant.fromEpochMilliseconds(span.untilEpochMs) })
      return { ...answer, content: answer.content.map(writeSignal) }
    },
  },
  {
    // Installed power by fuel and year; hydro, wind and bioenergy are lumped.
    name: 'parc-prod-par-filiere',
    fields: capacityFields,
    holds: (now) => ({
      fromEpochMs: toParisYearStart(firstCapacityYear).epochMilliseconds,
      untilEpochMs: now.epochMilliseconds,
    }),
    async records({ source, now }) {
      const answer = await source.capacities({ start: toParisYearStart(firstCapacityYear), end: now })
      const years = Array.from(
        { length: toParisYear(now) - firstCapacityYear + 1 },
        (_, index) => firstCapacityYear + index,
      )
      return { ...answer, content: years.map((year) => writeCapacities(year, answer.content)) }
    },
  },
]

/** The rows of éCO2mix with the faults of the call, each written as one or several records. */
async function readEco2mixRecords(
  { source, span, now, faults }: PortalQuestion,
  write: (row: Eco2mixRow) => PortalRecord[],
  asOfEpochMs = now.epochMilliseconds,
): Promise<Answer<PortalRecord[]>> {
  const answer = await readEco2mixRows(source, span, asOfEpochMs)
  return { ...answer, content: applyRowFaults(faults, answer.content, now).flatMap(write) }
}

/** Open Data Réseaux Énergies. */
export const odreDatasets: readonly AnyDataset[] = createPortalDatasets(rows)
