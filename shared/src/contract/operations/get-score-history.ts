import * as v from 'valibot'
import { operation } from '../entry/operation.ts'
import { weightingParameters } from '../query/weighting-parameters.ts'
import { windowParameters } from '../query/window-parameters.ts'
import { HistoryPoint, MethodologyBreakdownEntry, ScoreHistoryResponse } from '../score-history.ts'

export const getScoreHistory = operation({
  id: 'getScoreHistory',
  path: '/v1/score/history',
  owner: 'svc-history',
  needsKey: true,
  isClosedToDemo: true,
  query: v.strictObject({ ...windowParameters, ...weightingParameters }),
  response: ScoreHistoryResponse,
  schemas: { ScoreHistoryResponse, HistoryPoint, MethodologyBreakdownEntry },
  clientFile: 'score-history',
  streamedAs: {
    'text/csv':
      'Points as a table: a header row with the names of HistoryPoint and provenance, empty where there is no value (RFC 4180).',
    'application/x-ndjson': 'One HistoryPoint per line, as JSON, with provenance as its last key.',
  },
  chapter: 'Score',
  summary: 'Past points of the score, every 10 minutes or hourly',
  notes:
    'from inclusive, to exclusive, at most 366 days. A from before the depth of the plan is refused with 403 only when a larger plan would deliver more; where storage is the shorter one, the answer is truncated and says so. Nothing stored is 200 with an empty list. Answered as a stream; text/csv and application/x-ndjson hold only the points; X-Effective-From and X-Truncated say where they begin, and the last column provenance says who made a point: live at its tick, backfilled afterwards from stored feed data, mixed for an hour of both. A backfilled point knows no value that came later than it was due, has no grid signal (the publisher gives no past) and so a lower confidence, and no forecast was issued with it.',
  exampleQuery: 'from=2026-02-03T17:00:00Z&to=2026-02-03T18:00:00Z',
  cutInExample: [['points']],
})
