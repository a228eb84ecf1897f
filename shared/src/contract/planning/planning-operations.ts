import { weightingParameters } from '../values/score-weights.ts'
import { OutlookResponse } from './outlook.ts'
import { ScheduleResponse } from './schedule.ts'
import { scheduleParameterNames } from './schedule-parameters.ts'

/** The operations that say when to run a load; their place in the list of all operations is their place in the documentation. */
export const planningOperations = [
  {
    id: 'getOutlook',
    method: 'GET',
    path: '/v1/outlook',
    owner: 'svc-score',
    needsKey: true,
    queryParameters: ['hours', 'resolution'],
    isLive: true,
    response: OutlookResponse,
    summary: 'Carbon, price, score, signal and tariff colour of the next 1 to 48 hours, with bands',
  },
  {
    id: 'getSchedule',
    method: 'GET',
    path: '/v1/schedule',
    owner: 'svc-score',
    needsKey: true,
    queryParameters: [...scheduleParameterNames, ...weightingParameters],
    isLive: true,
    isTranslated: true,
    response: ScheduleResponse,
    summary: 'When to run a load for the least cost, emissions or the best score, and what that saves',
  },
] as const
