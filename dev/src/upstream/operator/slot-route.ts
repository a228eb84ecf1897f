import type { Clock } from '@hexawatt/shared/time/clock'
import { bendRoot } from '../faults/bent-blocks.ts'
import { rootNameBy, sendText } from '../faults/bent-body.ts'
import { bendSeries } from '../faults/bent-series.ts'
import { type Fault, faultOf } from '../faults/fault.ts'
import type { FaultSwitch } from '../faults/fault-switch.ts'
import { delayBy, refuseBy } from './faulty-answer.ts'
import type { GridSource } from '../subjects/grid-source.ts'
import type { TokenStore } from './tokens.ts'
import { createParisFormatter, type WireBlock } from './blocks.ts'
import { type Continuations, continuationHeader } from './continuations.ts'
import { answerHeaders } from './json-answer.ts'
import { badToken, OperatorError, tooLarge } from './operator-error.ts'
import { answerPart, partsOf } from './partial-answer.ts'
import type { SlotResource } from './slot-resource.ts'
import { isLongerThanParisDays, readTimeWindow, type TimeWindow } from './query.ts'

/** The operator's limit of a response body. */
const maxBodyBytes = 7 * 1024 * 1024

export type OperatorDeps = {
  clock: Clock
  source: GridSource
  tokens: TokenStore
  faults: FaultSwitch
  continuations: Continuations
}

/** Makes the handler of one slot resource: token, period, faults, slots, blocks, body. Refusals are thrown. */
export function createSlotAnswer(resource: SlotResource, deps: OperatorDeps) {
  return async function answerSlots(request: Request): Promise<Response> {
    if (!deps.tokens.accepts(request.headers.get('authorization'))) throw badToken()
    const continuationToken = request.headers.get(continuationHeader)
    if (continuationToken !== null) return continueAnswer(continuationToken, resource, deps)
    const query = new URL(request.url).searchParams
    const now = deps.clock.now()
    const window = readTimeWindow(query, resource, now)
    resource.checkQuery?.(query, window)
    const filter = resource.readFilter(query)
    const faults = deps.faults.take(resource.subject, (fault) => isDueFor(fault, window))
    await delayBy(faults)
    refuseBy(faults)
    const answer = await deps.source.slots(resource.subject, spanOf(window), filter.holdsFamily)
    const asked = answer.content.filter(({ key }) => filter.holdsSeries?.(key) ?? true)
    if (asked.length === 0 && resource.nothingCode !== undefined) throw nothing(resource, resource.nothingCode)
    const series = bendSeries(faults, asked, { subject: resource.subject, now })
    const blocks = resource.layout(series, { bounds: window, parisText: createParisFormatter() })
    return sendBlocks(blocks, answerHeaders(answer), faults, resource, deps)
  }
}

function nothing({ errorPrefix }: SlotResource, code: string): OperatorError {
  return new OperatorError(400, `${errorPrefix}_${code}`, 'There are no data for this type and this period.')
}

function sendBlocks(
  blocks: readonly WireBlock[],
  headers: Record<string, string>,
  faults: readonly Fault[],
  resource: SlotResource,
  deps: OperatorDeps,
): Response {
  const rootName = rootNameBy(faults, resource.rootName)
  const root = bendRoot(faults, blocks)
  const partial = faultOf(faults, 'partial_206')
  if (partial !== undefined && Array.isArray(root)) {
    return answerPart({ parts: partsOf(root, partial.blocksPerPart), rootName, headers }, deps.continuations)
  }
  const text = JSON.stringify({ [rootName]: root })
  if (Buffer.byteLength(text) > maxBodyBytes) throw tooLarge()
  return sendText(faults, text, { headers })
}

function continueAnswer(token: string, resource: SlotResource, { continuations }: OperatorDeps): Response {
  const continuation = continuations.take(token)
  if (continuation !== undefined) return answerPart(continuation, continuations)
  throw new OperatorError(400, `${resource.errorPrefix}_F09`, 'The continuation token is not known.')
}

function isDueFor(fault: Fault, window: TimeWindow): boolean {
  return fault.kind !== 'too_large_413' || isLongerThanParisDays(window, fault.longerThanDays)
}

function spanOf({ start, end }: TimeWindow) {
  return { fromEpochMs: start.epochMilliseconds, untilEpochMs: end.epochMilliseconds }
}
