import type { Clock } from '@hexawatt/shared/time/clock'
import { Elysia } from 'elysia'
import type { DocumentSource } from '../../documents/document-source.ts'
import { type Fault, faultOf } from '../../faults/fault.ts'
import type { FaultSwitch } from '../../faults/fault-switch.ts'
import { sendBytes } from '../../operator/answer-faults.ts'
import { answerHeaders } from '../../operator/operator-route.ts'
import type { Answer, GridSource } from '../../subjects/grid-source.ts'
import { openBasePaths, type Publisher } from '../../subjects/publishers.ts'
import type { OpenCalls } from './calls.ts'
import { OpenRefusal, refuseByFault, type TokenBucket } from './refusals.ts'

/** The same data that the operator's routes serve. */
export type OpenSource = GridSource & { documents: DocumentSource }

export type OpenDeps = {
  clock: Clock
  source: OpenSource
  faults: FaultSwitch
  calls: OpenCalls
  /** The rate of Energy-Charts, which the fault `token_bucket` enforces. */
  bucket: TokenBucket
}

/** A call of a publisher's path. `params` are the parts of the path that vary. */
export type OpenCall = {
  query: URLSearchParams
  params: Readonly<Record<string, string>>
  now: Temporal.Instant
  faults: readonly Fault[]
}

/** A body: an object that is written as JSON, or bytes with their type; with the origin of its content. */
type OpenBody = {
  content: object | Uint8Array<ArrayBuffer>
  origin: Pick<Answer<unknown>, 'origin' | 'note'>
  headers?: Readonly<Record<string, string>>
}

/**
 * The route of a publisher's path: counts the call, takes the faults of the publisher, answers.
 *
 * @param path behind the publisher's base path
 * @param respond makes the body; throws an OpenRefusal to refuse
 */
export function publisherRoute(
  publisher: Publisher,
  path: string,
  respond: (call: OpenCall) => Promise<OpenBody>,
  deps: OpenDeps,
) {
  async function answerCall(request: Request, params: Readonly<Record<string, string>>): Promise<Response> {
    const { pathname, searchParams: query } = new URL(request.url)
    const now = deps.clock.now()
    deps.calls.count(publisher, now, request)
    const faults = deps.faults.take(publisher, ({ pathContains = '' }) => pathname.includes(pathContains))
    const slow = faultOf(faults, 'slow')
    if (slow !== undefined) await Bun.sleep(slow.delayMs)
    try {
      refuseByFault(publisher, faults, { now, bucket: deps.bucket })
      return sendBody(await respond({ query, params, now, faults }), faults)
    } catch (error) {
      if (error instanceof OpenRefusal) return error.response
      throw error
    }
  }
  return new Elysia().get(`${openBasePaths[publisher]}${path}`, ({ request, params }) => answerCall(request, params))
}

function sendBody({ content, origin, headers }: OpenBody, faults: readonly Fault[]): Response {
  const bytes = content instanceof Uint8Array ? content : new TextEncoder().encode(JSON.stringify(content))
  return sendBytes(faults, bytes, { headers: { ...answerHeaders({ ...origin, content: null }), ...headers } })
}
