import { expect, test } from 'bun:test'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { freePort } from '@hexawatt/dev/src/embedded/loopback-port.ts'
import { processFacts } from '@hexawatt/dev/src/embedded/system/process-facts.ts'
import { startUp, type UpRun } from '@hexawatt/dev/test/testing/up-fixture.ts'
import { closeAtEnd } from '@hexawatt/shared/testing/close-at-end'
import { until } from './testing/servers-fixture.ts'
import { mountSmallDisk } from './testing/small-disk.ts'

/** Room for a cluster with a day of points, and some more. */
const diskMegabytes = 320

/** How long reads are tried while the disk is full, ms. */
const fullMs = 15_000

/** The next point is computed ten seconds after half past. */
const [asOf, nextPoint] = ['2026-02-03T18:29:20Z', '2026-02-03T18:30:00Z']

const reads = ['/v1/carbon/intensity', '/v1/score', '/v1/outlook', '/v1/grid/status', '/v1/tariff/today', '/api/status']
const history = '/v1/score/history?from=2026-02-03T12:00:00Z&granularity=raw'

const disk = await mountSmallDisk(diskMegabytes, 'a full disk under the whole product')
closeAtEnd(() => disk?.remove())
let run: UpRun | null = null

closeAtEnd(() => run?.exited)
closeAtEnd(() => run?.abandon())

test.skipIf(disk === null)(
  'on a full disk the product answers from stored data, no program ends, and new data are stored again once there is room',
  async () => {
    if (disk === null) return
    const port = await freePort()
    const dataDir = join(disk.folder, 'data')
    run = await startUp({
      args: ['--demo', '--as-of', asOf, '--port', String(port), '--data-dir', dataDir, '--backfill-days', '1'],
      env: { PATH: Bun.env['PATH'] ?? '', HOME: Bun.env['HOME'] ?? '' },
    })
    const { key, output } = run
    const ask = (path: string) => fetch(`http://127.0.0.1:${port}${path}`, { headers: { 'x-api-key': key ?? '' } })
    const ingestLog = () => readFile(join(dataDir, 'logs/svc-ingest.log'), 'utf8')
    const ingest = `http://127.0.0.1:${/"port":(\d+)/.exec(await ingestLog())?.[1]}`
    const programs = await runningPrograms(run)
    expect(programs.length).toBeGreaterThan(5)

    const makeRoom = await disk.fill(0)
    const untilMs = performance.now() + fullMs
    const statuses = new Map<string, Set<number>>()
    while (performance.now() < untilMs) {
      for (const path of [...reads, history]) {
        const seen = statuses.get(path) ?? new Set()
        statuses.set(path, seen.add((await ask(path)).status))
      }
      await Bun.sleep(500)
    }
    expect(Object.fromEntries(reads.map((path) => [path, [...(statuses.get(path) ?? [])]]))).toEqual(
      Object.fromEntries(reads.map((path) => [path, [200]])),
    )
    // The history is read from Postgres, which ends where not even its write-ahead log has room: nothing else may come.
    expect([...(statuses.get(history) ?? [])].filter((status) => status !== 200 && status !== 503)).toEqual([])
    const said = async () => (await (await fetch(`${ingest}/readyz`)).text()).includes('until there is room')
    await until('ingestion says why it stands still', said)
    expect(await (await fetch(`${ingest}/metrics`)).text()).toMatch(/^log_lines_unwritten_total\{.*\} [1-9]\d*$/m)
    await until('up says it', async () => output().includes('is full: requests are answered from stored data'))
    expect(await runningPrograms(run)).toEqual(programs)

    await makeRoom()
    const isReady = async () => JSON.parse(await (await fetch(`${ingest}/readyz`)).text()).ready === true
    await until('ingestion is ready', isReady)
    await until('the next point', async () => (await (await ask(history)).text()).includes(nextPoint), 90_000)
    await until('up says it', async () => output().includes('has free space again'))
    expect(await runningPrograms(run)).toEqual(programs)
    // The line follows the first one that is written again, at the end of the work on the point.
    await until('the log says that it lacks lines', async () => (await ingestLog()).includes('were dropped'))
  },
)

/** Ids of the product's own programs, which are the same while none was started again. */
async function runningPrograms(up: UpRun): Promise<number[]> {
  const pids = await up.pids()
  const facts = await Promise.all(pids.map(processFacts))
  return pids.filter((_, index) => facts[index]?.commandLine.includes('--no-env-file')).sort((a, b) => a - b)
}
