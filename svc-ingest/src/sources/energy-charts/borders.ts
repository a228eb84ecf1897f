import { franceEicCode } from '@hexawatt/shared/grid/borders'
import type { FeedId } from '@hexawatt/shared/grid/feeds'
import { computeHourlyMeans, type SlotValue } from '@hexawatt/shared/methodology/hourly-means'
import { hourMs, hourStart } from '@hexawatt/shared/time/instant'
import { addParisDays } from '@hexawatt/shared/time/paris'
import type { FeedContent, Measurement } from '../definition/content.ts'
import type { Answer, Source } from '../definition/source.ts'
import { splitWindow } from '../definition/window.ts'
import { buildChartCall, findSlotEnds, readChart, requireUnit, toMegawatts, toSeriesName } from './answer.ts'
import { createPublicationCheck } from './published-slots.ts'

/** Area codes of the neighbours by every name that the publisher uses or may use: names of the first version, ids of the second, country codes. */
const areaByName: ReadonlyMap<string, string> = new Map(
  Object.entries({
    '10YBE----------2': ['belgium', 'be'],
    // Includes Luxembourg unless that is a separate series.
    '10YCB-GERMANY--8': ['germany', 'de', 'germany_luxembourg', 'de_lu'],
    '10YIT-GRTN-----B': ['italy', 'it'],
    '10YES-REE------0': ['spain', 'es'],
    '10YCH-SWISSGRIDZ': ['switzerland', 'ch'],
    '10YGB----------A': ['united_kingdom', 'great_britain', 'england', 'uk', 'gb'],
    '10YIE-1001A00010': ['ireland', 'ie'],
    '10YLU-CEGEDEL-NQ': ['luxembourg', 'lu'],
  }).flatMap(([area, names]) => names.map((name) => [name, area] as const)),
)

/** A sum of the others. */
const sumName = 'sum'

const firstDays = 8
/** Longest span of one call without its overlap with the next call, days. */
const maxDays = 7
/** Hours that a poll reads again, because flows are published two to three hours late and corrected later; longer than the longest delay of a border. */
const revisedHours = 24
/** How much later than the others a border may be published, hours: flows are usually one or two hours apart, schedules are published by the day. */
const maxLateHours = { flows: 12, schedules: 25 } as const

/** Borders that a first contact must find, each in both directions. */
const expectedBorders = 6

/** Physical flows at every border, as hourly means, because the operator's own feed is hourly. */
export const energyChartsFlows: Source = {
  id: 'energy_charts_flows',
  publisher: 'energy-charts',
  rhythm: { kind: 'times', at: { minutes: [20] } },
  fills: ['physical_flows'],
  absent: { status: 404 },
  calls: ({ now, lastSuccess }) => {
    const from = lastSuccess === null ? addParisDays(now, -firstDays) : hourStart(now).subtract({ hours: revisedHours })
    const end = hourStart(now).add({ hours: 1 })
    return listFlowCalls(from, end, end)
  },
  backfillCalls: ({ start, end }) => listFlowCalls(start, end, end.add({ hours: maxLateHours.flows })),
  read: (answer) => ({ feeds: readBorders(answer, flowReading) }),
  expected: {
    contentType: 'json',
    members: ['unix_seconds', 'countries', 'deprecated'],
    newest: { feed: 'physical_flows', minSeries: 2 * expectedBorders, maxLagMs: 5 * hourMs },
  },
}

/** Scheduled commercial exchanges at every border; quarter-hours, as in the operator's own feed. */
export const energyChartsSchedules: Source = {
  id: 'energy_charts_schedules',
  publisher: 'energy-charts',
  rhythm: { kind: 'times', at: { paris: ['16:10', '20:40'] } },
  fills: ['exchange_schedules'],
  absent: { status: 404 },
  calls: ({ now }) => [buildChartCall('/cbet', { country: 'fr' }, addParisDays(now, -1), addParisDays(now, 2))],
  read: (answer) => ({ feeds: readBorders(answer, scheduleReading) }),
  expected: {
    contentType: 'json',
    members: ['unix_seconds', 'countries', 'deprecated'],
    newest: { feed: 'exchange_schedules', minSeries: 2 * expectedBorders, maxLagMs: 0 },
    mayBeEmpty: true,
  },
}

