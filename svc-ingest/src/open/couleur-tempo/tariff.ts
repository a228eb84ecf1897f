import * as v from 'valibot'
import { readPayload } from '../../feeds/definition/operator-payload.ts'
import { type DatasetAnswer, type FeedContent, jsonOf, type OpenDataset } from '../definition/dataset.ts'
import { colorOfDay, seasonOfTomorrow } from '../rte-services/tariff.ts'

/** Colours by their number; 0 is unknown. */
const wordByCode: Readonly<Record<number, string>> = { 1: 'BLUE', 2: 'WHITE', 3: 'RED' }

const Day = v.object({ dateJour: v.string(), codeJour: v.number() })
const Answer = v.union([
  v.array(Day),
  v.pipe(
    Day,
    v.transform((day) => [day]),
  ),
])

/** Colours of the days of the three-colour tariff, from a service that volunteers run: asked only while the operator's own feed is dead. */
export const couleurTempoTariff: OpenDataset = {
  id: 'couleur_tempo_tariff',
  publisher: 'couleur-tempo',
  rhythm: {
    at: { paris: ['06:50', '11:10', '12:40'] },
    until: { feed: 'tariff_calendar', daysAhead: 1 },
  },
  feeds: ['tariff_calendar'],
  calls: ({ now, lastSuccess }) =>
    lastSuccess === null
      ? [{ path: '/api/joursTempo', query: { periode: seasonOfTomorrow(now) } }, dayCall('tomorrow')]
      : [dayCall('today'), dayCall('tomorrow')],
  read: readDays,
}

function dayCall(day: 'today' | 'tomorrow') {
  return { path: `/api/jourTempo/${day}`, query: {} }
}

function readDays({ body }: DatasetAnswer): FeedContent[] {
  const days = readPayload(Answer, jsonOf(body))
  const measurements = days.flatMap(({ dateJour, codeJour }) => {
    const word = wordByCode[codeJour]
    return word === undefined ? [] : colorOfDay(dateJour, word)
  })
  return [{ feed: 'tariff_calendar', normalised: { measurements, documents: [], unreadableSlots: 0 } }]
}
