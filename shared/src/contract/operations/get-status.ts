import { operation } from '../entry/operation.ts'
import { LoadedPast, SourceStatus, StatusResponse } from '../status.ts'

export const getStatus = operation({
  id: 'getStatus',
  path: '/api/status',
  owner: 'gateway',
  needsKey: false,
  response: StatusResponse,
  schemas: { StatusResponse, SourceStatus, LoadedPast },
  clientFile: 'service',
  clientNames: { StatusResponse: 'ServiceStatus' },
  chapter: 'Service',
  summary: 'Freshness of every source',
  notes:
    'For each source, the time of the last successful read and of the next expected values; also the kind of data (live, open, demo or replay), and how much of the past the installation has loaded.',
  cutInExample: [['sources']],
})
