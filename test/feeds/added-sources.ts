/** One place that a developer touches to add a source: a new file, or text that is inserted into an existing one. */
export type Place = { file: string; text: string; insert?: { before: RegExp; imported?: string } }

export const feed = {
  id: 'grid_frequency',
  names: { fr: 'Fréquence du réseau', en: 'Grid frequency' },
  /** An API that no other feed uses. */
  api: 'system_frequency',
} as const
export const dataset = 'energy_charts_frequency'
/** More failures in a row than any alert waits for. */
export const recordedFailures = 10

const sources = 'svc-ingest/src/sources'

/** A feed of the operator that does not exist, from an API that no feed uses yet, with a weight in the confidence. */
export const placesOfFeed: readonly Place[] = [
  {
    file: `${sources}/rte/grid-frequency.ts`,
    text: `import * as v from 'valibot'
import { readMeasurements } from '../definition/block-slots.ts'
import type { Normalised } from '../definition/content.ts'
import { createOperatorFeed } from '../definition/operator-feed.ts'
import { blockMembers, readBlocks } from '../definition/operator-payload.ts'

/** Mean frequency of the grid per quarter-hour, Hz. */
export const gridFrequency = createOperatorFeed({
  id: '${feed.id}',
  holds: '\`MEAN\`: Hz',
  api: '${feed.api}',
  path: '/open_api/${feed.api}/v1/grid_frequency',
  maxWindowDays: 31,
  windowFormat: 'paris',
  everyMinutes: 15,
  firstFetchDays: 8,
  revisionDays: 1,
  windowEnd: 'now',
  normalise: normaliseGridFrequency,
})

const FrequencyBlock = v.object(blockMembers)

/** @throws UpstreamError \`unusable\` */
export function normaliseGridFrequency(payload: unknown): Normalised {
  const blocks = readBlocks(payload, ['grid_frequency'], FrequencyBlock)
  return readMeasurements(
    blocks.readable.map((block) => ({ series: 'MEAN', slots: block.values, span: block })),
    blocks,
  )
}
`,
  },
  {
    file: `${sources}/rte/fixtures/grid-frequency-two-quarters.json`,
    text: JSON.stringify({
      grid_frequency: [
        {
          values: [
            { start_date: '2026-02-03T09:00:00+01:00', end_date: '2026-02-03T09:15:00+01:00', value: 50.01 },
            { start_date: '2026-02-03T09:15:00+01:00', end_date: '2026-02-03T09:30:00+01:00', value: 49.98 },
          ],
        },
      ],
    }),
  },
  {
    file: `${sources}/rte/grid-frequency.test.ts`,
    text: `import { expect, test } from 'bun:test'
import twoQuarters from './fixtures/grid-frequency-two-quarters.json'
import { normaliseGridFrequency } from './grid-frequency.ts'

test('each quarter-hour of the frequency is a value', () => {
  expect(normaliseGridFrequency(twoQuarters).measurements.map(({ value }) => value)).toEqual([50.01, 49.98])
})
`,
  },
  {
    file: `${sources}/registry.ts`,
    text: '  gridFrequency,\n',
    insert: { before: /^\]$/m, imported: "import { gridFrequency } from './rte/grid-frequency.ts'\n" },
  },
  {
    file: 'shared/src/grid/feed-facts.ts',
    text: `  ${feed.id}: {
    names: { en: '${feed.names.en}', fr: '${feed.names.fr}' },
    publication: { kind: 'slot', slotMinutes: 15, dueMinutes: 15 },
    toleranceMinutes: 30,
    confidenceWeight: 3,
    plausibleRange: () => ({ min: 47, max: 53 }),
    mayLieAhead: () => false,
  },
`,
    insert: { before: /^\}\)$/m },
  },
  {
    file: 'dev/src/upstream/datasets/rte.ts',
    text: `  createSlotDataset({
    feed: '${feed.id}',
    path: '${feed.api}/v1/grid_frequency',
    errorPrefix: 'SYSFREQ_GRIDFREQ',
    maxDays: 31,
    latestEnd: 'now',
    layout: createSeriesLayout(() => ({})),
  }),
`,
    insert: { before: /^\]$/m },
  },
  {
    file: 'dev/src/upstream/generator/slot-subjects.ts',
    text: `  ${feed.id}: {
    families: [{ name: measured, slotMs: quarterHourly, publicationsOn: publishAfterEnd(15 * minuteMs) }],
    note: measuredNote,
    generate: (slot) => new Map([['MEAN', 50 + ((slot.startEpochMs / quarterMs) % 7) / 100]]),
  },
`,
    insert: { before: /^\} satisfies Partial<Record<FeedId, SlotSubjectFacts>>$/m },
  },
]

