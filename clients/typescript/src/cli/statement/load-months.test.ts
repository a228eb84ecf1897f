import { expect, test } from 'bun:test'
import { lstat, mkdir, mkdtemp, readdir, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { closeAtEnd } from '@hexawatt/shared/testing/close-at-end'
import { HexawattConnectionError } from '../../errors/hexawatt-errors.ts'
import { catchError, createProblem, type Script, startScriptedApi } from '../../testing/scripted-api.ts'
import { createAnswerCache, findCacheFolder } from './answer-cache.ts'
import { loadMonths } from './load-months.ts'
import { createStoredRequests } from './stored-requests.ts'

const folder = await mkdtemp(join(tmpdir(), 'hexawatt-months-'))
closeAtEnd(() => rm(folder, { recursive: true, force: true }))
let folders = 0
const newFolder = (): string => join(folder, String(++folders))

const nowMs = Date.parse('2026-03-10T12:00:00Z')
const hourMs = 3_600_000

/** The hours of a month, shortened to two. */
function bodyOf(month: string, { complete = true, carbon = 40 } = {}) {
  const pair = [carbon, null]
  return {
    ...{ month, timeZone: 'Europe/Paris', from: `${month}-01T00:00:00Z`, to: `${month}-02T00:00:00Z` },
    ...{ hours: [`${month}-01T00:00:00Z`, `${month}-01T01:00:00Z`], productionGCo2PerKwh: pair },
    ...{ consumptionGCo2PerKwh: pair, directGCo2PerKwh: pair, eurPerMwh: pair, tempoColor: ['Bleu', null] },
    ...{ methodologyVersions: [], sources: [], complete },
  }
}

type Answering = { complete?: boolean; carbon?: number; mode?: string }

/** Answers as the API: every month with an ETag, unchanged where the client has it. */
const answer = ({ complete = true, carbon = 40, mode = 'live' }: Answering = {}): Script => {
  return (request) => {
    const month = new URL(request.url).searchParams.get('month') ?? ''
    const headers = { etag: `"${month}-${carbon}"`, 'x-data-mode': mode }
    if (request.headers.get('if-none-match') === headers.etag) return new Response(null, { status: 304, headers })
    return Response.json(bodyOf(month, { complete, carbon }), { headers })
  }
}

type Run = { cacheFolder?: string; months?: string[]; atMs?: number }

/** Loads months from a server; waits take no time. */
async function load(
  server: { url: string },
  { cacheFolder = newFolder(), months = ['2026-01'], atMs = nowMs }: Run = {},
) {
  const said: string[] = []
  const waits: number[] = []
  const obtain = createStoredRequests({
    connection: {
      baseUrl: server.url,
      timers: { nowMs: () => atMs, random: () => 0, sleep: async (ms) => void waits.push(ms) },
    },
    cache: createAnswerCache(cacheFolder, (reason) => said.push(reason)),
    reportWait: (seconds) => said.push(`wait ${seconds} s`),
  })
  const reportProgress = (done: number, all: number) => said.push(`${done} of ${all}`)
  const loaded = await loadMonths({ obtain, months, nowMs: () => atMs, reportProgress })
  return { ...loaded, carbon: loaded.months.map((month) => month.productionGCo2PerKwh[0] ?? null), said, waits }
}

test('months are requested one after the other by their names only, without body, key or cookie', async () => {
  await using server = startScriptedApi(answer())
  const { carbon, said } = await load(server, { months: ['2025-12', '2026-01'] })
  expect([carbon, said]).toEqual([
    [40, 40],
    ['0 of 2', '1 of 2'],
  ])
  expect(server.requests.map(({ address }) => address)).toEqual([
    '/api/hours?month=2025-12',
    '/api/hours?month=2026-01',
  ])
  const sent = new Set(server.requests.flatMap(({ headers }) => [...headers.keys()]))
  expect([...sent].filter((name) => /key|auth|cookie|content|referer/.test(name))).toEqual([])
})

test('a complete month is taken from the disk for a day, then asked for by its ETag; an incomplete one is always asked for', async () => {
  const cacheFolder = newFolder()
  await using server = startScriptedApi(answer())
  await load(server, { cacheFolder })
  expect((await load(server, { cacheFolder, atMs: nowMs + 23 * hourMs })).carbon).toEqual([40])
  expect(server.requests).toHaveLength(1)
  // Also a clock that was set back does not make a stored month young for ever.
  for (const atMs of [nowMs + 25 * hourMs, nowMs - hourMs]) await load(server, { cacheFolder, atMs })
  expect(server.requests.map(({ headers }) => headers.get('if-none-match'))).toEqual([
    null,
    '"2026-01-40"',
    '"2026-01-40"',
  ])
  await using current = startScriptedApi(answer({ complete: false }), answer({ complete: false, carbon: 50 }))
  await load(current, { cacheFolder })
  expect((await load(current, { cacheFolder })).carbon).toEqual([50])
})

test('a device in the place of a file of the cache is not read', async () => {
  const cacheFolder = newFolder()
  await using server = startScriptedApi(answer())
  const path = join(cacheFolder, new URL(server.url).host.replace(':', '_'), '2026-01.json')
  await mkdir(dirname(path), { recursive: true })
  await symlink('/dev/zero', path)
  expect((await load(server, { cacheFolder })).carbon).toEqual([40])
  expect((await lstat(path)).isFile()).toBe(true)
})

test('a damaged file of the cache is ignored and replaced', async () => {
  const cacheFolder = newFolder()
  await using server = startScriptedApi(answer())
  await load(server, { cacheFolder })
  const path = join(cacheFolder, new URL(server.url).host.replace(':', '_'), '2026-01.json')
  const whole = await Bun.file(path).text()
  const damages = [
    '',
    '{',
    whole.slice(0, -40),
    whole.replace('40,null', '41,null'),
    whole.replace('"layout":1', '"layout":9'),
    '[]',
  ]
  for (const damage of damages) {
    await Bun.write(path, damage)
    expect((await load(server, { cacheFolder })).carbon).toEqual([40])
    expect(await Bun.file(path).text()).toBe(whole)
  }
  expect(server.requests).toHaveLength(1 + damages.length)
  expect((await readdir(join(cacheFolder, new URL(server.url).host.replace(':', '_')))).length).toBe(1)
})

test('a cache that cannot be written is reported once, and every month is used', async () => {
  const cacheFolder = newFolder()
  await Bun.write(cacheFolder, 'not a folder')
  await using server = startScriptedApi(answer())
  const { carbon, said } = await load(server, { cacheFolder, months: ['2025-11', '2025-12', '2026-01'] })
  expect([carbon, said]).toEqual([
    [40, 40, 40],
    ['0 of 3', expect.stringMatching(/^E(NOTDIR|EXIST)$/), '1 of 3', '2 of 3'],
  ])
})

test('a refusal with Retry-After is waited for and reported, five times at most', async () => {
  const limited = createProblem(429, 'rate_limited', { 'retry-after': '7' })
  const busy = createProblem(503, 'service_unavailable', { 'retry-after': '2' })
  await using server = startScriptedApi(limited, busy, answer())
  const { carbon, said, waits } = await load(server)
  expect([carbon, said, waits]).toEqual([[40], ['0 of 1', 'wait 7 s', 'wait 2 s'], [7_000, 2_000]])
  await using full = startScriptedApi(limited)
  expect(await catchError(load(full))).toMatchObject({ code: 'rate_limited' })
  expect(full.requests).toHaveLength(6)
  await using tomorrow = startScriptedApi(createProblem(429, 'rate_limited', { 'retry-after': '86400' }))
  expect(await catchError(load(tomorrow))).toMatchObject({ retryAfterSeconds: 86_400 })
  expect(tomorrow.requests).toHaveLength(1)
})

test('while the API is away, it is asked once, and stored months are used whatever their age and named; a month that is not stored fails', async () => {
  const cacheFolder = newFolder()
  const months = ['2026-01', '2026-02']
  const incomplete = answer({ complete: false })
  const away = createProblem(503, 'service_unavailable', { 'retry-after': '86400' })
  await using server = startScriptedApi(incomplete, incomplete, away)
  await load(server, { cacheFolder, months })
  const later = { cacheFolder, atMs: nowMs + 300 * hourMs }
  const { carbon, stale } = await load(server, { ...later, months })
  expect([carbon, stale]).toEqual([[40, 40], { months, sinceMs: nowMs }])
  expect(server.requests).toHaveLength(3)
  await server.stop()
  expect((await load(server, { ...later, months })).stale?.months).toEqual(months)
  const failure = await catchError(load(server, { ...later, months: [...months, '2026-03'] }))
  expect(failure).toBeInstanceOf(HexawattConnectionError)
})

test('a month in the future is listed, and a body without the hours of the month is refused', async () => {
  await using server = startScriptedApi(answer(), createProblem(400, 'invalid_parameter'))
  expect(await load(server, { months: ['2026-03', '2026-09'] })).toMatchObject({ carbon: [40], future: ['2026-09'] })
  await using other = startScriptedApi(() =>
    Response.json({ ...bodyOf('2026-01'), eurPerMwh: [1] }, { headers: { etag: '"1"' } }),
  )
  expect(await catchError(load(other))).toMatchObject({ kind: 'unexpected_answer' })
})

test('real months of the disk are not mixed with those of a demo at the same address, which are never taken without a question', async () => {
  const cacheFolder = newFolder()
  await using server = startScriptedApi(answer(), answer({ mode: 'demo', carbon: 90 }))
  await load(server, { cacheFolder })
  const months = ['2026-01', '2026-02']
  const mixed = await load(server, { cacheFolder, months })
  expect([mixed.carbon, [...mixed.dataModes]]).toEqual([[90, 90], ['demo']])
  expect(server.requests).toHaveLength(4 - 1)
  await load(server, { cacheFolder, months })
  expect(server.requests).toHaveLength(5)
})

test('the cache is where the XDG Base Directory Specification has it, and a relative path is ignored', () => {
  expect(
    [{ XDG_CACHE_HOME: '/c', HOME: '/h' }, { XDG_CACHE_HOME: 'c', HOME: '/h' }, { HOME: '/h' }].map(findCacheFolder),
  ).toEqual(['/c/hexawatt/hours', '/h/.cache/hexawatt/hours', '/h/.cache/hexawatt/hours'])
})
