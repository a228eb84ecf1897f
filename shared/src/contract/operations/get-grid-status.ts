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
  /** The signal, marked as stale, on the same Paris day only: its days are named relative to today. */
  staleRule: (last) =>
    parisDayStart(last.madeAt).equals(parisDayStart(last.now))
      ? reviseBody(GridStatusResponse, last, (signal) => ({ ...signal, stale: true }))
      : null,
  problems: ['insufficient_data'],
  chapter: 'Grid',
  summary: 'Grid-tension signal of today and the next three days',
  notes:
    'Hourly signal of the transmission system operator for today and up to three more days, under the Open Licence 2.0. 503 when no published signal covers today.',
  cutInExample: [['days', '*', 'hours']],
})
