import { Elysia } from 'elysia'
import { basePaths, isOpen } from '../subjects/publishers.ts'
import type { AnyDataset, ServerDeps } from './dataset.ts'
import { answerOrRefuse, createTooManyCallsRefusal, refuseByFault } from './refusals.ts'
import { sendBody } from './send.ts'

/** The route of a dataset. */
export function createDatasetRoute(dataset: AnyDataset, deps: ServerDeps) {
  const path = `${basePaths[dataset.publisher]}${dataset.path}`
  return new Elysia().get(path, ({ request, params }) =>
    answerOrRefuse(() => answerCall(dataset, request, params, deps)),
  )
}

/**
 * The way of every call: count, credentials, faults, refusals, parameters, values, format, transport.
 *
 * @throws Refusal
 */
async function answerCall(
  dataset: AnyDataset,
  request: Request,
  params: Readonly<Record<string, string>>,
  deps: ServerDeps,
): Promise<Response> {
  const { publisher, subject } = dataset
  const url = new URL(request.url)
  const query = url.searchParams
  const now = deps.clock.now()
  if (isOpen(publisher)) deps.calls.count(publisher, now, request)
  const continued = dataset.enter?.(request, deps) ?? null
  if (continued !== null) return continued

  const faults = deps.faults.take(subject, (fault) => {
    if (dataset.ignores?.includes(fault.kind) === true || !url.pathname.includes(fault.pathContains ?? '')) return false
    return dataset.isDue?.(fault, query, now) ?? true
  })
  await refuseByFault(faults, { publisher, now, limits: deps.limits })
  if (dataset.minCallGapMs !== undefined && deps.enforceQuota) {
    const waitMs = deps.limits.waitMs(subject, dataset.minCallGapMs, 'doNotCount')
    if (waitMs > 0) throw createTooManyCallsRefusal(publisher, Math.ceil(waitMs / 1_000))
  }

  const call = { url, query, params, now, faults, deps }
  const asked = dataset.read(call)
  const { content, ...origin } = await dataset.load(deps.source, asked, call)
  return sendBody(dataset.write(content, asked, { ...call, origin }), origin, faults)
}
