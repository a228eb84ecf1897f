import { CarbonIntensityResponse } from '@hexawatt/shared/contract/carbon-intensity'
import { confidenceHeader, dataModeHeader } from '@hexawatt/shared/contract/principal'
import { Elysia } from 'elysia'
import { currentIntensity, type IntensityDeps } from '../intensity/current-intensity.ts'

/** `GET /v1/carbon/intensity`. */
export function carbonIntensityRoute(deps: IntensityDeps) {
  return new Elysia().get(
    '/v1/carbon/intensity',
    async ({ set }) => {
      const { body, mode, isDegraded } = await currentIntensity(deps)
      set.headers[dataModeHeader] = mode
      if (isDegraded) set.headers[confidenceHeader] = 'degraded'
      return body
    },
    { response: CarbonIntensityResponse },
  )
}
