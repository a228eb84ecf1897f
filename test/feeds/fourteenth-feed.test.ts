import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdir, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { makeTemporaryFolder } from '@hexawatt/dev/src/embedded/test-servers.ts'
import { type RuntimeCall, typeCheck } from '@hexawatt/dev/src/type-checker.ts'
import { readThresholds, toThresholds } from '../observability/testing/alert-thresholds.ts'
import { copySources } from '../testing/copied-sources.ts'
import { dataset, feed, type Place, placesOfDataset, placesOfFeed, recordedFailures } from './added-sources.ts'

/**
 * A feed that does not exist, and a dataset of an open publisher that gives it too, are added to a copy of the sources, in the places that
 * `added-sources.ts` lists and nowhere else. The copy is type-checked and runs as the product does: real workers, Postgres, Redis, HTTP, demo upstream. A
 * list that is written out by hand elsewhere makes a test fail.
 */
const copy = await makeTemporaryFolder()
afterAll(() => rm(copy, { recursive: true, force: true }))

const sources = 'svc-ingest/src/sources'

/** Most places that a developer touches for a feed or for a dataset. */
const maxPlaces = 8

type Outcome = { exitCode: number; out: string }

/** Begun together: each leaves a core idle at times. */
let types: Promise<Outcome>
let runs: { demo: Promise<Outcome>; open: Promise<Outcome> }
/** Results of `run-with-fourteenth-feed.ts` with the operator's API, and without it. */
let demo: Record<string, unknown>
let open: Record<string, unknown>

beforeAll(async () => {
  await copySources(copy)
  for (const place of [...placesOfFeed, ...placesOfDataset]) await write(place)
  // Only the tests that run here: other tests name the thirteen feeds.
  const programs = { extends: './tsconfig.json', include: ['*/src', 'dev', 'test/feeds'] }
  await Bun.write(join(copy, 'tsconfig.programs.json'), JSON.stringify(programs))
  types = runInCopy(typeCheck('tsconfig.programs.json'))
  const run = (mode: string) => runInCopy({ command: ['test/feeds/run-with-fourteenth-feed.ts', mode] })
  const inDemoMode = run('demo')
  runs = { demo: inDemoMode, open: inDemoMode.then(() => run('open')) }
})

async function write({ file, text, insert }: Place): Promise<void> {
  const path = join(copy, file)
  await mkdir(dirname(path), { recursive: true })
  if (insert === undefined) return void (await Bun.write(path, text))
  const { before, imported = '' } = insert
  const whole = await Bun.file(path).text()
  expect(whole).toMatch(before)
  await Bun.write(path, imported + whole.replace(before, (end) => `${text}${end}`))
}

async function runInCopy({ command, env }: RuntimeCall): Promise<Outcome> {
  const child = Bun.spawn([process.execPath, ...command], {
    cwd: copy,
    env: { ...Bun.env, ...env },
    stdin: 'ignore',
    stderr: 'inherit',
  })
  const out = await child.stdout.text()
  return { exitCode: await child.exited, out }
}

test(`a feed and a dataset are each added in at most ${maxPlaces} places, most of them new files or lines of a table`, () => {
  expect(placesOfFeed.map(({ file }) => file)).toEqual([
    `${sources}/rte/grid-frequency.ts`,
    `${sources}/rte/fixtures/grid-frequency-two-quarters.json`,
    `${sources}/rte/grid-frequency.test.ts`,
    `${sources}/registry.ts`,
    'shared/src/grid/feed-facts.ts',
    'dev/src/upstream/datasets/rte.ts',
    'dev/src/upstream/generator/slot-subjects.ts',
  ])
  expect(placesOfDataset.map(({ file }) => file)).toEqual([
    `${sources}/energy-charts/frequency.ts`,
    `${sources}/energy-charts/fixtures/frequency.json`,
    `${sources}/energy-charts/frequency.test.ts`,
    `${sources}/registry.ts`,
    `${sources}/fallback-order.ts`,
    'shared/src/grid/publishers.ts',
    'dev/src/upstream/datasets/energy-charts.ts',
  ])
  for (const places of [placesOfFeed, placesOfDataset]) expect(places.length).toBeLessThanOrEqual(maxPlaces)
})

test('the copy is a whole program to the type checker: no other place names every feed or dataset', async () => {
  expect(await types).toEqual({ exitCode: 0, out: '' })
})

