import { hourMs, quarterHourMs } from '@hexawatt/shared/time/instant'
import { addParisDays } from '@hexawatt/shared/time/paris'
import { UpstreamError } from '@hexawatt/shared/upstream/upstream-error'
import type { PublishedIntensity } from '../definition/content.ts'
import type { Answer, Source } from '../definition/source.ts'
import { readNumber } from './mix-row.ts'
import { buildExportCall, buildInstantCondition, orderRowsByInstant, readRows } from './records.ts'

/** Days that a poll reads again: the days that the daily comparison judges again. */
const daysBack = 8
const instantColumn = 'date_heure_utc'

/** Intensity of the consumed electricity by the operator's own account, direct emissions: for comparison only, it fills no feed. */
export const odreConsumptionIntensity: Source = {
  id: 'odre_consumption_intensity',
  publisher: 'odre',
  rhythm: { kind: 'times', at: { paris: ['05:50'] } },
  fills: [],
  calls: ({ now }) => [
    buildExportCall(
      'part-enr-intensite-ges-conso-tr',
      buildInstantCondition(instantColumn, addParisDays(now, -daysBack), now),
    ),
  ],
  gives: ['published_intensities'],
  read: (answer) => ({ intensities: readIntensities(answer) }),
  expected: {
    contentType: 'json',
    members: [instantColumn, 'intensite_emissions_conso'],
    newest: { feed: 'published intensity', minSeries: 1, maxLagMs: 48 * hourMs },
  },
}

/** @throws UpstreamError `unusable` when there are rows and none has a readable instant, or none has the column of the value */
function readIntensities({ body }: Answer): PublishedIntensity[] {
  const all = readRows(body)
  const instants = orderRowsByInstant(all, instantColumn).rows.map(({ slotStart }) => slotStart.epochMilliseconds)
  if (all.length > 0 && instants.length === 0) {
    throw new UpstreamError('unusable', `none of ${all.length} rows has an instant`)
  }
  if (all.length > 0 && !all.some((row) => valueColumn in row)) {
    throw new UpstreamError('unusable', `none of ${all.length} rows has the column ${valueColumn}`)
  }
  // Rows occur twice, and a later one may be empty: it is no value.
  const known = all.filter((row) => readNumber(row, valueColumn) !== null)
  const milliseconds = stepMs(instants)
  return orderRowsByInstant(known, instantColumn).rows.flatMap(({ row, slotStart }) => {
    const gCo2PerKwh = readNumber(row, valueColumn)
    const slotEnd = slotStart.add({ milliseconds })
    return gCo2PerKwh === null ? [] : [{ boundary: 'consumption', slotStart, slotEnd, gCo2PerKwh, mixMw: null }]
  })
}
const valueColumn = 'intensite_emissions_conso'

/** The shortest time between two rows, ms: the step is not documented. */
function stepMs(instants: readonly number[]): number {
  const steps = instants.slice(1).map((instant, index) => instant - (instants[index] ?? instant))
  return steps.length === 0 ? quarterHourMs : Math.min(...steps, hourMs)
}