/** Calls overlap, because a 0 at the end of an answer is accepted only when later slots show that it is published. */
function listFlowCalls(from: Temporal.Instant, to: Temporal.Instant, lastEnd: Temporal.Instant) {
  return splitWindow({ start: from, end: to }, maxDays).map(({ start, end }) => {
    const overlapping = end.add({ hours: maxLateHours.flows })
    const isWithin = Temporal.Instant.compare(overlapping, lastEnd) < 0
    return buildChartCall('/cbpf', { country: 'fr' }, start, isWithin ? overlapping : lastEnd)
  })
}

type BorderReading = {
  feed: FeedId
  prefix: string
  /** Converts the slots of the answer to slots of the length that the operator's own feed has. */
  slotsOf: (nets: SlotValue[]) => SlotValue[]
  maxLateHours: number
}

const flowReading: BorderReading = {
  feed: 'physical_flows',
  prefix: '',
  slotsOf: keepWholeHours,
  maxLateHours: maxLateHours.flows,
}
const scheduleReading: BorderReading = {
  feed: 'exchange_schedules',
  prefix: 'DA/',
  slotsOf: (nets) => nets,
  maxLateHours: maxLateHours.schedules,
}

/**
 * Net flows, GW and positive towards France, as one series for each direction in MW. Values that are not published yet ({@link createPublicationCheck}) are left
 * out, and a neighbour without a value leaves its slot incomplete. An unknown name, or a second name of the same neighbour, is reported but not stored,
 * because it may be a new kind of sum.
 */
function readBorders(
  { body, query }: Answer,
  { feed, prefix, slotsOf, maxLateHours: lateHours }: BorderReading,
): FeedContent[] {
  const answer = readChart(body, query)
  requireUnit(answer, 'GW')
  const named = answer.series
    .map(({ name, values }) => ({ name: toSeriesName(name), values }))
    .filter(({ name }) => name !== sumName)
    .map((series) => ({ ...series, area: areaByName.get(series.name) }))
  const isNew = ({ area }: (typeof named)[number], at: number) =>
    area === undefined || named.findIndex((other) => other.area === area) < at
  const borders = named.filter((series, at) => !isNew(series, at))
  const publicationOf = createPublicationCheck(answer, borders, lateHours)
  const ends = findSlotEnds(answer.starts)
  const nets = borders.flatMap((border) =>
    answer.starts.flatMap((slotStart, at) => {
      const [series, slotEnd, value] = [border.area, ends[at], border.values[at] ?? null]
      const publication = publicationOf(border, at)
      if (series === undefined || slotEnd === undefined || value === null || publication === 'absent') return []
      return [{ series, slotStart, slotEnd, value, publication }]
    }),
  )
  const readFlows = (ofSlots: readonly SlotValue[]) =>
    slotsOf([...ofSlots]).flatMap(({ series: area, slotStart, slotEnd, value }): Measurement[] => {
      const slot = { slotStart, slotEnd, updatedAt: null }
      return [
        { ...slot, series: `${prefix}${area}>${franceEicCode}`, value: toMegawatts(Math.max(0, value)) },
        { ...slot, series: `${prefix}${franceEicCode}>${area}`, value: toMegawatts(Math.max(0, -value)) },
      ]
    })
  const measurements = readFlows(nets.filter(({ publication }) => publication === 'published'))
  const stored = new Set(measurements.map(buildKey))
  const formerReading = readFlows(nets).filter((measurement) => !stored.has(buildKey(measurement)))
  const newElements = named.filter(isNew).map(({ name }) => name)
  const { unreadable: unreadableSlots, reasons } = answer
  return [{ feed, normalised: { measurements, documents: [], unreadableSlots, reasons, newElements, formerReading } }]
}

const buildKey = ({ series, slotStart }: Measurement): string => `${series} ${slotStart.epochMilliseconds}`

/** Means of the hours of which every part is known: of the net, because a border that turns within the hour has both directions in it. */
function keepWholeHours(nets: readonly SlotValue[]): SlotValue[] {
  return [...computeHourlyMeans(nets)].flatMap(([series, hours]) =>
    [...hours].map(([startMs, value]) => {
      const slotStart = Temporal.Instant.fromEpochMilliseconds(startMs)
      return { series, slotStart, slotEnd: slotStart.add({ hours: 1 }), value }
    }),
  )
}
