import { toTariffColorCode } from '@hexawatt/shared/grid/public-signals'
import { findSeasonStart } from '@hexawatt/shared/methodology/tariff-colors/tariff-season'
import { addParisDays, parisMidnight, toTariffDay } from '@hexawatt/shared/time/paris'
import { UpstreamError } from '@hexawatt/shared/upstream/upstream-error'
import * as v from 'valibot'
import type { FeedContent, Measurement } from '../definition/content.ts'
import { readPayload } from '../definition/operator-payload.ts'
import { type Answer, buildOpenCall, readJson, type Source } from '../definition/source.ts'

const light = buildOpenCall('/cms/open_data/v1/tempoLight')
const seasonPath = '/cms/open_data/v1/tempo'

/** Words of both languages, as clients have met them. */
const wordsOfColors: ReadonlyMap<string, 'BLUE' | 'WHITE' | 'RED'> = new Map([
  ['BLEU', 'BLUE'],
  ['BLANC', 'WHITE'],
  ['ROUGE', 'RED'],
])

/** Colours of the days of the three-colour tariff, from the feed of the operator's own public page. */
export const rteServicesTariff: Source = {
  id: 'rte_services_tariff',
  publisher: 'rte-services',
  rhythm: {
    kind: 'times',
    // The times before 06:30 are used only while the colour of the day itself is missing; those in the evening because publications have been hours late.
    at: { paris: ['05:45', '06:05', '06:35', '10:45', '11:00', '11:30', '12:30', '14:30', '17:00', '19:30', '22:00'] },
    until: 'tariff_calendar',
  },
  fills: ['tariff_calendar'],
  // The whole season at first: the forecast of the colours needs to know how many days are left.
  calls: ({ now, lastSuccess }) =>
    lastSuccess === null ? [buildOpenCall(seasonPath, { season: findSeasonInForce(now) })] : [light],
  read: (answer) => ({ feeds: readTariff(answer) }),
  expected: {
    contentType: 'json',
    members: ['values'],
    newest: { feed: 'tariff_calendar', minSeries: 1, maxLagMs: 0 },
  },
}

/**
 * Name of the season that the colour in force is in (`2026-2027`). On 31 August, and until 06:00 on 1 September, it is still the old one: the list of the
 * new one lacks the colour in force, and its first days come with the next poll.
 */
export function findSeasonInForce(now: Temporal.Instant): string {
  const { year } = findSeasonStart(toTariffDay(now))
  return `${year}-${year + 1}`
}

const Values = v.object({ values: v.record(v.string(), v.unknown()) })
const dayPattern = /^\d{4}-\d\d-\d\d$/

/** The word of a colour that is not known yet. */
const unknownWord = '?'

/**
 * Days with a colour that is final; `<day>-fallback` "true" and "?" are absent.
 *
 * @throws UpstreamError `unusable` when there are colours and none is a known word, or none belongs to a day
 */
function readTariff(answer: Answer): FeedContent[] {
  const { values } = readPayload(Values, readJson(answer))
  const final = Object.entries(values).filter(
    ([day, word]) => dayPattern.test(day) && word !== unknownWord && String(values[`${day}-fallback`]) !== 'true',
  )
  const words = Object.values(values).filter((word) => typeof word === 'string' && isColor(word))
  if (words.length > 0 && !Object.keys(values).some((day) => dayPattern.test(day))) {
    throw new UpstreamError('unusable', `none of ${words.length} colours stands next to a day YYYY-MM-DD`)
  }
  const colors = final.map(([day, word]) => (typeof word === 'string' ? readColorOfDay(day, word) : []))
  const unreadableSlots = colors.filter((color) => color.length === 0).length
  if (unreadableSlots > 0 && unreadableSlots === final.length) {
    throw new UpstreamError(
      'unusable',
      `none of ${final.length} days has a known colour, the first is ${final[0]?.[1]}`,
    )
  }
  return [{ feed: 'tariff_calendar', normalised: { measurements: colors.flat(), documents: [], unreadableSlots } }]
}

function isColor(word: string): boolean {
  const name = word.trim().toUpperCase()
  return toTariffColorCode(wordsOfColors.get(name) ?? name) !== null
}

/** The colour of a calendar day as a value; none for a word that names no colour or a day that does not exist. */
export function readColorOfDay(day: string, word: string): Measurement[] {
  const name = word.trim().toUpperCase()
  const code = toTariffColorCode(wordsOfColors.get(name) ?? name)
  if (code === null) return []
  try {
    const slotStart = parisMidnight(Temporal.PlainDate.from(day))
    return [{ series: 'COLOR', slotStart, slotEnd: addParisDays(slotStart, 1), value: code, updatedAt: null }]
  } catch {
    return []
  }
}
