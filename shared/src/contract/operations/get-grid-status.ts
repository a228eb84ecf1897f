import { parisDayStart } from '../../time/paris.ts'
import { operation } from '../entry/operation.ts'
import { reviseBody } from '../entry/stale-rules.ts'
import { GridStatusDay, GridStatusHour, GridStatusResponse } from '../grid-and-tariff.ts'

export const getGridStatus = operation({
  id: 'getGridStatus',
  path: '/v1/grid/status',
  owner: 'svc-score',
  needsKey: true,
  response: GridStatusResponse,
  schemas: { GridStatusResponse, GridStatusDay, GridStatusHour },
  clientFile: 'grid',
  isLive: true,
  /** The signal of the same Paris day, whose days are named from today on, marked as stale. */
  staleRule: (last) =>
    parisDayStart(last.madeAt).equals(parisDayStart(last.now))
      ? reviseBody(GridStatusResponse, last, (signal) => ({ ...signal, stale: true }))
      : null,
  problems: ['insufficient_data'],
  chapter: 'Grid',
  summary: 'Grid-tension signal of today and the three days after it',
  notes:
    'The operator’s signal for today and up to three days after it, hour by hour, under the Open Licence 2.0. 503 when nothing that was published covers today.',
  cutInExample: [['days', '*', 'hours']],
})
