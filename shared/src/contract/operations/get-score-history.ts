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
      'Points as a table (RFC 4180): a header row with the field names of HistoryPoint and provenance; an empty field means null.',
    'application/x-ndjson': 'One HistoryPoint per line, as JSON, with provenance as its last key.',
  },
  chapter: 'Score',
  summary: 'Past points of the score, every 10 minutes or hourly',
  notes:
    'from inclusive, to exclusive, at most 366 days. A from before the history depth of the plan is refused with 403 only if a larger plan would return more points; if the stored history is shorter, the response is truncated and truncated is true. If no point is stored in the window, the response is 200 with an empty list. The response is streamed; text/csv and application/x-ndjson contain only the points, and the headers X-Effective-From and X-Truncated describe the window. Their last column, provenance, tells how a point was computed: live, backfilled (later, from stored source data) or mixed (an hour with both kinds). A backfilled point uses only values that were due by its time. It has no grid signal, because the publisher offers no past signals, and therefore a lower confidence; no forecast was issued with it.',
  exampleQuery: 'from=2026-02-03T17:00:00Z&to=2026-02-03T18:00:00Z',
  cutInExample: [['points']],
})
