import { minuteMs } from '@hexawatt/shared/time/instant'
import { Elysia } from 'elysia'
import { createDocumentAnswer, type DocumentDeps, type DocumentResource } from '../../operator/operator-answer.ts'
import { writeSignals } from '../../routes/grid-signals-route.ts'
import { createCallQuota } from '../quota/call-quota.ts'
import type { DaySignal } from './day-signal.ts'

/** Least time between two calls of one application. */
const minIntervalMs = 15 * minuteMs

const resource: DocumentResource<readonly DaySignal[]> = {
  subject: 'grid_signals',
  path: '/open_api/ecowatt/v5/signals',
  rootName: 'signals',
  rootShape: 'array',
  errorPrefix: 'ECOWATT_SIGNALS',
  maxBlocks: 4,
  // It takes no period: whatever is asked, it gives the newest issue.
  readWindow: (_, now) => ({ start: now, end: now }),
  load: (source) => source.signals(),
  write: (days, { now }, faults) => writeSignals(days, now, faults),
}

/**
 * The signal of the grid's tension for today and the next days.
 *
 * @param deps `enforceQuota`: whether an application may ask only once in 15 minutes, as at the operator
 */
export function gridSignalsRoute(deps: DocumentDeps & { enforceQuota: boolean }) {
  const { admit } = createCallQuota(minIntervalMs)
  const limited = deps.enforceQuota ? { ...resource, admit } : resource
  const answerDocument = createDocumentAnswer(limited, deps)
  return new Elysia().get(resource.path, ({ request }) => answerDocument(request))
}
