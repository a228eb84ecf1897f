import { findFinalFrom } from '@hexawatt/shared/grid/feed-calendar'
import { parisDate } from '@hexawatt/shared/time/paris'
import { UpstreamError } from '@hexawatt/shared/upstream/upstream-error'
import * as v from 'valibot'
import { readRecords } from '../../feeds/definition/records.ts'
import {
  type DatasetAnswer,
  type DatasetCall,
  type FeedContent,
  jsonOf,
  type OpenDataset,
} from '../definition/dataset.ts'
import { colorOfDay, seasonInForce } from '../rte-services/tariff.ts'

/** Colours by their number; 0 is a colour that is not known yet. */
const wordByCode: Readonly<Record<number, string>> = { 1: 'BLUE', 2: 'WHITE', 3: 'RED' }

const Day = v.object({ dateJour: v.string(), codeJour: v.picklist([0, 1, 2, 3]) })

/** Colours of the days of the three-colour tariff, from a service that volunteers run: asked only while the operator's own feed is dead. */
export const couleurTempoTariff: OpenDataset = {
  id: 'couleur_tempo_tariff',
  publisher: 'couleur-tempo',
  rhythm: {
    at: { paris: ['06:50', '11:10', '12:40', '15:30', '18:30', '21:30'] },
    until: 'tariff_calendar',
  },
  feeds: ['tariff_calendar'],
  calls: ({ now, lastSuccess }) => {
    const season = { path: '/api/joursTempo', query: { periode: seasonInForce(now) } }
    return lastSuccess === null ? [season, ...dayCalls(now)] : dayCalls(now)
  },
  read: readDays,
}

/** Tomorrow is not requested before its colour is binding, because the service shows the early colour as if it were final. */
function dayCalls(now: Temporal.Instant): DatasetCall[] {
  const binding = findFinalFrom('tariff_calendar', parisDate(now))
  const isTooEarly = binding !== null && Temporal.Instant.compare(now, binding) < 0
  return (isTooEarly ? ['today'] : ['today', 'tomorrow']).map((day) => ({ path: `/api/jourTempo/${day}`, query: {} }))
}

/** One day, or the days of a season. @throws UpstreamError `unusable` when none can be read */
function readDays({ body }: DatasetAnswer): FeedContent[] {
  const json = jsonOf(body)
  const { readable, unreadable } = readRecords(Day, Array.isArray(json) ? json : [json])
  const known = readable.filter(({ codeJour }) => codeJour !== 0)
  const colors = known.map(({ dateJour, codeJour }) => colorOfDay(dateJour, wordByCode[codeJour] ?? ''))
  const odd = colors.filter((color) => color.length === 0).length
  if (odd > 0 && odd === known.length) {
    throw new UpstreamError('unusable', `none of ${odd} days can be read, the first is ${known[0]?.dateJour}`)
  }
  const measurements = colors.flat()
  const unreadableSlots = unreadable + odd
  return [{ feed: 'tariff_calendar', normalised: { measurements, documents: [], unreadableSlots } }]
}
