import type { ExplainedHour } from '../../contract/explanation/explained-imports.ts'
import type { PublisherId } from '../../grid/publishers.ts'
import type { StoredConsumptionHour } from '../../stored-hours/consumption-hour-store.ts'
import type { RecomputedConsumption } from '../../stored-hours/recompute-consumption.ts'
import type { StoredValue } from '../../stored-rows/stored-rows-store.ts'
import { hourMs, isoSeconds } from '../../time/instant.ts'

type Source = ExplainedHour['sources'][number]
type Row = { content: string; payloadId: string; publisher: PublisherId; knownMs: number }

/** Payloads of the rows of an hour: of its French mix, its flows, and the mixes at which its borders count. Each once, with its newest row. */
export function listHourSources(
  { startMs, mixSource, borders }: StoredConsumptionHour,
  { rows, neighbours }: RecomputedConsumption,
): Source[] {
  const mix = mixSource === 'generation_by_type' ? rows.generationByType : rows.generationMix15min
  const used = [
    ...selectHour(mixSource, mix, startMs),
    ...selectHour('physical_flows', rows.physicalFlows, startMs),
    ...borders.flatMap(({ country, sourceStartMs }) => {
      const hour = neighbours.get(country)?.find((row) => row.startMs === sourceStartMs)
      return hour === undefined
        ? []
        : { ...hour, content: `neighbour_generation/${country}`, knownMs: hour.knownFromMs }
    }),
  ]
  return [...Map.groupBy(used, ({ content, payloadId }) => `${content} ${payloadId}`).values()].flatMap(toSource)
}

function selectHour(content: string, values: readonly StoredValue[], startMs: number): Row[] {
  return values
    .filter(({ slotStart: { epochMilliseconds: atMs } }) => atMs >= startMs && atMs < startMs + hourMs)
    .map(({ payloadId, publisher, knownFrom }) => {
      return { content, payloadId, publisher, knownMs: knownFrom.epochMilliseconds }
    })
}

function toSource(rows: readonly Row[]): Source[] {
  const [first] = rows
  if (first === undefined) return []
  const knownFrom = Temporal.Instant.fromEpochMilliseconds(Math.max(...rows.map(({ knownMs }) => knownMs)))
  return [
    {
      content: first.content,
      payloadId: Number(first.payloadId),
      publisher: first.publisher,
      knownFrom: isoSeconds(knownFrom),
    },
  ]
}
