import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { temporaryFolder } from '@hexawatt/dev/src/embedded/test-servers.ts'
import { type RuntimeCall, typeCheck } from '@hexawatt/dev/src/type-checker.ts'
import { copySources } from '../testing/copied-sources.ts'

/**
 * A feed that does not exist is added to a copy of the sources, in the three places that docs/operate/feeds.md names and nowhere else. The copy
 * is type-checked and runs as the product does: real workers, Postgres, Redis, HTTP. Passing the facts and the registry through
 * the product as values would need no copy, but would prove less: here a list that somebody writes out by hand elsewhere fails.
 */
const copy = await temporaryFolder()
afterAll(() => rm(copy, { recursive: true, force: true }))

const id = 'grid_frequency'
const path = '/open_api/balancing_energy/v5/grid_frequency'
const names = { fr: 'Fréquence du réseau', en: 'Grid frequency' }

/** The folder of the feed. */
const folder = 'svc-ingest/src/feeds/grid-frequency'
const files = {
  'payload.ts': `import * as v from 'valibot'
import { blockMembers } from '../definition/operator-payload.ts'

export const FrequencyBlock = v.object(blockMembers)
`,
  'normalise.ts': `import { measurementsOf } from '../definition/block-slots.ts'
import type { Normalised } from '../definition/feed.ts'
import { readBlocks } from '../definition/operator-payload.ts'
import { FrequencyBlock } from './payload.ts'

export function normaliseGridFrequency(payload: unknown): Normalised {
  const blocks = readBlocks(payload, ['grid_frequency'], FrequencyBlock)
  return measurementsOf(
    blocks.readable.map((block) => ({ series: 'MEAN', slots: block.values, span: block })),
    blocks,
  )
}
`,
  'feed.ts': `import { minuteMs } from '@hexawatt/shared/time/instant'
import type { FeedDefinition } from '../definition/feed.ts'
import { normaliseGridFrequency } from './normalise.ts'

export const gridFrequency: FeedDefinition = {
  id: '${id}',
  resource: { api: 'balancing_energy', path: '${path}', maxWindowDays: 31, windowFormat: 'paris', queries: [{}] },
  pollEveryMs: 15 * minuteMs,
  firstFetchDays: 8,
  revisionDays: 1,
  windowEnd: 'now',
  normalise: normaliseGridFrequency,
  mayLieAhead: () => false,
}
`,
}

/** Its line of the registry, with the import that it needs. */
const registry = {
  file: 'svc-ingest/src/sources/registry.ts',
  before: /^\]$/m,
  added: '  gridFrequency,\n',
  imported: "import { gridFrequency } from './grid-frequency/feed.ts'\n",
}

/** Its entry of the facts. */
const facts = {
  file: 'shared/src/grid/feed-facts.ts',
  before: /^\}\)$/m,
  added: `  ${id}: {
    names: { en: '${names.en}', fr: '${names.fr}' },
    publication: { kind: 'slot', slotMinutes: 15, dueMinutes: 15 },
    toleranceMinutes: 30,
    confidenceWeight: 3,
    plausibleRange: () => ({ min: 47, max: 53 }),
  },
`,
  imported: '',
}

type Outcome = { exitCode: number; out: string }

/** Begun together: each leaves a core idle at times. */
let types: Promise<Outcome>
let run: Promise<Outcome>
/** What `run-with-fourteenth-feed.ts` found. */
let found: Record<string, unknown>

beforeAll(async () => {
  await copySources(copy)
  await mkdir(join(copy, folder))
  for (const [name, text] of Object.entries(files)) await Bun.write(join(copy, folder, name), text)
  for (const { file, before, added, imported } of [registry, facts]) {
    const text = await Bun.file(join(copy, file)).text()
    expect(text).toMatch(before)
    await Bun.write(join(copy, file), imported + text.replace(before, (end) => `${added}${end}`))
  }
  // Of the tests only what runs here: others speak of the thirteen feeds.
  const programs = { extends: './tsconfig.json', include: ['*/src', 'dev', 'test/feeds'] }
  await Bun.write(join(copy, 'tsconfig.programs.json'), JSON.stringify(programs))
  types = runInCopy(typeCheck('tsconfig.programs.json'))
  run = runInCopy({ command: ['test/feeds/run-with-fourteenth-feed.ts', id, path] })
})

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

describe('a 14th feed: one folder, one line of the registry, one entry of the facts', () => {
  test('is a whole program to the type checker: no other place names every feed', async () => {
    expect(await types).toEqual({ exitCode: 0, out: '' })
  })

  test('is polled by a worker of its own and listed in /api/status with its calendar', async () => {
    const { exitCode, out } = await run
    expect(exitCode).toBe(0)
    found = JSON.parse(out)
    expect(found['polled']).toBe(true)
    expect(found['listed']).toEqual([
      {
        id,
        lastSuccess: '2026-02-03T09:05:00Z',
        source: 'rte',
        licence: 'RTE Data, terms of the API subscription',
        newestSlot: '2026-02-03T08:45:00Z',
        lagMinutes: 20,
        expectedNext: '2026-02-03T09:15:00Z',
        consecutiveFailures: 0,
        demo: false,
        note: null,
      },
    ])
  })

  test('is stored, and counts in live and filled points', () => {
    // Eight Paris days and the quarters of today up to 08:45.
    expect(found['storedByPoll']).toBe(8 * 96 + 39)
    expect([found['live'], found['filled']]).toEqual(['stored', 4])
    expect(found['phi']).toEqual([1, 1, 1, 1, 1])
  })

  test('is backfilled', () => {
    expect([found['backfill'], found['storedByBackfill']]).toEqual([0, 2 * 96])
  })

  test('is audited: untouched points are equal, and a changed value of the feed is found', () => {
    expect(found['untouched']).toMatchObject({ exitCode: 0, head: expect.stringContaining('5 equal, 0 different') })
    expect(found['tampered']).toMatchObject({ exitCode: 1, head: expect.stringContaining(id) })
  })

  test('has its name on the page in both languages', () => {
    expect(found['names']).toEqual([names.fr, names.en])
  })
})
