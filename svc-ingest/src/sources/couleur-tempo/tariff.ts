import { findFinalFrom } from '@hexawatt/shared/grid/feed-calendar'
import { parisDate } from '@hexawatt/shared/time/paris'
import { UpstreamError } from '@hexawatt/shared/upstream/upstream-error'
import * as v from 'valibot'
import type { FeedContent } from '../definition/content.ts'
import { readRecords } from '../definition/records.ts'
import { type Answer, buildOpenCall, type Call, readJson, type Source } from '../definition/source.ts'
import { findSeasonInForce, readColorOfDay } from '../rte-services/tariff.ts'

/** Colours by their number; 0 is a colour that is not known yet. */
const wordByCode: Readonly<Record<number, string>> = { 1: 'BLUE', 2: 'WHITE', 3: 'RED' }

const Day = v.object({ dateJour: v.string(), codeJour: v.picklist([0, 1, 2, 3]) })

/** Colours of the days of the three-colour tariff, from a service that volunteers run: asked only while the operator's own feed is dead. */
export const couleurTempoTariff: Source = {
  id: 'couleur_tempo_tariff',
  publisher: 'couleur-tempo',
  rhythm: {
    kind: 'times',
    at: { paris: ['06:50', '11:10', '12:40', '15:30', '18:30', '21:30'] },
    until: 'tariff_calendar',
  },
  fills: ['tariff_calendar'],
  calls: ({ now, lastSuccess }) => {
    const season = buildOpenCall('/api/joursTempo', { periode: findSeasonInForce(now) })
    return lastSuccess === null ? [season, ...listDayCalls(now)] : listDayCalls(now)
  },
  read: (answer) => ({ feeds: readDays(answer) }),
  expected: {
    contentType: 'json',
    members: ['dateJour', 'codeJour'],
    newest: { feed: 'tariff_calendar', minSeries: 1, maxLagMs: 0 },
  },
}

/** Tomorrow is not requested before its colour is binding, because the service shows the early colour as if it were final. */
function listDayCalls(now: Temporal.Instant): Call[] {
  const binding = findFinalFrom('tariff_calendar', parisDate(now))
  const isTooEarly = binding !== null && Temporal.Instant.compare(now, binding) < 0
  return (isTooEarly ? ['today'] : ['today', 'tomorrow']).map((day) => buildOpenCall(`/api/jourTempo/${day}`))
}

/** One day, or the days of a season. @throws UpstreamError `unusable` when none can be read */
function readDays(answer: Answer): FeedContent[] {
  const json = readJson(answer)
  const { readable, unreadable } = readRecords(Day, Array.isArray(json) ? json : [json])
  const known = readable.filter(({ codeJour }) => codeJour !== 0)
  const colors = known.map(({ dateJour, codeJour }) => readColorOfDay(dateJour, wordByCode[codeJour] ?? ''))
  const odd = colors.filter((color) => color.length === 0).length
  if (odd > 0 && odd === known.length) {
    throw new UpstreamError('unusable', `none of ${odd} days can be read, the first is ${known[0]?.dateJour}`)
  }
  const measurements = colors.flat()
  const unreadableSlots = unreadable + odd
  return [{ feed: 'tariff_calendar', normalised: { measurements, documents: [], unreadableSlots } }]
}
