import * as v from 'valibot'
import { operation } from '../entry/operation.ts'
import { holdsUntilQuarterHour } from '../entry/stale-rules.ts'
import {
  PlanCarbon,
  PlanCost,
  PlanSegment,
  ScheduleBaselines,
  SchedulePlan,
  ScheduleResponse,
  ScheduleSaving,
  ScheduleSavings,
} from '../planning/schedule.ts'
import { scheduleParameters } from '../query/schedule-parameters.ts'

export const getSchedule = operation({
  id: 'getSchedule',
  path: '/v1/schedule',
  owner: 'svc-score',
  needsKey: true,
  query: v.strictObject(scheduleParameters),
  requiredQuery: 'durationMinutes=60',
  response: ScheduleResponse,
  schemas: {
    ScheduleResponse,
    SchedulePlan,
    PlanSegment,
    PlanCost,
    PlanCarbon,
    ScheduleBaselines,
    ScheduleSavings,
    ScheduleSaving,
  },
  clientFile: 'planning',
  isTranslated: true,
  isLive: true,
  staleRule: holdsUntilQuarterHour,
  problems: ['invalid_range', 'infeasible_schedule', 'insufficient_data'],
  chapter: 'Service',
  summary: 'When to run a load for the least cost, emissions or the best score, and what that saves',
  notes:
    'The load runs in whole quarter-hours at equal power; the sum of the objective over them is the smallest possible under the constraints. Two of energyKWh, powerKW and durationMinutes are given, or only durationMinutes. latest beyond the forecast of the plan is capped: servedUntil says so. low and high of a plan, and probabilityBetterThanNow, come from the errors of the forecasts of the last 90 days; until the archive holds 30 of them, from errors that are shipped, and advice says so. yesterday is what the hours that were best yesterday would give today. A load that does not fit is refused with 422, with requiredMinutes and smallestWindow (null when the served forecast holds none). What is unknown is null with its reason in advice.',
  exampleQuery:
    'energyKWh=30&powerKW=7.4&latest=2026-02-04T06:00:00Z&maxSegments=4&objective=cost&adderEurPerKwh=0.09&vatPercent=20',
  cutInExample: [['alternatives']],
})
