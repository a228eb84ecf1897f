/** Days of issues whose errors at the same hour of the day make the hour bias, and the half-life of their weight, days. */
const biasDays = 28
const biasHalfLifeDays = 7
/** Hours whose errors make the recent error. */
const recentHours = 24
/** Days of issues that an issue looks back at, for leads up to 72 hours: the oldest issue of the hour bias. */
export const pastErrorDays = biasDays + 4

/**
 * E(o, n) = ln(actual / A) of an earlier issue, A its intensity before any correction: by hour of the issue, hours since the epoch, and lead. Undefined
 * where the issue is missing or the hour has not come true.
 */
export type ErrorLookup = (issueHour: number, lead: number) => number | undefined

/** E of one hour; null when one of the two intensities is unknown or not positive. */
export function computeIssueError(actual: number | null, forecast: number | null): number | null {
  return actual !== null && forecast !== null && actual > 0 && forecast > 0 ? Math.log(actual / forecast) : null
}

/**
 * r24: the mean of E(o′, n) over the issues whose hour n came true in the last 24 known hours (docs/methodology/forecast.md#corrections-learnt-from-errors);
 * null without any.
 *
 * @param newestHour l, hours since the epoch
 */
export function computeRecentError(errorAt: ErrorLookup, newestHour: number, lead: number): number | null {
  let [sum, count] = [0, 0]
  for (let issueHour = newestHour - lead - recentHours + 1; issueHour <= newestHour - lead; issueHour += 1) {
    const error = errorAt(issueHour, lead)
    if (error === undefined) continue
    sum += error
    count += 1
  }
  return count === 0 ? null : sum / count
}

/**
 * h28: the mean of E(o − 24(m₀ + j), n), j = 0 … 27, weights ½^(j/7), m₀ the least whole number of days after which hour n of that issue is known; null
 * without any.
 */
export function computeHourBias(
  errorAt: ErrorLookup,
  issueHour: number,
  newestHour: number,
  lead: number,
): number | null {
  const newest = issueHour - 24 * Math.max(1, Math.ceil((issueHour + lead - newestHour) / 24))
  let [sum, weights] = [0, 0]
  for (let day = 0; day < biasDays; day += 1) {
    const error = errorAt(newest - 24 * day, lead)
    if (error === undefined) continue
    const weight = 0.5 ** (day / biasHalfLifeDays)
    sum += weight * error
    weights += weight
  }
  return weights === 0 ? null : sum / weights
}
