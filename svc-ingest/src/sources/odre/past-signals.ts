import { isoSeconds } from '@hexawatt/shared/time/instant'
import { addParisDays, parisDate, parisMidnight, toParisTime } from '@hexawatt/shared/time/paris'
import * as v from 'valibot'
import type { FeedContent } from '../definition/content.ts'
import { acceptPlainText } from '../definition/operator-payload.ts'
import { readRecords } from '../definition/records.ts'
import type { Answer, Source } from '../definition/source.ts'
import { listHoursOfDay } from '../rte/grid-signals.ts'
import { buildExportCall, readRows } from './records.ts'

/** Days that a poll reads: the dataset holds past days; one of today or later would be a real signal too. */
const daysBack = 10
/** A longer message is cut. */
const maxMessageChars = 1_000

const level = (min: number) =>
  v.pipe(
    v.union([v.number(), v.pipe(v.string(), v.decimal(), v.transform(Number))]),
    v.integer(),
    v.minValue(min),
    v.maxValue(3),
  )
const hourNames = Array.from({ length: 24 }, (_, hour) => `h${hour}`)

/** A day of the signal; a day with a level that does not exist is dropped. */
const SignalRow = v.looseObject({
  date: v.pipe(
    v.string(),
    v.transform((text) => text.slice(0, 10)),
    v.isoDate(),
    v.check((text) => isCalendarDay(text), 'is not a day of the calendar'),
  ),
  couleur_du_jour: level(1),
  message: v.fallback(
    v.nullish(v.pipe(v.string(), v.transform(repairText), acceptPlainText(maxMessageChars)), null),
    null,
  ),
  ...v.entriesFromList(hourNames, level(0)),
})

/** The grid signal of past days. */
export const odrePastSignals: Source = {
  id: 'odre_past_signals',
  publisher: 'odre',
  rhythm: { kind: 'times', at: { paris: ['05:25'] } },
  fills: ['grid_signals'],
  calls: ({ now }) => {
    const from = parisDate(addParisDays(now, -daysBack))
    return [buildExportCall('nouveau_signal_ecowatt', `date >= '${from}'`)]
  },
  read: (answer) => ({ feeds: readPastSignals(answer) }),
  expected: {
    contentType: 'json',
    members: ['date', 'couleur_du_jour', 'h0', 'h23', 'message'],
    newest: { feed: 'grid_signals', minSeries: 2, maxLagMs: null },
  },
}

function readPastSignals({ body }: Answer): FeedContent[] {
  const { readable, unreadable } = readRecords(SignalRow, readRows(body))
  const days = readable.map((row) => {
    const start = parisMidnight(Temporal.PlainDate.from(row.date))
    const hours = listHoursOfDay(start).map((time) => {
      const local = toParisTime(time).hour
      return { time, level: Number((row as Record<string, unknown>)[`h${local}`]) }
    })
    return { row, start, end: addParisDays(start, 1), hours }
  })
  return [
    {
      feed: 'grid_signals',
      normalised: {
        measurements: days.flatMap(({ row, start, end, hours }) => [
          { series: 'DAY', slotStart: start, slotEnd: end, value: row.couleur_du_jour, updatedAt: null },
          ...hours.map(({ time, level }) => {
            return { series: 'HOUR', slotStart: time, slotEnd: time.add({ hours: 1 }), value: level, updatedAt: null }
          }),
        ]),
        documents: days.map(({ row, start, end, hours }) => ({
          key: row.date,
          validFrom: start,
          validTo: end,
          body: {
            level: row.couleur_du_jour,
            message: row.message,
            hours: hours.map(({ time, level }) => ({ time: isoSeconds(time), level })),
          },
          updatedAt: null,
        })),
        unreadableSlots: unreadable,
      },
    },
  ]
}

function isCalendarDay(text: string): boolean {
  try {
    return Temporal.PlainDate.from(text).toString() === text
  } catch {
    return false
  }
}

/** Texts of this dataset were encoded twice (`Pas dâ€™alerte.`): undone once, where that gives a valid text. */
export function repairText(text: string): string {
  if (!/[ÃâÂ]/.test(text)) return text
  const bytes = Array.from(text, (character) => windows1252.get(character) ?? character.charCodeAt(0))
  if (bytes.some((byte) => byte > 0xff)) return text
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Uint8Array.from(bytes))
  } catch {
    return text
  }
}

/** Characters of Windows-1252 that are not at their Latin-1 place, with their bytes. */
const windows1252: ReadonlyMap<string, number> = new Map(
  Array.from({ length: 32 }, (_, index): [string, number] => {
    const byte = 0x80 + index
    return [new TextDecoder('windows-1252').decode(Uint8Array.of(byte)), byte]
  }),
)
