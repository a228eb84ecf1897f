import { operation } from '../entry/operation.ts'
import { ListedDemoLimits, ListedPlan, PlansResponse } from '../plans/plan-bodies.ts'

export const getPlans = operation({
  id: 'getPlans',
  path: '/api/plans',
  owner: 'gateway',
  needsKey: false,
  response: PlansResponse,
  schemas: { PlansResponse, ListedPlan, ListedDemoLimits },
  clientFile: 'service',
  isFixedTable: true,
  chapter: 'Service',
  summary: 'Every plan with its price, limits and features',
  notes: 'The same plan table that the gateway enforces.',
})
