import { operation } from '../entry/operation.ts'
import { holdsForAnHour } from '../entry/stale-rules.ts'
import { CoverageResponse } from '../score-history.ts'

export const getCoverage = operation({
  id: 'getCoverage',
  path: '/api/coverage',
  owner: 'svc-history',
  needsKey: false,
  response: CoverageResponse,
  schemas: { CoverageResponse },
  clientFile: 'score-history',
  isLive: true,
  staleRule: holdsForAnHour,
  chapter: 'Service',
  summary: 'Extent and completeness of the history',
  notes:
    'Oldest and newest stored point, completeness compared with a history without gaps, and the number of points that were not computed live but later.',
})
