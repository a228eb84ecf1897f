import type { CurrentDashboard } from '@hexawatt/shared/answers/dashboard/current-dashboard'
import type { CachedBody } from '@hexawatt/shared/http/bodies/cached-body'
import type { HeaderValues } from '@hexawatt/shared/http/bodies/response-headers'
import { confidenceHeader } from '@hexawatt/shared/http/principal'
import type { Clock } from '@hexawatt/shared/time/clock'
import type { ResponseCache } from '../cache/response-cache.ts'
import { varyOf } from '../http/representations.ts'
import { findCarbonLevel, listComparedMonths, minComparedHours } from './carbon-level.ts'
import { makeForecastBody, makeLatestBody } from './facade-bodies.ts'
import { requireZone } from './facade-query.ts'
import { makeHomeAssistantBody, makeMixBody, makePowerBreakdownBody } from './mix-bodies.ts'
import { createShapedBodies, type FurtherSources } from './shaped-bodies.ts'
import { type Admitted, makeSourceRequest, parseJson, readChangedAtMs } from './source-request.ts'
import { createUnknownError, readDashboard } from './unknown-values.ts'

export type CurrentAnswersDeps = {
  /** The gateway's zone, the only zone that is answered. */
  zone: string
  cachedBody: ResponseCache['readBody']
  /** Knows the exchanges of the newest hours. */
  dashboard: Pick<CurrentDashboard, 'latest'>
  clock: Clock
}

type Make = (answered: unknown, headers: HeaderValues) => object

/** Makes the façade's answers about the present and the coming hours, each shaped once from a cached answer of a live operation. */
export function createCurrentAnswers({ zone, cachedBody, dashboard, clock }: CurrentAnswersDeps) {
  const shapeOnce = createShapedBodies()

  const shape = ({ operation }: Admitted, answer: CachedBody, make: Make, further: FurtherSources | null = null) =>
    shapeOnce(operation.path, answer, varyOf(operation), make, further)

  const addZone =
    (make: Make): Make =>
    (answered, headers) => ({ ...make(answered, headers), zone })

  /** The cached current intensity. @throws AppError `insufficient_data` of an estimate, for a caller that wants none */
  async function readIntensity(admitted: Admitted): Promise<CachedBody> {
    requireZone(admitted.values, zone)
    const answer = await cachedBody(makeSourceRequest(admitted, 'getCarbonIntensity', ''))
    if (admitted.values.disableEstimations === 'true' && readHour(parseJson(answer.body), answer.headers).isEstimated) {
      const detail = 'The newest value is an estimate, and disableEstimations is true.'
      throw createUnknownError(detail, await readDashboard(dashboard))
    }
    return answer
  }

  /** @param make gets the exchanges of the hour of the mix; those of another hour are unknown */
  async function answerMix(
    admitted: Admitted,
    make: typeof makePowerBreakdownBody | typeof makeMixBody,
  ): Promise<CachedBody> {
    const [answer, current] = await Promise.all([readIntensity(admitted), readDashboard(dashboard)])
    const exchanges = current?.exchanges ?? null
    const changedAtMs = current === null ? 0 : Date.parse(current.generatedAt)
    const makeWithExchanges = addZone((intensity, headers) => {
      const hour = readHour(intensity, headers)
      const isOfHour = exchanges !== null && Date.parse(exchanges.start) === Date.parse(hour.datetime)
      return make(intensity, hour, isOfHour ? exchanges : null)
    })
    return shape(admitted, answer, makeWithExchanges, { sources: [exchanges], changedAtMs })
  }

  return {
    async latest(admitted: Admitted): Promise<CachedBody> {
      return shape(admitted, await readIntensity(admitted), addZone(readHour))
    },
    async homeAssistant(admitted: Admitted): Promise<CachedBody> {
      return shape(admitted, await readIntensity(admitted), (intensity, headers) => ({
        ...makeHomeAssistantBody(intensity, readHour(intensity, headers)),
        countryCode: zone,
      }))
    },
    powerBreakdown: (admitted: Admitted) => answerMix(admitted, makePowerBreakdownBody),
    mix: (admitted: Admitted) => answerMix(admitted, makeMixBody),
    async level(admitted: Admitted): Promise<CachedBody> {
      const answer = await readIntensity(admitted)
      const months = await Promise.all(
        listComparedMonths(clock.now()).map((month) =>
          cachedBody(makeSourceRequest(admitted, 'getHours', `month=${month}`)),
        ),
      )
      const nowMs = clock.now().epochMilliseconds
      const changedAtMs = Math.max(...months.map(({ headers }) => readChangedAtMs(headers) ?? nowMs))
      const current = await readDashboard(dashboard)
      const make = addZone((intensity, headers) => {
        const { datetime } = readHour(intensity, headers)
        const level = findCarbonLevel(
          intensity,
          Date.parse(datetime),
          months.map(({ body }) => parseJson(body)),
        )
        if (level !== null) return { data: [{ level, datetime }] }
        const detail = `Fewer than ${minComparedHours} hours of the seven days before the newest hour are known.`
        throw createUnknownError(detail, current)
      })
      return shape(admitted, answer, make, { sources: months, changedAtMs })
    },
    async forecast(admitted: Admitted): Promise<CachedBody> {
      requireZone(admitted.values, zone)
      // The export begins with the quarter-hour in progress: the hour in progress is part of a forecast here.
      const answer = await cachedBody(makeSourceRequest(admitted, 'getEvccExport', 'quantity=carbon'))
      const nowMs = clock.now().epochMilliseconds
      const make = addZone((rates, headers) => makeForecastBody(rates, readChangedAtMs(headers), nowMs))
      return shape(admitted, answer, make)
    },
  }
}

/** The newest published hour. @param intensity body of `GET /v1/carbon/intensity` @param headers of the same answer */
const readHour = (intensity: unknown, headers: HeaderValues) =>
  makeLatestBody(intensity, readChangedAtMs(headers), headers[confidenceHeader] !== undefined)
