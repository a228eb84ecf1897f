import type { FeedId } from '@hexawatt/shared/grid/feeds'
import type { DocumentSource } from '../documents/document-source.ts'
import { bendRoot } from '../faults/bent-blocks.ts'
import { rootNameBy, sendText } from '../faults/bent-body.ts'
import { type Fault, faultOf } from '../faults/fault.ts'
import type { Answer } from '../subjects/grid-source.ts'
import type { WireBlock } from './blocks.ts'
import { continuationHeader } from './continuations.ts'
import { delayBy, refuseBy } from './faulty-answer.ts'
import { answerHeaders } from './json-answer.ts'
import { badToken, OperatorError } from './operator-error.ts'
import { answerPart, partsOf } from './partial-answer.ts'
import { isLongerThanParisDays, type TimeWindow } from './query.ts'
import type { OperatorDeps } from './slot-route.ts'

/** What the routes need: as the slot routes, but another source. */
export type DocumentDeps = Omit<OperatorDeps, 'source'> & { documents: DocumentSource }

/** What was asked, and when by the data's clock. */
export type DocumentRequest = { query: URLSearchParams; window: TimeWindow; now: Temporal.Instant }

/** A resource of the operator whose body is not a table of power by slot: what differs between them. */
export type DocumentResource<Content> = {
  subject: FeedId
  path: string
  /** Name of the one member of the answer. */
  rootName: string
  /** Whether the root's value is the one block itself or an array of blocks. */
  rootShape: 'object' | 'array'
  /** `<API>_<RESOURCE>` of its functional error codes. */
  errorPrefix: string
  /** Blocks of one answer; what is beyond comes as continuations (206). */
  maxBlocks: number
  /** Reads the parameters' period. @throws OperatorError 400 */
  readWindow: (query: URLSearchParams, now: Temporal.Instant) => TimeWindow
  /** Refuses a call that comes too early after the one before. @throws OperatorError 429 */
  admit?: () => void
  load: (source: DocumentSource, request: DocumentRequest) => Promise<Answer<Content>>
  /** Blocks in the wire format; for an object root exactly one. */
  write: (content: Content, request: DocumentRequest, faults: readonly Fault[]) => WireBlock[]
}

/** Makes the handler of one such resource: token, period, faults, quota, content, body. Refusals are thrown. */
export function createDocumentAnswer<Content>(resource: DocumentResource<Content>, deps: DocumentDeps) {
  return async function answerDocument(request: Request): Promise<Response> {
    if (!deps.tokens.accepts(request.headers.get('authorization'))) throw badToken()
    const continuationToken = request.headers.get(continuationHeader)
    if (continuationToken !== null) return continueAnswer(continuationToken, resource.errorPrefix, deps)
    const query = new URL(request.url).searchParams
    const now = deps.clock.now()
    const asked = { query, window: resource.readWindow(query, now), now }
    const faults = deps.faults.take(resource.subject, (fault) => isDueFor(fault, asked.window))
    await delayBy(faults)
    refuseBy(faults)
    resource.admit?.()
    const answer = await resource.load(deps.documents, asked)
    const blocks = resource.write(answer.content, asked, faults)
    return sendBlocks(blocks, answerHeaders(answer), faults, resource, deps)
  }
}

function sendBlocks(
  blocks: readonly WireBlock[],
  headers: Record<string, string>,
  faults: readonly Fault[],
  { rootShape, maxBlocks, rootName: usualName }: Pick<DocumentResource<never>, 'rootShape' | 'maxBlocks' | 'rootName'>,
  { continuations }: Pick<OperatorDeps, 'continuations'>,
): Response {
  const rootName = rootNameBy(faults, usualName)
  const bent = bendRoot(faults, blocks)
  if (Array.isArray(bent) && rootShape === 'array') {
    const parts = partsOf(bent, faultOf(faults, 'partial_206')?.blocksPerPart ?? maxBlocks)
    if (parts.length > 1) return answerPart({ parts, rootName, headers }, continuations)
  }
  const root = rootShape === 'object' ? singleRoot(faults, bent) : bent
  const text = JSON.stringify({ [rootName]: root })
  if (faultOf(faults, 'latin1_reason') !== undefined) return new Response(Buffer.from(text, 'latin1'), { headers })
  return sendText(faults, text, { headers })
}

/** The block of an object root; the sandbox of 2016 wrote an array instead, which the `array_root` fault brings back. */
function singleRoot(faults: readonly Fault[], root: unknown): unknown {
  return Array.isArray(root) && faultOf(faults, 'array_root') === undefined ? root[0] : root
}

function continueAnswer(token: string, errorPrefix: string, { continuations }: DocumentDeps): Response {
  const continuation = continuations.take(token)
  if (continuation !== undefined) return answerPart(continuation, continuations)
  throw new OperatorError(400, `${errorPrefix}_F09`, 'The continuation token is not known.')
}

function isDueFor(fault: Fault, window: TimeWindow): boolean {
  return fault.kind !== 'too_large_413' || isLongerThanParisDays(window, fault.longerThanDays)
}
