import { operation } from '../entry/operation.ts'
import { SourceStatus, StatusResponse } from '../status.ts'

export const getStatus = operation({
  id: 'getStatus',
  path: '/api/status',
  owner: 'gateway',
  needsKey: false,
  response: StatusResponse,
  schemas: { StatusResponse, SourceStatus },
  clientFile: 'service',
  clientNames: { StatusResponse: 'ServiceStatus' },
  chapter: 'Service',
  summary: 'Freshness of every source',
  notes: 'When each source was last read and what is expected next; whether the data are live, demo or replay.',
  cutInExample: [['sources']],
})
