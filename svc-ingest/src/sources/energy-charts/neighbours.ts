import { coreBorderCountries, type NeighbourCountry } from '@hexawatt/shared/grid/borders'
import { type NeighbourMixId, neighbourMixIds } from '@hexawatt/shared/grid/publishers'
import { hourMs, hourStart } from '@hexawatt/shared/time/instant'
import { addParisDays, parisDate } from '@hexawatt/shared/time/paris'
import type { PollContext, Source } from '../definition/source.ts'
import { splitWindow, type Window } from '../definition/window.ts'
import { buildChartCall } from './answer.ts'
import { greatBritain } from './asked.ts'
import { readNeighbourMix } from './read-neighbour-mix.ts'

/** Longest span of one call, days: the yearly fall-back needs 30 days of a neighbour, which the first poll brings at once. */
const maxDays = 31
/** Days that the first poll of a day reads again: what the publisher has added or revised by then. */
const repairDays = 8
/** Paris hours of the polls, and the minutes at which the neighbours follow each other, apart from the other polls of the publisher. */
const pollHours = [1, 4, 7, 10, 13, 16, 19, 22]
const firstMinute = 32
const minutesApart = 3

/** Least number of production types of a neighbour: Switzerland has seven. */
const minTypes = 5

/**
 * Output by production type of each neighbour, every three hours: one source per neighbour, so that one which fails or is unknown to the publisher harms no
 * other. They fill no feed, so that they are fallbacks for nothing and are always polled.
 */
export const neighbourMixes: readonly Source[] = coreBorderCountries.map(createNeighbourMix)

function createNeighbourMix(country: NeighbourCountry, index: number): Source {
  const minute = firstMinute + index * minutesApart
  const list = (window: Window) =>
    splitWindow(window, maxDays).map(({ start, end }) =>
      buildChartCall('/public_power', { country: toAskedCountry(country) }, start, end),
    )
  return {
    id: neighbourMixIds[country],
    publisher: 'energy-charts',
    rhythm: {
      kind: 'times',
      at: { paris: pollHours.map((hour) => `${String(hour).padStart(2, '0')}:${minute}`) },
    },
    fills: [],
    gives: ['neighbour_mixes'],
    yieldsToFeeds: true,
    absent: { status: 404 },
    calls: (context) => {
      const calls = list({ start: findFirstAsked(context), end: endOfAsked(context.now) })
      return context.lastSuccess === null ? calls.map((call) => ({ ...call, isFirst: true })) : calls
    },
    backfillCalls: list,
    backfillLimits: { pieceDays: maxDays, latestEnd: endOfAsked },
    read: (answer) => ({ neighbour: readNeighbourMix(country, answer) }),
    expected: {
      contentType: 'json',
      members: ['unix_seconds', 'production_types', 'deprecated'],
      newest: { feed: 'neighbour mix', minSeries: minTypes, maxLagMs: 6 * hourMs },
    },
  }
}

/** The neighbour whose mix a source gives; undefined of another source. */
export function findCountryOfMix(id: string): NeighbourCountry | undefined {
  const mixes: Readonly<Record<NeighbourCountry, NeighbourMixId>> = neighbourMixIds
  return coreBorderCountries.find((country) => mixes[country] === id)
}

function toAskedCountry(country: NeighbourCountry): string {
  return country === 'GB' ? greatBritain : country.toLowerCase()
}

function endOfAsked(now: Temporal.Instant): Temporal.Instant {
  return hourStart(now).add({ hours: 1 })
}

/** A month at first; the last days at the first poll of a day, and after an interruption all that it left out; else yesterday and today. */
function findFirstAsked({ now, lastSuccess }: PollContext): Temporal.Instant {
  const month = addParisDays(now, 1 - maxDays)
  if (lastSuccess === null || Temporal.Instant.compare(lastSuccess, now) > 0) return month
  const yesterday = addParisDays(now, -1)
  if (parisDate(lastSuccess).equals(parisDate(now))) return yesterday
  const missed = addParisDays(lastSuccess, -repairDays + 1)
  return Temporal.Instant.compare(missed, month) < 0 ? month : missed
}
