import { coreBorderCountries, findCountryOfEicCode, franceEicCode } from '@hexawatt/shared/grid/borders'
import type { Sql } from '@hexawatt/shared/postgres/client'

/** A border of the fixed list, and how old its newest known flow is, seconds. */
export type BorderAge = { country: string; ageSeconds: number }

/** Days in which the newest flow of a border is searched; a border without any gets this age. */
const searchedDays = 8
/** Hours without a flow after which a border counts as lost; the zeros of an idle cable may be accepted only after half a day. */
const lostAfterHours = 24

/** Age of the newest flow at each border that every hour needs, as known at `now`; none while no flow at all is known. */
export async function readBorderAges(sql: Sql, now: Temporal.Instant): Promise<BorderAge[]> {
  const rows = await sql<{ series: string; newestEnd: Temporal.Instant }[]>`
    select series, max(slot_end) as newest_end from feed_values
    where feed = 'physical_flows' and slot_start >= ${now.subtract({ hours: 24 * searchedDays })} and known_from <= ${now}
    group by series`
  if (rows.length === 0) return []
  const newestMs = new Map<string, number>()
  for (const { series, newestEnd } of rows) {
    const country = findCountryOfEicCode(series.split('>').find((area) => area !== franceEicCode) ?? series)
    newestMs.set(country, Math.max(newestMs.get(country) ?? 0, newestEnd.epochMilliseconds))
  }
  const longAgoMs = now.subtract({ hours: 24 * searchedDays }).epochMilliseconds
  return coreBorderCountries.map((country) => ({
    country,
    ageSeconds: (now.epochMilliseconds - (newestMs.get(country) ?? longAgoMs)) / 1_000,
  }))
}

/** Countries whose border has been without a flow for a day or longer. */
export function findLostBorders(ages: readonly BorderAge[]): string[] {
  return ages.filter(({ ageSeconds }) => ageSeconds > lostAfterHours * 3_600).map(({ country }) => country)
}