test.each([
  ['max(a{source!="b"}) > 3 * 3600 or max(a{source="b"}) > 4 * 86400', [10_800]],
  ['max(a{source!~"b|new"}) > 60 or max(a{source=~"new|c"}) >= 120', [120]],
  ['max by (source) (a) >= 3', [3]],
  ['max(a{source="b"}) > 1', []],
])('the threshold of a new source is that of the part that selects it: %s', (expression, thresholds) => {
  expect(toThresholds(expression, 'new')).toEqual(thresholds)
})

describe('the added feed', () => {
  test('is served by the demo upstream, polled by a worker, and listed in /api/status with its calendar', async () => {
    const { exitCode, out } = await runs.demo
    expect(exitCode).toBe(0)
    demo = JSON.parse(out)
    expect(demo['polled']).toBe(true)
    expect(demo['listed']).toEqual([
      {
        id: feed.id,
        lastSuccess: '2026-02-03T09:05:00Z',
        source: 'rte',
        licence: 'RTE Data, terms of the API subscription',
        newestSlot: '2026-02-03T08:45:00Z',
        lagMinutes: 20,
        expectedNext: '2026-02-03T09:15:00Z',
        consecutiveFailures: 0,
        demo: true,
        note: expect.stringContaining('Generated'),
      },
    ])
  })

  test('is stored, and counts in live and filled points', () => {
    // Eight Paris days and the quarters of today up to 08:45.
    expect(demo['storedByPoll']).toBe(8 * 96 + 39)
    expect([demo['live'], demo['filled']]).toEqual(['stored', 4])
    expect(demo['phi']).toEqual([1, 1, 1, 1, 1])
  })

  test('is backfilled, and searched for gaps', () => {
    expect([demo['backfill'], demo['storedByBackfill']]).toEqual([0, 2 * 96])
    expect(demo['gaps']).toContain(feed.id)
  })

  test('is audited: untouched points are equal, and a changed value of the feed is found', () => {
    expect(demo['untouched']).toMatchObject({ exitCode: 0, head: expect.stringContaining('5 equal, 0 different') })
    expect(demo['tampered']).toMatchObject({ exitCode: 1, head: expect.stringContaining(feed.id) })
  })

  test('raises the alerts of feeds when it is late or fails', async () => {
    const [late = Number.NaN, ...others] = await readThresholds('FeedLate', feed.id)
    expect(others).toEqual([])
    expect(demo['overdueSeconds']).toBeGreaterThan(late)
    const [failing = Number.NaN] = await readThresholds('FeedFailing', feed.id)
    expect(demo['failures']).toBe(recordedFailures)
    expect(demo['failures']).toBeGreaterThanOrEqual(failing)
  })

  test('has credentials of its API: settings that svc-ingest reads and the page of settings names', () => {
    expect(demo['credentials']).toEqual([
      `RTE_CLIENT_ID_${feed.api.toUpperCase()}`,
      `RTE_CLIENT_SECRET_${feed.api.toUpperCase()}`,
    ])
    expect(demo['isApiOnSettingsPage']).toBe(true)
  })

  test('has its name on the page in both languages, and its lines in the documents', () => {
    expect(demo['names']).toEqual([feed.names.fr, feed.names.en])
    expect(demo['documented']).toEqual([true, true, true, true])
  })
})

describe('the added dataset', () => {
  test('is served by the demo upstream, polled by a worker, and named in /api/status as the source of its feed', async () => {
    const { exitCode, out } = await runs.open
    expect(exitCode).toBe(0)
    open = JSON.parse(out)
    expect(open['polled']).toBe(true)
    expect(open['listed']).toMatchObject([
      { id: feed.id, source: 'energy-charts', licence: 'CC BY 4.0', newestSlot: '2026-02-03T08:45:00Z' },
    ])
    expect(open['publishers']).toEqual(['energy-charts'])
  })

  test('is backfilled without the operator’s API', () => {
    expect([open['backfill'], open['storedByBackfill']]).toEqual([0, 2 * 96])
  })

  test('is audited: untouched points are equal, and a changed value is found', () => {
    expect(open['untouched']).toMatchObject({ exitCode: 0, head: expect.stringContaining('5 equal, 0 different') })
    expect(open['tampered']).toMatchObject({ exitCode: 1, head: expect.stringContaining(feed.id) })
  })

  test('raises the alert of sources that find no value any more', async () => {
    expect(await readThresholds('FeedEmptied', dataset)).toEqual([0])
    expect(open['emptyPolls']).toBe(`source="${dataset}",content="${feed.id}"`)
  })

  test('is asked by the probe of a first contact, which finds what it expects', () => {
    expect(open['probed']).toEqual([])
  })
})