/** A dataset of an open publisher that fills this feed where the operator's API does not. */
export const placesOfDataset: readonly Place[] = [
  {
    file: `${sources}/energy-charts/frequency.ts`,
    text: `import { addParisDays } from '@hexawatt/shared/time/paris'
import type { Answer, Source } from '../definition/source.ts'
import { splitWindow, type Window } from '../definition/window.ts'
import { buildChartCall, toMeasurements, readChart, requireUnit } from './answer.ts'

/** Longest span of one call, days. */
const maxDays = 8

/** Mean frequency of the grid per quarter-hour, Hz. */
export const energyChartsFrequency: Source = {
  id: '${dataset}',
  publisher: 'energy-charts',
  rhythm: { kind: 'times', at: { minutes: [10, 25, 40, 55] } },
  fills: ['${feed.id}'],
  absent: { status: 404 },
  calls: ({ now }) => callsOf({ start: addParisDays(now, -1), end: addParisDays(now, 1) }),
  backfillCalls: callsOf,
  read: (answer) => ({ feeds: [{ feed: '${feed.id}', normalised: readFrequency(answer) }] }),
  expected: {
    contentType: 'json',
    members: ['unix_seconds', 'production_types', 'deprecated'],
    newest: { feed: '${feed.id}', minSeries: 1, maxLagMs: 3_600_000 },
  },
}

function callsOf(window: Window) {
  return splitWindow(window, maxDays).map(({ start, end }) => buildChartCall('/frequency', { country: 'fr' }, start, end))
}

function readFrequency({ body, query }: Answer) {
  const answer = readChart(body, query)
  requireUnit(answer, 'Hz')
  const measurements = toMeasurements(answer, answer.series[0]?.values ?? [], 'MEAN')
  return { measurements, documents: [], unreadableSlots: answer.unreadable, reasons: answer.reasons }
}
`,
  },
  {
    file: `${sources}/energy-charts/fixtures/frequency.json`,
    text: JSON.stringify({ unix_seconds: [1_770_105_600], production_types: [{ name: 'frequency', data: [50.01] }] }),
  },
  {
    file: `${sources}/energy-charts/frequency.test.ts`,
    text: `import { expect, test } from 'bun:test'
import { readFeedsOfJson } from '../testing/source-fixture.ts'
import frequency from './fixtures/frequency.json'
import { energyChartsFrequency } from './frequency.ts'

test('each quarter-hour of the frequency is a value', () => {
  const [content] = readFeedsOfJson(energyChartsFrequency, frequency)
  expect(content?.normalised.measurements.map(({ value }) => value)).toEqual([50.01])
})
`,
  },
  {
    file: `${sources}/registry.ts`,
    text: '  energyChartsFrequency,\n',
    insert: { before: /^\]$/m, imported: "import { energyChartsFrequency } from './energy-charts/frequency.ts'\n" },
  },
  {
    file: `${sources}/fallback-order.ts`,
    text: `  ${feed.id}: [['${dataset}']],\n`,
    insert: { before: /^\}$/m },
  },
  {
    file: 'shared/src/grid/publishers.ts',
    text: `  '${dataset}',\n`,
    insert: { before: /^\] as const$/m },
  },
  {
    file: 'dev/src/upstream/datasets/energy-charts.ts',
    text: `  frequency: createChartDatasets({
    name: 'frequency',
    placeName: 'country',
    unit: 'Hz',
    readFilter: () => null,
    async load(source, { span }, { now }) {
      const { content, ...answer } = await source.slots('${feed.id}', span)
      const [found] = content
      if (found === undefined) throw createNoDataRefusal()
      const values = selectNewestValues(found, now)
      const startsEpochMs = [...values.keys()].sort((a, b) => a - b)
      const series = [{ name: 'frequency', values: [...startsEpochMs.map((start) => values.get(start) ?? null)] }]
      return { ...answer, content: { slotMs: 900_000, startsEpochMs, series, availableUntilEpochMs: null } }
    },
    members: (table) => ({ unix_seconds: toUnixSeconds(table), unit: 'Hz', production_types: toNamedData(table) }),
  }),
`,
    insert: {
      before: /^\}\n\nconst names = /m,
      imported: "import { selectNewestValues } from '../formats/chart-format.ts'\n",
    },
  },
]
