import { createBoundedMap } from '../../bounds/bounded-map.ts'
import type { DayKind, PricedColor } from '../../contract/planning/choices.ts'
import type { ContractPeriod } from '../../contract/planning/contract-periods.ts'
import { type HourRange, parseHourRanges } from '../../contract/planning/hour-ranges.ts'
import { isFrenchHolidayOn } from '../../grid/french-holidays.ts'
import { toDay } from '../../time/paris-clock.ts'

/** Off-peak hours of a customer: summer is 1 April to 31 October. */
export type SeasonalHours = { summer: readonly HourRange[]; winter: readonly HourRange[] }

/** Minutes of a day up to which one period applies; `period` is its index in the list. */
export type DaySegment = { toMinute: number; period: number }

const minutesPerDay = 1_440
const summer = { from: '04-01', to: '10-31' }

/** What decides the periods of a civil day, apart from the colour. */
type DayTraits = {
  kinds: readonly DayKind[]
  isSummer: boolean
  /** By period. */
  isInSeason: readonly boolean[]
  /** Equal for days with equal periods. */
  key: string
}

/**
 * Compiles a list of periods to tables: which period applies to each minute of a civil day under a colour. Each minute is judged by its own date: after
 * midnight a range that began on a Friday belongs to the Saturday.
 *
 * @param offPeak off-peak hours behind the word `offPeak`; null = unknown, periods with that word then never apply
 */
export function createDayPeriods(periods: readonly ContractPeriod[], offPeak: SeasonalHours | null) {
  const hours = periods.map((period) => toHours(period, offPeak))
  const segmentsByKey = createBoundedMap<readonly DaySegment[]>(4_096)
  let last: { date: string; traits: DayTraits } | null = null
  /** Answer to the last question: steps of a day follow each other. */
  let answered: { date: string; color: PricedColor | null; segments: readonly DaySegment[] } | null = null

  function findTraits(date: string): DayTraits {
    if (last?.date !== date) last = { date, traits: toTraits(periods, date) }
    return last.traits
  }

  function buildSegments({ kinds, isSummer, isInSeason }: DayTraits, color: PricedColor | null): DaySegment[] {
    const rangesOf = (index: number): readonly HourRange[] | null => {
      const ofPeriod = hours[index] ?? null
      return ofPeriod && (isSummer ? ofPeriod.summer : ofPeriod.winter)
    }
    const candidates = periods.flatMap(({ days, colors }, period) => {
      const isMeant =
        isInSeason[period] &&
        (days === null || kinds.some((kind) => days.includes(kind))) &&
        (colors === null || (color !== null && colors.includes(color)))
      return isMeant ? [{ period, ranges: rangesOf(period) }] : []
    })
    const edges = candidates
      .flatMap(({ ranges }) => ranges ?? [])
      .flatMap(({ fromMinute, toMinute }) => [fromMinute, toMinute])
    const starts = [...new Set([0, ...edges])].sort((one, other) => one - other)
    const segments: DaySegment[] = []
    for (const [index, start] of starts.entries()) {
      const found = candidates.find(({ ranges }) => ranges === null || ranges.some((range) => isWithin(range, start)))
      const [toMinute, period] = [starts[index + 1] ?? minutesPerDay, found?.period ?? -1]
      const before = segments.at(-1)
      if (before?.period === period) before.toMinute = toMinute
      else segments.push({ toMinute, period })
    }
    return segments
  }

  /**
   * Segments of a civil day, `YYYY-MM-DD`, in order and without a gap; `period` is -1 where no period applies, as in a table that was not validated.
   *
   * @param color of the tariff day; null where periods have no colours
   */
  return function findSegments(date: string, color: PricedColor | null): readonly DaySegment[] {
    if (answered?.date === date && answered.color === color) return answered.segments
    const segments = findKnownSegments(date, color)
    answered = { date, color, segments }
    return segments
  }

  function findKnownSegments(date: string, color: PricedColor | null): readonly DaySegment[] {
    const traits = findTraits(date)
    const key = color === null ? traits.key : traits.key + color
    const known = segmentsByKey.get(key)
    if (known !== undefined) return known
    const segments = buildSegments(traits, color)
    segmentsByKey.set(key, segments)
    return segments
  }
}

/** Ranges of a period by season of the customer's hours; null = all hours. */
function toHours({ hours }: ContractPeriod, offPeak: SeasonalHours | null): SeasonalHours | null {
  if (hours === null) return null
  if (hours === 'offPeak') return offPeak ?? { summer: [], winter: [] }
  const ranges = parseHourRanges(hours) ?? []
  return { summer: ranges, winter: ranges }
}

function toTraits(periods: readonly ContractPeriod[], date: string): DayTraits {
  const kinds = listDayKinds(date)
  const monthDay = date.slice('YYYY-'.length)
  const isSummer = isInSeasonOf(summer, monthDay)
  const isInSeason = periods.map(({ season }) => season === null || isInSeasonOf(season, monthDay))
  return {
    kinds,
    isSummer,
    isInSeason,
    key: `${kinds.join('')}${isSummer ? 's' : 'w'}${isInSeason.map(Number).join('')}`,
  }
}

function isInSeasonOf({ from, to }: { from: string; to: string }, monthDay: string): boolean {
  return from <= to ? monthDay >= from && monthDay <= to : monthDay >= from || monthDay <= to
}

/** Kinds of a civil day, `YYYY-MM-DD`: a public holiday is no weekday, and on a Saturday or Sunday it is part of the weekend too. */
function listDayKinds(date: string): readonly DayKind[] {
  const day = toDay(date)
  // 1970-01-01 was a Thursday.
  const weekday = (((day + 3) % 7) + 7) % 7
  const kinds: DayKind[] = isFrenchHolidayOn(day) ? ['holiday'] : []
  if (weekday >= 5) return ['weekend', ...kinds]
  return kinds.length > 0 ? kinds : ['weekday']
}

function isWithin({ fromMinute, toMinute }: HourRange, minute: number): boolean {
  return fromMinute < toMinute ? minute >= fromMinute && minute < toMinute : minute >= fromMinute || minute < toMinute
}
