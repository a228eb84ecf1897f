import type { FeedId } from '@hexawatt/shared/grid/feeds'
import type { UpstreamSource } from '../documents/upstream-source.ts'
import { findFault, hasFault } from '../faults/fault.ts'
import { applySeriesFaults } from '../faults/series-faults.ts'
import type { SlotSubject } from '../generator/slot-subjects.ts'
import { continuationHeader, splitIntoParts } from '../server/continuations.ts'
import { type AnsweredCall, type AnyDataset, dataset, type ServerDeps } from '../server/dataset.ts'
import { createOperatorRefusal, createTechnicalRefusal } from '../server/refusals.ts'
import { type Body, sendBody, toJsonBytes } from '../server/send.ts'
import type { Answer } from '../subjects/answer.ts'
import type { Series } from '../subjects/slots.ts'
import { type TimeWindow, toSpan } from '../subjects/span.ts'
import { type BlockLayout, createParisFormatter, type WireBlock } from './operator-blocks.ts'
import { applyRootFaults, toFaultyRootName } from './operator-faults.ts'
import { isLongerThanParisDays, type PeriodRules, readTimeWindow } from './operator-query.ts'

/** The operator's limit of a response body, bytes. */
const maxBodyBytes = 7 * 1024 * 1024

/** The differences between the resources of the operator. `Filter` holds the parameters in addition to the period. */
export type OperatorResource<Filter, Content> = PeriodRules & {
  feed: FeedId
  /** Behind `/open_api/`. */
  path: string
  /** Name of the only member of the body; absent: the last part of the path. */
  rootName?: string
  /** `object`: the root is the single block. Absent: an array of blocks. */
  rootShape?: 'object'
  /** Most blocks of one body; the rest follows as continuations (206). */
  maxBlocks?: number
  minCallGapMs?: number
  /** Reads the parameters in addition to the period, and checks further rules. @throws Refusal 400 */
  readFilter: (query: URLSearchParams, period: TimeWindow, errorPrefix: string) => Filter
  load: (source: UpstreamSource, period: TimeWindow, filter: Filter) => Promise<Answer<Content>>
  /** Blocks in the wire format; for an object root exactly one. */
  write: (content: Content, asked: { period: TimeWindow; filter: Filter }, call: AnsweredCall) => WireBlock[]
}

/** A resource of the operator as a dataset: token, period, blocks below one root, continuations. */
export function createOperatorDataset<Filter, Content>(resource: OperatorResource<Filter, Content>): AnyDataset {
  const { feed, path, errorPrefix, minCallGapMs } = resource
  return dataset({
    publisher: 'rte',
    path: `/${path}`,
    subject: feed,
    ...(minCallGapMs === undefined ? {} : { minCallGapMs }),
    enter: (request, deps) => enter(request, errorPrefix, deps),
    isDue(fault, query, now) {
      if (fault.kind !== 'too_large_413') return true
      return isLongerThanParisDays(readTimeWindow(query, resource, now), fault.longerThanDays)
    },
    read({ query, now }) {
      const period = readTimeWindow(query, resource, now)
      return { period, filter: resource.readFilter(query, period, errorPrefix) }
    },
    load: (source, { period, filter }) => resource.load(source, period, filter),
    write: (content: Content, asked, call) => writeBody(resource.write(content, asked, call), resource, call),
  })
}

/** Checks the token, and serves the next part of an answer that was cut into parts. @throws Refusal */
function enter(request: Request, errorPrefix: string, { tokens, continuations }: ServerDeps): Response | null {
  if (!tokens.accepts(request.headers.get('authorization'))) throw createTechnicalRefusal('rte', 'badToken')
  const token = request.headers.get(continuationHeader)
  if (token === null) return null
  const continuation = continuations.take(token)
  if (continuation !== undefined) return sendBody(continuations.write(continuation), continuation.origin, [])
  throw createOperatorRefusal(400, `${errorPrefix}_F09`, 'The continuation token is not known.')
}

type Root = Pick<OperatorResource<never, never>, 'path' | 'rootName' | 'rootShape' | 'maxBlocks'>

function writeBody(blocks: readonly WireBlock[], resource: Root, { faults, origin, deps }: AnsweredCall): Body {
  const rootName = toFaultyRootName(faults, resource.rootName ?? resource.path.split('/').at(-1) ?? '')
  const changed = applyRootFaults(faults, blocks)
  const isObject = resource.rootShape === 'object'
  if (Array.isArray(changed) && !isObject) {
    const blocksPerPart = findFault(faults, 'partial_206')?.blocksPerPart ?? resource.maxBlocks ?? changed.length
    const parts = splitIntoParts(changed, blocksPerPart)
    if (parts.length > 1) return deps.continuations.write({ parts, rootName, origin })
  }
  // The sandbox of 2016 wrote an array instead of an object root; the `array_root` fault reproduces that.
  const isSingle = isObject && Array.isArray(changed) && !hasFault(faults, 'array_root')
  const content = { [rootName]: isSingle ? changed[0] : changed }
  const bytes = toJsonBytes(content)
  if (bytes.length > maxBodyBytes) throw createTechnicalRefusal('rte', 'tooLarge')
  return { content: hasFault(faults, 'latin1_reason') ? Buffer.from(JSON.stringify(content), 'latin1') : bytes }
}

/** Which families and series the parameters of a call select; all of them where a test is absent. */
type SlotFilter = {
  holdsFamily?: (family: string) => boolean
  holdsSeries?: (seriesKey: string) => boolean
}

/** The differences between the resources that serve slots. */
type SlotResource = Pick<OperatorResource<SlotFilter, readonly Series[]>, 'path' | 'rootName'> &
  PeriodRules & {
    feed: SlotSubject
    layout: BlockLayout
    /** Reads the parameters in addition to the period; absent: there are none. @throws Refusal 400 */
    readFilter?: (query: URLSearchParams, period: TimeWindow, errorPrefix: string) => SlotFilter
    /** Functional code (`F…`) of the refusal when there are no series; absent: an empty root. */
    nothingCode?: string
  }

/** A resource of slots as a dataset. */
export function createSlotDataset(resource: SlotResource): AnyDataset {
  const { feed, errorPrefix, nothingCode, readFilter = () => ({}) } = resource
  return createOperatorDataset<SlotFilter, readonly Series[]>({
    ...resource,
    readFilter,
    load: (source, period, { holdsFamily }) => source.slots(feed, toSpan(period), holdsFamily),
    write(content, { period, filter }, { now, faults }) {
      const selected = content.filter(({ key }) => filter.holdsSeries?.(key) ?? true)
      if (selected.length === 0 && nothingCode !== undefined) {
        const description = 'There are no data for this type and this period.'
        throw createOperatorRefusal(400, `${errorPrefix}_${nothingCode}`, description)
      }
      const series = applySeriesFaults(faults, selected, { subject: feed, now })
      return resource.layout(series, { bounds: period, parisText: createParisFormatter() })
    },
  })
}
