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
  summary: 'Best time to run a load (lowest cost, lowest emissions or best score), and the saving',
  notes:
    'The load runs in whole quarter-hours at constant power; the plan has the smallest possible sum of the objective under the constraints. Of plans with the same cost the one with the lowest emissions is chosen, then the earliest or latest by tieBreak; where the cost does not differ at all, the plan is compared with startNow and yesterday by emissions, and comparedBy and advice say so. Give two of energyKWh, powerKW and durationMinutes, or only durationMinutes. A value of latest beyond the forecast of the plan is capped: see servedUntil. low and high of a plan and probabilityBetterThanNow are calculated from the forecast errors of the last 90 days; until the archive has 30 forecasts, shipped errors are used and advice says so. The baseline yesterday uses the hours that were best yesterday with today’s forecast. A load that does not fit is refused with 422, with requiredMinutes and smallestWindow (null when no window in the served forecast is long enough). Unknown values are null, and advice gives the reason.',
  exampleQuery:
    'energyKWh=30&powerKW=7.4&latest=2026-02-04T06:00:00Z&maxSegments=4&objective=cost&adderEurPerKwh=0.09&vatPercent=20',
  cutInExample: [['alternatives']],
})
