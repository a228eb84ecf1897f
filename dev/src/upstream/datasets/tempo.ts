import { formatParis, parisDate, parisMidnight } from '@hexawatt/shared/time/paris'
import type { QuarterImbalance } from '../documents/imbalance.ts'
import type { TariffDay } from '../documents/tariff-season.ts'
import { type Fault, hasFault } from '../faults/fault.ts'
import { type AnyDataset, type Call, dataset } from '../server/dataset.ts'
import { createJsonRefusal } from '../server/refusals.ts'
import type { TimeWindow } from '../subjects/span.ts'

const rteServices = { publisher: 'rte-services', subject: 'rte-services' } as const
const couleurTempo = { publisher: 'couleur-tempo', subject: 'couleur-tempo' } as const

/** The feeds of the operator's public pages (colours of the tariff, settlement prices), and the community's copy of the colours. */
export const tempoDatasets: readonly AnyDataset[] = [
  dataset({
    ...rteServices,
    path: '/tempoLight',
    // Yesterday to tomorrow; a colour that is not published yet is absent.
    read: ({ now }) => toDaysPeriod(parisDate(now).subtract({ days: 1 }), 3),
    load: (source, period) => source.tariffDays(period),
    write: (days: readonly TariffDay[], _, { faults }) => ({ content: { values: writeColors(days, faults) } }),
  }),
  dataset({
    ...rteServices,
    path: '/tempo',
    read: (call) => readSeason(call, 'season'),
    load: (source, period) => source.tariffDays(period),
    write: (days: readonly TariffDay[], _, { faults }) => ({ content: { values: writeColors(days, faults) } }),
  }),
  dataset({
    ...rteServices,
    path: '/price/table',
    read({ query }) {
      const [, day, month, year] = /^(\d{2})\/(\d{2})\/(\d{4})$/.exec(query.get('startDate') ?? '') ?? []
      const date = parseDate(`${year}-${month}-${day}`)
      if (date === null) throw createJsonRefusal(400, { message: 'startDate must be like 31/12/2025' })
      return toDaysPeriod(date, 1)
    },
    load: (source, period) => source.imbalance(period),
    write: (quarters: readonly QuarterImbalance[]) => ({ content: { values: quarters.flatMap(writePrices) } }),
  }),
  dataset({
    ...couleurTempo,
    path: '/jourTempo/:day',
    read: ({ params, now }) => ({ date: readDay(params['day'] ?? '', now) }),
    load: (source, { date }) => source.tariffDays(toDaysPeriod(date, 1)),
    write: ([day]: readonly TariffDay[], { date }, { faults }) => ({ content: writeDay(date, day, faults) }),
  }),
  dataset({
    ...couleurTempo,
    path: '/joursTempo',
    read: (call) => readSeason(call, 'periode'),
    load: (source, period) => source.tariffDays(period),
    write: (days: readonly TariffDay[], _, { faults }) => ({
      content: days.map((day) => writeDay(day.date, day, faults)),
    }),
  }),
]

function toDaysPeriod(first: Temporal.PlainDate, days: number): TimeWindow {
  return { start: parisMidnight(first), end: parisMidnight(first.add({ days })) }
}

/** The season of a day, `2025-2026`: from 1 September to 31 August. */
function toTempoSeason(date: Temporal.PlainDate): string {
  const firstYear = date.month >= 9 ? date.year : date.year - 1
  return `${firstYear}-${firstYear + 1}`
}

/** The days of the asked season, of the current one where none is asked. @throws Refusal 400 */
function readSeason({ query, now }: Call, name: string): TimeWindow {
  const season = query.get(name) ?? toTempoSeason(parisDate(now))
  const [, first = '', second = ''] = /^(20\d{2})-(20\d{2})$/.exec(season) ?? []
  if (first === '' || Number(second) !== Number(first) + 1) {
    throw createJsonRefusal(400, { message: `${name} must be like 2025-2026` })
  }
  const start = Temporal.PlainDate.from(`${first}-09-01`)
  return { start: parisMidnight(start), end: parisMidnight(start.add({ years: 1 })) }
}

/** @throws Refusal 404 for a text that is neither a date nor one of the two words */
function readDay(text: string, now: Temporal.Instant): Temporal.PlainDate {
  if (text === 'today') return parisDate(now)
  if (text === 'tomorrow') return parisDate(now).add({ days: 1 })
  const date = parseDate(text)
  if (date === null) throw createJsonRefusal(404, { message: 'Not Found' })
  return date
}

function parseDate(text: string): Temporal.PlainDate | null {
  try {
    return Temporal.PlainDate.from(text)
  } catch {
    return null
  }
}

const frenchColors = { BLUE: 'BLEU', WHITE: 'BLANC', RED: 'ROUGE' } as const

/** The colour of each day, and whether it is provisional, as text. */
function writeColors(days: readonly TariffDay[], faults: readonly Fault[]): Record<string, string> {
  const isFallback = hasFault(faults, 'provisional_colors')
  const word = ({ color }: TariffDay): string => {
    if (hasFault(faults, 'unknown_colors')) return '?'
    return hasFault(faults, 'french_colors') ? frenchColors[color] : color
  }
  return Object.fromEntries(
    days.flatMap((day) => [
      [day.date.toString(), word(day)],
      [`${day.date}-fallback`, String(isFallback)],
    ]),
  )
}

/** Settlement prices, EUR/MWh; a quarter-hour without published prices is absent. */
function writePrices({ startEpochMs, prices }: QuarterImbalance) {
  if (prices === null) return []
  const start = formatParis(Temporal.Instant.fromEpochMilliseconds(startEpochMs))
  return [{ date: start, pre: { positive: prices.positiveEurPerMwh, negative: prices.negativeEurPerMwh } }]
}

const codes = { BLUE: [1, 'Bleu'], WHITE: [2, 'Blanc'], RED: [3, 'Rouge'] } as const
const unknownColor = [0, 'Inconnu'] as const

function writeDay(date: Temporal.PlainDate, day: TariffDay | undefined, faults: readonly Fault[]) {
  const isUnknown = day === undefined || hasFault(faults, 'unknown_colors')
  const [codeJour, libCouleur] = isUnknown ? unknownColor : codes[day.color]
  return { dateJour: date.toString(), codeJour, periode: toTempoSeason(date), libCouleur }
}
