import { parisDayStart, parisTimeZone } from '@hexawatt/shared/time/paris'
import * as v from 'valibot'
import { readRecords } from '../../feeds/definition/records.ts'
import { type DatasetAnswer, type FeedContent, jsonOf, type OpenDataset } from '../definition/dataset.ts'
import { colorOfDay, seasonOfTomorrow } from '../rte-services/tariff.ts'

/** Colours by their number; 0 is a colour that is not known yet. */
const wordByCode: Readonly<Record<number, string>> = { 1: 'BLUE', 2: 'WHITE', 3: 'RED' }
/** Before this Paris hour tomorrow's colour is never known. */
const publicationHour = 10

const Day = v.object({ dateJour: v.string(), codeJour: v.picklist([0, 1, 2, 3]) })

/** Colours of the days of the three-colour tariff, from a service that volunteers run: asked only while the operator's own feed is dead. */
export const couleurTempoTariff: OpenDataset = {
  id: 'couleur_tempo_tariff',
  publisher: 'couleur-tempo',
  rhythm: {
    at: { paris: ['06:50', '11:10', '12:40'] },
    until: { feed: 'tariff_calendar', daysAhead: 1 },
  },
  feeds: ['tariff_calendar'],
  calls: ({ now, lastSuccess }) => {
    if (lastSuccess === null) {
      return [{ path: '/api/joursTempo', query: { periode: seasonOfTomorrow(now) } }, dayCall('tomorrow')]
    }
    if (now.toZonedDateTimeISO(parisTimeZone).hour < publicationHour) return [dayCall('today')]
    const knowsToday = Temporal.Instant.compare(lastSuccess, parisDayStart(now)) >= 0
    return knowsToday ? [dayCall('tomorrow')] : [dayCall('today'), dayCall('tomorrow')]
  },
  read: readDays,
}

function dayCall(day: 'today' | 'tomorrow') {
  return { path: `/api/jourTempo/${day}`, query: {} }
}

/** One day, or the days of a season. @throws UpstreamError `unusable` when none can be read */
function readDays({ body }: DatasetAnswer): FeedContent[] {
  const json = jsonOf(body)
  const { readable, unreadable } = readRecords(Day, Array.isArray(json) ? json : [json])
  const measurements = readable.flatMap(({ dateJour, codeJour }) => {
    const word = wordByCode[codeJour]
    return word === undefined ? [] : colorOfDay(dateJour, word)
  })
  return [{ feed: 'tariff_calendar', normalised: { measurements, documents: [], unreadableSlots: unreadable } }]
}
