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
  summary: 'How far back the history reaches, and how complete it is',
  notes:
    'What the history really holds: its first and newest point, the share of the points that there would be by now without gaps, and how many were computed afterwards.',
})
