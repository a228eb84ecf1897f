import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { paths, period, type Upstream, useUpstreams } from '../testing/upstream-fixture.ts'

const upstreamAt = useUpstreams()

const header = 'datetime_utc,nucleaire,gaz,eolien,ech_comm_espagne'
/** One hour twice (ghost rows), one with an empty cell, one that lacks a quarter; no column for most types. */
const rows = [
  ...['00', '15', '30', '45'].map((minute) => `2025-03-30T01:${minute}:00Z,40000,1000,5000,-200`),
  ...['00', '15', '30', '45'].map((minute) => `2025-03-30T01:${minute}:00Z,1,1,1,1`),
  '2025-03-30T02:00:00Z,40000,,5000,300',
  '2025-03-30T02:15:00Z,40001,1000,5000,300',
  '2025-03-30T02:30:00Z,40002,1000,5000,300',
  '2025-03-30T02:45:00Z,40003,1000,5000,ND',
  '2025-03-30T03:00:00Z,40000,1000,5000,300',
  '2025-03-30T05:45:00Z,40000,1000,5000,300',
]

let folder: string
let upstream: Upstream
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hexawatt-replay-'))
  await Bun.write(join(folder, 'eco2mix_15min_2025.csv'), [header, ...rows, ''].join('\n'))
  upstream = await upstreamAt('2025-04-01T00:00:00Z', { replayDir: folder })
})
afterAll(async () => {
  await rm(folder, { recursive: true })
})

const morning = period('2025-03-30T03:00:00+02:00', '2025-03-30T08:00:00+02:00')
const slotsOf = async (path: string, query: Record<string, string>) =>
  (await upstream.blocks(path, { ...morning, ...query })).map((block) => block.values)

describe('a small recorded folder', () => {
  test('the first row of an instant wins', async () => {
    const [nuclear] = await slotsOf(paths.byType, { production_type: 'NUCLEAR' })
    expect(nuclear?.[0]?.value).toBe(40_000)
  })

  test('a type with a hole in an hour is absent there, the others are not', async () => {
    const [gas] = await slotsOf(paths.byType, { production_type: 'FOSSIL_GAS' })
    const [nuclear] = await slotsOf(paths.byType, { production_type: 'NUCLEAR' })
    expect(gas?.map((slot) => slot.start_date)).toEqual(['2025-03-30T03:00:00+02:00'])
    expect(nuclear?.map((slot) => slot.value)).toEqual([40_000, 40_001.5])
  })

  test('hours that lack quarters, or all of them, are absent though they lie inside the recording', async () => {
    const [nuclear] = await slotsOf(paths.byType, { production_type: 'NUCLEAR' })
    expect(nuclear).toHaveLength(2)
  })

  test('an hour of a border with an unreadable quarter is absent, and so are borders without a column', async () => {
    const blocks = await upstream.blocks(paths.flows, morning)
    expect(blocks.map((block) => block['sender_country_name'])).toEqual(['Spain', 'France'])
    expect(blocks.map((block) => block.values.map((slot) => slot.value))).toEqual([[0], [200]])
  })

  test('without a recorded file of a reference the demo’s own file is served', async () => {
    expect((await upstream.get(paths.lines)).headers.get('x-hexawatt-origin')).toBe('generated')
    expect((await upstream.get(paths.intensities)).headers.get('x-hexawatt-origin')).toBe('generated')
  })

  test('a time outside the recorded file is generated', async () => {
    const response = await upstream.get(paths.byType, period('2025-03-28T00:00:00Z', '2025-03-29T00:00:00Z'))
    expect(response.headers.get('x-hexawatt-origin')).toBe('generated')
  })

  test('a future period inside a recording is answered by the recording, with nothing', async () => {
    const early = await upstreamAt('2025-03-30T04:00:00Z', { replayDir: folder })
    const response = await early.get(paths.flows, period('2025-03-30T05:00:00Z', '2025-03-30T06:00:00Z'))
    expect(response.headers.get('x-hexawatt-origin')).toBe('recorded')
    expect(await response.json()).toEqual({ physical_flows: [] })
  })
})
