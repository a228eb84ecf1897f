import { franceEicCode } from '@hexawatt/shared/grid/borders'
import type { FeedId } from '@hexawatt/shared/grid/feeds'
import { hourlyMeans, type SlotValue } from '@hexawatt/shared/methodology/hourly-means'
import { hourStart } from '@hexawatt/shared/time/instant'
import { addParisDays } from '@hexawatt/shared/time/paris'
import type { Measurement } from '../../feeds/definition/feed.ts'
import { UpstreamError } from '../../upstream/upstream-error.ts'
import { splitWindow } from '../../upstream/window.ts'
import type { DatasetAnswer, FeedContent, OpenDataset } from '../definition/dataset.ts'
import { type ChartAnswer, chartCall, megawattsOf, readChart, requireUnit, slotEnds } from './answer.ts'

/** Area codes of the neighbours by the publisher's names of both versions; Germany includes Luxembourg. */
const areaByName: ReadonlyMap<string, string> = new Map([
  ['belgium', '10YBE----------2'],
  ['germany', '10YCB-GERMANY--8'],
  ['italy', '10YIT-GRTN-----B'],
  ['spain', '10YES-REE------0'],
  ['switzerland', '10YCH-SWISSGRIDZ'],
  ['united_kingdom', '10YGB----------A'],
])
/** A sum of the others. */
const sumName = 'sum'

const firstDays = 8
const maxDays = 8
/** Hours that a poll reads again: flows come two to three hours late and are corrected later. */
const revisedHours = 24

/** Physical flows at every border, as hourly means: those of the operator's own feed are hourly. */
export const energyChartsFlows: OpenDataset = {
  id: 'energy_charts_flows',
  publisher: 'energy-charts',
  rhythm: { at: { minutes: [20] } },
  feeds: ['physical_flows'],
  absentStatus: 404,
  calls: ({ now, lastSuccess }) => {
    const from = lastSuccess === null ? addParisDays(now, -firstDays) : hourStart(now).subtract({ hours: revisedHours })
    return flowCalls('/cbpf', from, hourStart(now).add({ hours: 1 }))
  },
  backfillCalls: (from, to) => flowCalls('/cbpf', from, to),
  read: ({ body }) => readBorders(body, { feed: 'physical_flows', prefix: '', slotsOf: wholeHours }),
}

/** Scheduled commercial exchanges at every border; quarter-hours, as those of the operator's own feed. */
export const energyChartsSchedules: OpenDataset = {
  id: 'energy_charts_schedules',
  publisher: 'energy-charts',
  rhythm: { at: { paris: ['16:10', '20:40'] } },
  feeds: ['exchange_schedules'],
  absentStatus: 404,
  calls: ({ now }) => flowCalls('/cbet', addParisDays(now, -1), addParisDays(now, 2)),
  read: ({ body }) => readBorders(body, { feed: 'exchange_schedules', prefix: 'DA/', slotsOf: (nets) => nets }),
}

function flowCalls(path: string, from: Temporal.Instant, to: Temporal.Instant) {
  return splitWindow({ start: from, end: to }, maxDays).map(({ start, end }) =>
    chartCall(path, { country: 'fr' }, start, end),
  )
}

/**
 * Net flows, GW and positive towards France, as one series for each direction in MW. A slot in which every border is 0, or which is later than the
 * publisher says to have, is not published yet: such slots are padded with 0. A neighbour without a value leaves its slot incomplete.
 *
 * @param slotsOf the slots of the operator's own feed from those of the answer
 * @throws UpstreamError `unusable` when a neighbour is not known: its flow would be missing from every sum
 */
function readBorders(
  body: DatasetAnswer['body'],
  { feed, prefix, slotsOf }: { feed: FeedId; prefix: string; slotsOf: (nets: SlotValue[]) => SlotValue[] },
): FeedContent[] {
  const answer = readChart(body)
  requireUnit(answer, 'GW')
  const borders = answer.series
    .map(({ name, values }) => ({ name: name.trim().toLowerCase().replaceAll(' ', '_'), values }))
    .filter(({ name }) => name !== sumName)
  const ends = slotEnds(answer.starts)
  const nets = borders.flatMap(({ name, values }): SlotValue[] => {
    const area = areaByName.get(name)
    if (area === undefined) throw new UpstreamError('unusable', `unknown neighbour ${name}`)
    return answer.starts.flatMap((slotStart, at) => {
      const [slotEnd, value] = [ends[at], values[at] ?? null]
      const ofSlot = borders.map((border) => border.values[at] ?? null)
      if (slotEnd === undefined || value === null || !isPublished(answer, slotStart, ofSlot)) return []
      return [{ series: area, slotStart, slotEnd, value }]
    })
  })
  const measurements = slotsOf(nets).flatMap(({ series: area, slotStart, slotEnd, value }): Measurement[] => {
    const slot = { slotStart, slotEnd, updatedAt: null }
    return [
      { ...slot, series: `${prefix}${area}>${franceEicCode}`, value: megawattsOf(Math.max(0, value)) },
      { ...slot, series: `${prefix}${franceEicCode}>${area}`, value: megawattsOf(Math.max(0, -value)) },
    ]
  })
  return [{ feed, normalised: { measurements, documents: [], unreadableSlots: 0 } }]
}

/** Means of the hours of which every part is known: of the net, because a border that turns within the hour has both directions in it. */
function wholeHours(nets: readonly SlotValue[]): SlotValue[] {
  return [...hourlyMeans(nets)].flatMap(([series, hours]) =>
    [...hours].map(([startMs, value]) => {
      const slotStart = Temporal.Instant.fromEpochMilliseconds(startMs)
      return { series, slotStart, slotEnd: slotStart.add({ hours: 1 }), value }
    }),
  )
}

function isPublished(answer: ChartAnswer, slotStart: Temporal.Instant, values: readonly (number | null)[]): boolean {
  const { availableUntil } = answer
  if (availableUntil !== null && Temporal.Instant.compare(slotStart, availableUntil) > 0) return false
  return values.some((value) => value !== null && value !== 0)
}
