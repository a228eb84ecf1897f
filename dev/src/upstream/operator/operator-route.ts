import type { FeedId } from '@hexawatt/shared/grid/feeds'
import type { Clock } from '@hexawatt/shared/time/clock'
import { Elysia } from 'elysia'
import { type Fault, faultOf } from '../faults/fault.ts'
import type { FaultSwitch } from '../faults/fault-switch.ts'
import type { Answer } from '../subjects/grid-source.ts'
import type { TimeWindow } from '../subjects/span.ts'
import { applyRootFaults, faultyRootName, sendText, takeFaults } from './answer-faults.ts'
import type { WireBlock } from './blocks.ts'
import { answerPart, type Continuations, continuationHeader, partsOf } from './continuations.ts'
import { badToken, OperatorError, tooLarge } from './operator-error.ts'
import { isLongerThanParisDays } from './query.ts'
import type { TokenStore } from './tokens.ts'

/** The operator's limit of a response body, bytes. */
const maxBodyBytes = 7 * 1024 * 1024

/** Longest note header, characters. */
const maxNoteLength = 300

export type OperatorDeps = { clock: Clock; tokens: TokenStore; faults: FaultSwitch; continuations: Continuations }

/** One resource of the operator: what differs between the resources. `Asked` holds the parsed parameters of a call. */
type OperatorResource<Asked extends { window: TimeWindow }, Content> = {
  subject: FeedId
  path: string
  /** Name of the only member of the body. */
  rootName: string
  /** `object`: the root is the single block. Absent: an array of blocks. */
  rootShape?: 'object'
  /** `<API>_<RESOURCE>` of its functional error codes. */
  errorPrefix: string
  /** Most blocks of one body; the rest follows as continuations (206). */
  maxBlocks?: number
  /** Reads the parameters. @throws OperatorError 400 */
  read: (query: URLSearchParams, now: Temporal.Instant) => Asked
  /** Refuses a call that follows the previous one too early. @throws OperatorError 429 */
  admit?: () => void
  load: (asked: Asked) => Promise<Answer<Content>>
  /** Blocks in the wire format; for an object root exactly one. */
  write: (content: Content, asked: Asked, context: { now: Temporal.Instant; faults: readonly Fault[] }) => WireBlock[]
}

/** The route of a resource: token, parameters, faults, quota, content, body. Refusals are thrown. */
export function operatorRoute<Asked extends { window: TimeWindow }, Content>(
  resource: OperatorResource<Asked, Content>,
  deps: OperatorDeps,
) {
  async function answerCall(request: Request): Promise<Response> {
    if (!deps.tokens.accepts(request.headers.get('authorization'))) throw badToken()
    const continuationToken = request.headers.get(continuationHeader)
    if (continuationToken !== null) return continueAnswer(continuationToken, resource.errorPrefix, deps)
    const now = deps.clock.now()
    const asked = resource.read(new URL(request.url).searchParams, now)
    const faults = await takeFaults(deps.faults, resource.subject, (fault) => appliesTo(fault, asked.window))
    resource.admit?.()
    const answer = await resource.load(asked)
    const blocks = resource.write(answer.content, asked, { now, faults })
    return sendBlocks(blocks, answerHeaders(answer), faults, resource, deps)
  }
  return new Elysia().get(resource.path, ({ request }) => answerCall(request))
}

/** Headers of a data answer; they say whether it was recorded or generated, and how it was derived. */
export function answerHeaders({ origin, note }: Answer<unknown>): Record<string, string> {
  return {
    'content-type': 'application/json;charset=UTF-8',
    'x-hexawatt-origin': origin,
    ...(note === null ? {} : { 'x-hexawatt-note': note.slice(0, maxNoteLength) }),
  }
}

function sendBlocks(
  blocks: readonly WireBlock[],
  headers: Record<string, string>,
  faults: readonly Fault[],
  resource: Pick<OperatorResource<never, never>, 'rootName' | 'rootShape' | 'maxBlocks'>,
  { continuations }: OperatorDeps,
): Response {
  const rootName = faultyRootName(faults, resource.rootName)
  const changed = applyRootFaults(faults, blocks)
  if (Array.isArray(changed) && resource.rootShape !== 'object') {
    const blocksPerPart = faultOf(faults, 'partial_206')?.blocksPerPart ?? resource.maxBlocks ?? changed.length
    const parts = partsOf(changed, blocksPerPart)
    if (parts.length > 1) return answerPart({ parts, rootName, headers }, continuations)
  }
  const root = resource.rootShape === 'object' ? singleRoot(faults, changed) : changed
  const text = JSON.stringify({ [rootName]: root })
  if (Buffer.byteLength(text) > maxBodyBytes) throw tooLarge()
  if (faultOf(faults, 'latin1_reason') !== undefined) return new Response(Buffer.from(text, 'latin1'), { headers })
  return sendText(faults, text, { headers })
}

/** The block of an object root. The sandbox of 2016 wrote an array instead; the `array_root` fault reproduces that. */
function singleRoot(faults: readonly Fault[], root: unknown): unknown {
  return Array.isArray(root) && faultOf(faults, 'array_root') === undefined ? root[0] : root
}

function continueAnswer(token: string, errorPrefix: string, { continuations }: OperatorDeps): Response {
  const continuation = continuations.take(token)
  if (continuation !== undefined) return answerPart(continuation, continuations)
  throw new OperatorError(400, `${errorPrefix}_F09`, 'The continuation token is not known.')
}

function appliesTo(fault: Fault, window: TimeWindow): boolean {
  return fault.kind !== 'too_large_413' || isLongerThanParisDays(window, fault.longerThanDays)
}
