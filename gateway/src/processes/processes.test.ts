import { describe, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { closeAtEnd } from '@hexawatt/shared/testing/close-at-end'
import { revokeTestKey, storeTestKey } from '@hexawatt/shared/testing/key-fixture'
import { until } from '@hexawatt/shared/testing/until'
import { generousPlanTable } from '../testing/gateway-fixture.ts'
import { useGatewayPrograms } from '../testing/use-gateway.ts'

const { sql, service, startProgram, settings: readSettings } = await useGatewayPrograms()
/** The tests ask more often than any plan allows. */
const plansFile = join(await mkdtemp(join(tmpdir(), 'hexawatt-plans-')), 'plans.json')
await Bun.write(plansFile, JSON.stringify(generousPlanTable))

closeAtEnd(() => rm(dirname(plansFile), { recursive: true }))

async function startTwo(more: Record<string, string> = {}) {
  const settings = await readSettings()
  const program = await startProgram({ ...settings, GATEWAY_PROCESSES: '2', PLANS_FILE: plansFile, ...more })
  const { url, internalUrl, output } = program
  return {
    ...program,
    /** Asks over a connection of its own. @returns the status */
    ask: async (path = '/api/plans', key = ''): Promise<number> => {
      const response = await fetch(url + path, { headers: { connection: 'close', 'x-api-key': key } })
      await response.bytes()
      return response.status
    },
    metrics: async (): Promise<string> => (await fetch(`${internalUrl}/metrics`)).text(),
    pidOf: (index: number): number => {
      const lines = output
        .soFar()
        .split('\n')
        .filter((line) => line.includes('gateway process started'))
      return lines.map((line) => JSON.parse(line)).findLast(({ process: of }) => of === index).pid
    },
    isReady: async (): Promise<boolean> => (await fetch(`${internalUrl}/readyz`)).ok,
  }
}

const times = (count: number) => Array.from({ length: count }, (_, index) => index)

/** Value of a counter of each process. */
function byProcess(text: string, name: string): Map<string, number> {
  const sums = new Map<string, number>()
  for (const [, labels = '', value = '0'] of text.matchAll(new RegExp(`^${name}\\{(.*)\\} (\\d+)$`, 'gm'))) {
    const of = labels.match(/process="(\w+)"/)?.[1] ?? ''
    sums.set(of, (sums.get(of) ?? 0) + Number(value))
  }
  return sums
}

describe('a gateway of two processes', () => {
  test('serves one port with both, and its metrics count every request once', async () => {
    const { ask, metrics, internalUrl, child } = await startTwo()
    const statuses = await Promise.all(times(200).map(() => ask()))
    expect(new Set(statuses)).toEqual(new Set([200]))
    const text = await metrics()
    const counts = byProcess(text, 'gateway_requests_total')
    expect([...counts.keys()].sort()).toEqual(['0', '1'])
    expect([...counts.values()].reduce((sum, count) => sum + count, 0)).toBe(200)
    const heads = text.match(/^# (HELP|TYPE) \w+/gm) ?? []
    expect(heads.length).toBe(new Set(heads).size)
    expect(await (await fetch(`${internalUrl}/readyz`)).json()).toEqual({ ready: true, failing: [], zone: 'FR' })
    for (const path of ['/healthz', '/readyz/accepting']) expect((await fetch(internalUrl + path)).status).toBe(200)
    child.kill('SIGTERM')
    expect(await child.exited).toBe(0)
  })

  test('restarts a killed process, serves every request meanwhile, and counts the end', async () => {
    const { ask, isReady, metrics, output, pidOf, child } = await startTwo()
    const killed = pidOf(1)
    process.kill(killed, 'SIGKILL')
    await output.lineWith('gateway process ended')
    expect(new Set(await Promise.all(times(100).map(() => ask())))).toEqual(new Set([200]))
    await until('both are ready', isReady)
    expect(pidOf(1)).not.toBe(killed)
    expect(new Set(await Promise.all(times(100).map(() => ask())))).toEqual(new Set([200]))
    expect(await metrics()).toMatch(/^gateway_process_ends_total\{ended="1",.*\} 1$/m)
    child.kill('SIGTERM')
    expect(await child.exited).toBe(0)
  })

  test('drains both at SIGTERM: not ready at once, running requests finish, new ones are refused, exit code 0', async () => {
    const count = 20
    let running = 0
    const release = Promise.withResolvers<void>()
    service.answerWith(async () => {
      running += 1
      await release.promise
      return Response.json({ slow: true })
    })
    const { key } = await storeTestKey({ sql })
    const { ask, child, internalUrl, output } = await startTwo()
    const asked = times(count).map(() => ask('/v1/score/analytics', key))
    await until('all run', () => running === count)
    child.kill('SIGTERM')
    await output.lineWith('stopping')
    const readiness = await fetch(`${internalUrl}/readyz`)
    expect([readiness.status, await readiness.json()]).toEqual([
      503,
      { ready: false, failing: ['accepting'], zone: 'FR' },
    ])
    await until('the port is closed', () =>
      ask().then(
        () => false,
        () => true,
      ),
    )
    release.resolve()
    expect(new Set(await Promise.all(asked))).toEqual(new Set([200]))
    expect(await child.exited).toBe(0)
    const stopped = (await output.all()).split('\n').filter((line) => line.includes('"stopped"'))
    expect(stopped.length).toBe(3)
  })

  test('refuses a revoked key in both within a second, also without Redis', async () => {
    service.answerWith(() => Response.json({ from: 'service' }))
    const { key } = await storeTestKey({ sql })
    const { ask, child } = await startTwo()
    const askKey = () => ask('/v1/carbon/intensity', key)
    expect(new Set(await Promise.all(times(40).map(askKey)))).toEqual(new Set([200]))
    await revokeTestKey({ sql }, { key })
    await until('both refuse', async () => (await Promise.all(times(40).map(askKey))).every((status) => status === 401))
    child.kill('SIGTERM')
    await child.exited
  })

  test('exits with its launcher', async () => {
    const { child, pidOf } = await startTwo({ EXIT_WITH_STDIN: '1' })
    const pids = [pidOf(0), pidOf(1)]
    child.stdin.end()
    expect(await child.exited).toBe(0)
    expect(pids.filter(isRunning)).toEqual([])
  })

  test('leaves no process behind when the parent is killed', async () => {
    const { child, pidOf } = await startTwo()
    const pids = [pidOf(0), pidOf(1)]
    child.kill('SIGKILL')
    await child.exited
    await until('both are gone', () => !pids.some(isRunning))
  })

  test('exits with code 1 when its port is taken', async () => {
    const settings = await readSettings()
    const port = new URL(service.url).port
    const env = { ...settings, GATEWAY_PROCESSES: '2', PORT: port }
    const child = Bun.spawn([process.execPath, `${import.meta.dir}/../main.ts`], { env, stdout: 'ignore' })
    expect(await child.exited).toBe(1)
  })
})

/** A process that has ended may stay as a zombie where nothing waits for it, as in a container without an init. */
function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return process.platform !== 'linux' || readFileSync(`/proc/${pid}/cmdline`, 'utf8') !== ''
  } catch {
    return false
  }
}
