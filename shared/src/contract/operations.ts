import { CarbonIntensityResponse } from './carbon-intensity.ts'
import { StatusResponse } from './status.ts'

/**
 * Every public operation: what the gateway routes, what services validate, what the documentation lists.
 * `owner` = the program that answers; `queryParameters` = the only names accepted in the query.
 */
export const operations = [
  {
    id: 'getCarbonIntensity',
    method: 'GET',
    path: '/v1/carbon/intensity',
    owner: 'svc-carbon',
    needsKey: true,
    queryParameters: [],
    response: CarbonIntensityResponse,
    summary: 'Carbon intensity of the French grid, both boundaries, with the generation mix',
  },
  {
    id: 'getStatus',
    method: 'GET',
    path: '/api/status',
    owner: 'gateway',
    needsKey: false,
    queryParameters: [],
    response: StatusResponse,
    summary: 'Freshness of every source',
  },
] as const

export type Operation = (typeof operations)[number]
