import type { CurrentDashboard } from '@hexawatt/shared/answers/dashboard/current-dashboard'
import type { ElectricityMapsHour } from '@hexawatt/shared/contract/formats/electricity-maps-bodies'
import type { CachedBody } from '@hexawatt/shared/http/bodies/cached-body'
import type { Clock } from '@hexawatt/shared/time/clock'
import { hourMs } from '@hexawatt/shared/time/instant'
import type { Forward } from '../upstream/forward.ts'
import { encodeFacadeBody } from './facade-bodies.ts'
import { type HourRange, requireZone, toPastHour, toRange } from './facade-query.ts'
import { createPastHours, latestPointHours } from './past-hours.ts'
import { type Admitted, makeSourceRequest } from './source-request.ts'
import { createUnknownError, readDashboard } from './unknown-values.ts'

/** Hours of `history`. */
const historyHours = 24

export type PastAnswersDeps = {
  /** The gateway's zone, the only zone that is answered. */
  zone: string
  forward: Forward
  dashboard: Pick<CurrentDashboard, 'latest'>
  clock: Clock
}

/** Makes the façade's answers about the past, from the points of the history under the caller's own rights. */
export function createPastAnswers({ zone, forward, dashboard, clock }: PastAnswersDeps) {
  const findPastHours = createPastHours(forward)

  async function answerFrom(
    admitted: Admitted,
    range: HourRange,
    make: (hours: readonly ElectricityMapsHour[]) => object,
  ): Promise<CachedBody> {
    const { headers, hours } = await findPastHours(range, (query) =>
      makeSourceRequest(admitted, 'getScoreHistory', query),
    )
    return encodeFacadeBody(admitted.operation, headers, { zone, ...make(hours) })
  }

  /** The newest published hours: older ones make up for the hours that are not published yet. */
  function findNewestRange(): HourRange {
    const endMs = Math.ceil(clock.now().epochMilliseconds / hourMs) * hourMs
    return { startMs: endMs - (historyHours + latestPointHours) * hourMs, endMs }
  }

  const addZone = (hour: ElectricityMapsHour) => ({ ...hour, zone })

  return {
    async history(admitted: Admitted): Promise<CachedBody> {
      requireZone(admitted.values, zone)
      return answerFrom(admitted, findNewestRange(), (hours) => ({ history: hours.slice(-historyHours).map(addZone) }))
    },
    async hour(admitted: Admitted): Promise<CachedBody> {
      requireZone(admitted.values, zone)
      const range = toPastHour(admitted.values, clock.now())
      const current = await readDashboard(dashboard)
      return answerFrom(admitted, range ?? findNewestRange(), (hours) => {
        const isAsked = ({ datetime }: ElectricityMapsHour) => range === null || Date.parse(datetime) === range.startMs
        const hour = hours.findLast(isAsked)
        if (hour === undefined) throw createUnknownError('No carbon intensity of this hour is known.', current)
        return addZone(hour)
      })
    },
    async range(admitted: Admitted): Promise<CachedBody> {
      requireZone(admitted.values, zone)
      const range = toRange(admitted.values, clock.now())
      const isInRange = ({ datetime }: ElectricityMapsHour): boolean =>
        Date.parse(datetime) >= range.startMs && Date.parse(datetime) < range.endMs
      return answerFrom(admitted, range, (hours) => ({ data: hours.filter(isInRange).map(addZone) }))
    },
  }
}
