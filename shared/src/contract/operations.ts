import { CarbonIntensityResponse } from './carbon-intensity.ts'
import { GridStatusResponse } from './grid-status.ts'
import { EnergyScore, ScoreForecast } from './score.ts'
import { StatusResponse } from './status.ts'
import { TariffTodayResponse } from './tariff-today.ts'

/** The parameters that choose a weighting: a preset by name, or four weights. */
export const weightingParameters = ['profile', 'wPrice', 'wCarbon', 'wGrid', 'wAdequacy'] as const

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
    id: 'getScore',
    method: 'GET',
    path: '/v1/score',
    owner: 'svc-score',
    needsKey: true,
    queryParameters: weightingParameters,
    response: EnergyScore,
    summary: 'Score 0–100 of this hour on price, carbon, grid and adequacy',
  },
  {
    id: 'getScoreForecast',
    method: 'GET',
    path: '/v1/score/forecast',
    owner: 'svc-score',
    needsKey: true,
    queryParameters: ['hours', ...weightingParameters],
    response: ScoreForecast,
    summary: 'The score of the next 1 to 48 hours',
  },
  {
    id: 'getGridStatus',
    method: 'GET',
    path: '/v1/grid/status',
    owner: 'svc-score',
    needsKey: true,
    queryParameters: [],
    response: GridStatusResponse,
    summary: 'Grid-tension signal of today and the three days after it',
  },
  {
    id: 'getTariffToday',
    method: 'GET',
    path: '/v1/tariff/today',
    owner: 'svc-score',
    needsKey: true,
    queryParameters: [],
    response: TariffTodayResponse,
    summary: 'Colour of the three-colour tariff, of today and in force now',
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
