import { franceEicCode, listUnknownAreas } from '@hexawatt/shared/grid/borders'
import * as v from 'valibot'
import { readMeasurements } from '../definition/block-slots.ts'
import type { Normalised } from '../definition/content.ts'
import { createOperatorFeed } from '../definition/operator-feed.ts'
import { blockMembers, readBlocks, Word } from '../definition/operator-payload.ts'
import type { Query } from '../definition/source.ts'

/** Scheduled exchange per border and direction: day-ahead in the afternoon before, intraday until after delivery. */
export const exchangeSchedules = createOperatorFeed({
  id: 'exchange_schedules',
  holds: '`DA/SENDER>RECEIVER`, `ID/…`: MW; from éCO2mix `TOTAL/…`, the total exchange',
  api: 'exchange_schedule',
  path: '/open_api/exchange_schedule/v2/schedules',
  maxWindowDays: 7,
  // Bounds other than a Paris midnight written in UTC are refused (EXCHSCHED_SCHED_F08).
  windowFormat: 'utc',
  queries: [{ process_type: 'DA' }, { process_type: 'ID' }],
  absent: { codes: ['F04'] },
  everyMinutes: 60,
  firstFetchDays: 8,
  // Intraday schedules are final after delivery only; the newest slot is day-ahead, up to two days ahead.
  revisionDays: 2,
  windowEnd: { daysAhead: 1 },
  normalise: normaliseExchangeSchedules,
})

/** A block of `schedules`. `type` is in v1 blocks only; the date is on the block in v2, in the slots in v1. */
const ScheduleBlock = v.object({
  sender_country_eic_code: v.string(),
  receiver_country_eic_code: v.string(),
  type: v.nullish(Word),
  ...blockMembers,
})
type ScheduleBlock = v.InferOutput<typeof ScheduleBlock>

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
    const series = buildSeries(block, query)
    return series === null ? [] : [{ series, slots: block.values, updatedAt: block.updated_date, span: block }]
  })
  const areas = listUnknownAreas(slots.map(({ series }) => series.slice(series.indexOf('/') + 1)))
  return { ...readMeasurements(slots, blocks), newElements: [...blocks.readable.flatMap(listUnknownProcess), ...areas] }
}

/** Series of a block; null when it is of a process or a border that is not stored. */
function buildSeries(block: ScheduleBlock, query: Query): string | null {
  const { sender_country_eic_code: sender, receiver_country_eic_code: receiver } = block
  const process = processByName.get(block.type ?? query['process_type'] ?? '')
  if (process === undefined) return null
  if (sender !== franceEicCode && receiver !== franceEicCode) return null
  return `${process}/${sender}>${receiver}`
}

function listUnknownProcess({ type }: ScheduleBlock): string[] {
  return type == null || type === longTerm || processByName.has(type) ? [] : [`process ${type}`]
}
