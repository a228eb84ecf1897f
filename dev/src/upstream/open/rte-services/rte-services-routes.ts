import { formatParis, parisDate } from '@hexawatt/shared/time/paris'
import type { TariffDay } from '../../documents/tariff-season.ts'
import { type Fault, faultOf } from '../../faults/fault.ts'
import { type OpenCall, type OpenDeps, publisherRoute } from '../transport/publisher-route.ts'
import { jsonRefusal } from '../transport/refusals.ts'
import { daysWindow, seasonOfDay, seasonWindow } from '../transport/tempo-season.ts'

/** The feeds of the operator's public pages: colours of the tariff and settlement prices. */
export function rteServicesRoutes(deps: OpenDeps) {
  const { documents } = deps.source
  return [
    // Yesterday to tomorrow; a colour that is not published yet is absent.
    publisherRoute(
      'rte-services',
      '/tempoLight',
      async ({ now, faults }) => {
        const today = parisDate(now)
        const { content, ...origin } = await documents.tariffDays(
          daysWindow(today.subtract({ days: 1 }), today.add({ days: 2 })),
        )
        return { content: { values: writeColors(content, faults) }, origin }
      },
      deps,
    ),
    publisherRoute(
      'rte-services',
      '/tempo',
      async ({ query, now, faults }) => {
        const window = seasonWindow(query.get('season') ?? seasonOfDay(parisDate(now)))
        if (window === null) throw badRequest('season must be like 2025-2026')
        const { content, ...origin } = await documents.tariffDays(window)
        return { content: { values: writeColors(content, faults) }, origin }
      },
      deps,
    ),
    publisherRoute('rte-services', '/price/table', (call) => answerPrices(call, deps), deps),
  ]
}

function badRequest(message: string) {
  return jsonRefusal(400, { message })
}

const frenchColors = { BLUE: 'BLEU', WHITE: 'BLANC', RED: 'ROUGE' } as const

/** The colour of each day, and whether it is provisional, as text. */
function writeColors(days: readonly TariffDay[], faults: readonly Fault[]): Record<string, string> {
  const isFallback = faultOf(faults, 'provisional_colors') !== undefined
  const word = ({ color }: TariffDay): string => {
    if (faultOf(faults, 'unknown_colors') !== undefined) return '?'
    return faultOf(faults, 'french_colors') === undefined ? color : frenchColors[color]
  }
  return Object.fromEntries(
    days.flatMap((day) => [
      [day.date.toString(), word(day)],
      [`${day.date}-fallback`, String(isFallback)],
    ]),
  )
}

/** Settlement prices of one Paris day, EUR/MWh; a quarter-hour without published prices is absent. */
async function answerPrices({ query }: OpenCall, { source }: OpenDeps) {
  const [, day, month, year] = /^(\d{2})\/(\d{2})\/(\d{4})$/.exec(query.get('startDate') ?? '') ?? []
  const date = dateOf(`${year}-${month}-${day}`)
  if (date === null) throw badRequest('startDate must be like 31/12/2025')
  const { content, ...origin } = await source.documents.imbalance(daysWindow(date, date.add({ days: 1 })))
  const values = content.flatMap(({ startEpochMs, prices }) => {
    if (prices === null) return []
    const start = formatParis(Temporal.Instant.fromEpochMilliseconds(startEpochMs))
    return [{ date: start, pre: { positive: prices.positiveEurPerMwh, negative: prices.negativeEurPerMwh } }]
  })
  return { content: { values }, origin }
}

function dateOf(text: string): Temporal.PlainDate | null {
  try {
    return Temporal.PlainDate.from(text)
  } catch {
    return null
  }
}
