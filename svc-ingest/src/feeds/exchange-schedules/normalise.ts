import { franceEicCode, listUnknownAreas } from '@hexawatt/shared/grid/borders'
import type { Query } from '../../upstream/operator-client.ts'
import { measurementsOf } from '../definition/block-slots.ts'
import type { Normalised } from '../definition/feed.ts'
import { readBlocks } from '../definition/operator-payload.ts'
import { ScheduleBlock } from './payload.ts'

/** The processes that are stored, by their names in v2 queries and v1 blocks. Long-term rights (`LT`) are not asked for. */
const processByName: ReadonlyMap<string, 'DA' | 'ID'> = new Map([
  ['DA', 'DA'],
  ['D-1', 'DA'],
  ['ID', 'ID'],
])
/** Long-term rights: known, and not stored. */
const longTerm = 'LT'

/**
 * MW. Series = `<DA|ID>/<SENDER>><RECEIVER>` in area codes, France on one side, one per direction of a border or cable. In v2
 * the process is known from the `query` only. A v1 block names it, and it may differ from the requested one (the sandbox ignores
 * parameters).
 *
 * @throws UpstreamError `unusable`
 */
export function normaliseExchangeSchedules(payload: unknown, query: Query): Normalised {
  // The root is `time_series` in v2, `schedules` in v1 and the sandbox.
  const blocks = readBlocks(payload, ['time_series', 'schedules'], ScheduleBlock)
  const slots = blocks.readable.flatMap((block) => {
    const series = seriesOf(block, query)
    return series === null ? [] : [{ series, slots: block.values, updatedAt: block.updated_date, span: block }]
  })
  const areas = listUnknownAreas(slots.map(({ series }) => series.slice(series.indexOf('/') + 1)))
  return { ...measurementsOf(slots, blocks), newElements: [...blocks.readable.flatMap(unknownProcess), ...areas] }
}

/** Series of a block; null when it is of a process or a border that is not stored. */
function seriesOf(block: ScheduleBlock, query: Query): string | null {
  const { sender_country_eic_code: sender, receiver_country_eic_code: receiver } = block
  const process = processByName.get(block.type ?? query['process_type'] ?? '')
  if (process === undefined) return null
  if (sender !== franceEicCode && receiver !== franceEicCode) return null
  return `${process}/${sender}>${receiver}`
}

function unknownProcess({ type }: ScheduleBlock): string[] {
  return type == null || type === longTerm || processByName.has(type) ? [] : [`process ${type}`]
}
