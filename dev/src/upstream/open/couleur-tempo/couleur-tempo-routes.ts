import { parisDate } from '@hexawatt/shared/time/paris'
import type { TariffDay } from '../../documents/tariff-season.ts'
import { type Fault, faultOf } from '../../faults/fault.ts'
import { type OpenCall, type OpenDeps, publisherRoute } from '../transport/publisher-route.ts'
import { jsonRefusal } from '../transport/refusals.ts'
import { daysWindow, seasonOfDay, seasonWindow } from '../transport/tempo-season.ts'

/** The community's copy of the tariff colours: one day, or the days of a season. */
export function couleurTempoRoutes(deps: OpenDeps) {
  const { documents } = deps.source
  return [
    publisherRoute(
      'couleur-tempo',
      '/jourTempo/:day',
      async (call) => {
        const date = dayOf(call)
        const { content, ...origin } = await documents.tariffDays(daysWindow(date, date.add({ days: 1 })))
        return { content: writeDay(date, content[0], call.faults), origin }
      },
      deps,
    ),
    publisherRoute(
      'couleur-tempo',
      '/joursTempo',
      async ({ query, now, faults }) => {
        const window = seasonWindow(query.get('periode') ?? seasonOfDay(parisDate(now)))
        if (window === null) throw jsonRefusal(400, { message: 'periode must be like 2025-2026' })
        const { content, ...origin } = await documents.tariffDays(window)
        return { content: content.map((day) => writeDay(day.date, day, faults)), origin }
      },
      deps,
    ),
  ]
}

/** @throws OpenRefusal 404 for a text that is neither a date nor one of the two words */
function dayOf({ params, now }: OpenCall): Temporal.PlainDate {
  const { day = '' } = params
  if (day === 'today') return parisDate(now)
  if (day === 'tomorrow') return parisDate(now).add({ days: 1 })
  try {
    return Temporal.PlainDate.from(day)
  } catch {
    throw jsonRefusal(404, { message: 'Not Found' })
  }
}

const codes = { BLUE: [1, 'Bleu'], WHITE: [2, 'Blanc'], RED: [3, 'Rouge'] } as const
const unknownColor = [0, 'Inconnu'] as const

function writeDay(date: Temporal.PlainDate, day: TariffDay | undefined, faults: readonly Fault[]) {
  const isUnknown = day === undefined || faultOf(faults, 'unknown_colors') !== undefined
  const [codeJour, libCouleur] = isUnknown ? unknownColor : codes[day.color]
  return { dateJour: date.toString(), codeJour, periode: seasonOfDay(date), libCouleur }
}
