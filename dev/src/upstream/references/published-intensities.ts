import type { YearlyIntensity } from '../subjects/grid-source.ts'

/** The publisher closes a year around the end of the following February. */
const publicationMonthDay = '03-01'

/** The rows whose year is already published: a year is served from 1 March (UTC) of the next one. */
export function publishedIntensities(rows: readonly YearlyIntensity[], now: Temporal.Instant): YearlyIntensity[] {
  return rows.filter(({ year }) => {
    const publishedAt = Temporal.Instant.from(`${year + 1}-${publicationMonthDay}T00:00:00Z`)
    return Temporal.Instant.compare(publishedAt, now) <= 0
  })
}
