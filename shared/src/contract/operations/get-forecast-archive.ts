import * as v from 'valibot'
import { operation } from '../entry/operation.ts'
import {
  ArchivedColorPoint,
  ArchivedForecastPoint,
  ArchiveResponse,
  ColorArchiveResponse,
  ForecastArchiveResponse,
} from '../forecast/forecast-archive.ts'
import { archiveParameters } from '../query/window-parameters.ts'

export const getForecastArchive = operation({
  id: 'getForecastArchive',
  path: '/v1/forecast/archive',
  owner: 'svc-history',
  needsKey: true,
  isClosedToDemo: true,
  query: v.strictObject(archiveParameters),
  response: ArchiveResponse,
  schemas: {
    ArchiveResponse,
    ForecastArchiveResponse,
    ArchivedForecastPoint,
    ColorArchiveResponse,
    ArchivedColorPoint,
  },
  clientFile: 'forecast',
  streamedAs: {
    'text/csv':
      'Points as a table (RFC 4180): a header row with the field names of ArchivedForecastPoint (for tariffColor: ArchivedColorPoint, with the columns blue, white and red instead of probabilities); an empty field means null.',
    'application/x-ndjson': 'One ArchivedForecastPoint (for tariffColor: ArchivedColorPoint) per line, as JSON.',
  },
  chapter: 'Service',
  summary: 'Archived forecasts as they were issued, with the actual values',
  notes:
    'A forecast is issued every hour for the hour in progress and the next 48 hours (72 with a weather forecast), and is stored unchanged. Choose a window of issues (issuedFrom, issuedTo) or a window of forecast hours (targetFrom, targetTo), not both; as in the history, the start is inclusive, the end exclusive, the length at most 366 days, and the history depth of the plan applies. actual is the actual value and may change with later corrections; the other fields of a point never change. Prices and scores have no band until 100 past errors are known. If the archive has no forecast in the window, the response is 200 with an empty list. The response is streamed; text/csv and application/x-ndjson contain only the points, and the headers X-Effective-From and X-Truncated describe the window. The score has 1 decimal, all other values have 2. With quantity=tariffColor the points are tariff days (their target is the start, 06:00 in Paris). A tariff colour outlook is issued when its content changes, at least once a day, with the probabilities of /v1/tariff/outlook; actual is the published colour.',
  exampleQuery: 'targetFrom=2026-02-03T16:00:00Z&targetTo=2026-02-03T17:00:00Z',
  cutInExample: [['points']],
})
