import { CarbonIntensityResponse } from '@hexawatt/shared/contract/carbon-intensity'
import { confidenceHeader, dataModeHeader } from '@hexawatt/shared/contract/principal'
import { isBodyWanted } from '@hexawatt/shared/http/data-headers'
import { Elysia } from 'elysia'
import * as v from 'valibot'
import { currentIntensity, type IntensityDeps } from '../intensity/current-intensity.ts'

/** `GET /v1/carbon/intensity`. */
export function carbonIntensityRoute(deps: IntensityDeps) {
  return new Elysia().get(
    '/v1/carbon/intensity',
    async ({ request, set }) => {
      const { body, version, mode, isDegraded } = await currentIntensity(deps)
      set.headers[dataModeHeader] = mode
      if (isDegraded) set.headers[confidenceHeader] = 'degraded'
      return isBodyWanted({ request, set }, version) ? body : undefined
    },
    { response: { 200: CarbonIntensityResponse, 304: v.undefined() } },
  )
}
