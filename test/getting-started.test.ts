import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { freePort } from '@hexawatt/dev/src/embedded/loopback-port.ts'
import { pollUntil } from '@hexawatt/dev/src/embedded/poll.ts'
import { temporaryFolder } from '@hexawatt/dev/src/embedded/test-servers.ts'
import { startUp, type UpRun } from '@hexawatt/dev/test/testing/up-fixture.ts'
import { defaultPlanTable, plansPagePath } from '@hexawatt/shared/contract/plans'
import { EnergyScore, ScoreForecast } from '@hexawatt/shared/contract/score'
import { StatusResponse } from '@hexawatt/shared/contract/status'
import { gCo2eqPerKwhByType, seedFactorSet } from '@hexawatt/shared/methodology/emission-factors'
import * as v from 'valibot'
import { isCurlMissing, shownCommands, untrueParts } from './documents/testing/shown-commands.ts'

const root = join(import.meta.dir, '..')
const text = await Bun.file(join(root, 'docs/getting-started.md')).text()
const [start, ...commands] = shownCommands(text)
const scoreLine = commands.find(({ line }) => line.endsWith('/v1/score'))?.line ?? ''
const forecastLine = commands.find(({ line }) => line.includes('/v1/score/forecast?hours=48'))?.line ?? ''
const folder = await temporaryFolder()
const port = await freePort()
const env = { PATH: Bun.env['PATH'] ?? '', HOME: Bun.env['HOME'] ?? '' }

const isWithoutCurl = isCurlMissing('every command of docs/getting-started.md')

let up: UpRun
beforeAll(async () => {
  if (isWithoutCurl) return
  const args = ['--port', String(port), '--data-dir', join(folder, 'data')]
  up = await startUp({ command: start?.line.split(' ') ?? [], args, env })
  // The first minute of a start: a few feeds may still be on their way. The forecast reads some that no confidence weighs.
  const isWhole = async () => {
    const score: unknown = JSON.parse(await typed(scoreLine))
    const { sources } = v.parse(StatusResponse, await (await fetch(`http://localhost:${port}/api/status`)).json())
    const { generatedAt } = v.parse(ScoreForecast, JSON.parse(await typed(forecastLine)))
    const isFetched = sources.every(({ lastSuccess }) => lastSuccess !== null && lastSuccess <= generatedAt)
    return v.is(EnergyScore, score) && score.confidence === 100 && isFetched
  }
  expect(await pollUntil(isWhole, { intervalMs: 200, timeoutMs: 30_000 })).toBe(true)
})
afterAll(async () => {
  up?.pressCtrlC()
  await up?.exited
  await rm(folder, { recursive: true, force: true })
})

/** What a line prints when it is typed at the root of the project; files it makes land in a folder of the test's own. */
async function typed(line: string): Promise<string> {
  const words = line.replaceAll('localhost:8080', `localhost:${port}`).replaceAll('intensity.', `${folder}/intensity.`)
  const child = Bun.spawn(['/bin/sh', '-c', words], {
    cwd: root,
    env: { ...env, HEXAWATT_API_KEY: up.key ?? '', DEMO_API_KEY: up.demoKey },
    stderr: 'inherit',
  })
  const printed = await new Response(child.stdout).text()
  expect(await child.exited).toBe(0)
  return printed.replaceAll(`localhost:${port}`, 'localhost:8080')
}

describe.skipIf(isWithoutCurl)('docs/getting-started.md', () => {
  test('has a start, and commands with answers', () => {
    expect(start?.line).toContain('run up')
    expect(commands.filter(({ answer }) => answer !== null).length).toBeGreaterThan(7)
  })

  test('every command prints what the document says', async () => {
    const untrue: Record<string, string[]> = {}
    for (const command of commands) {
      const parts = untrueParts(command, await typed(command.line))
      if (parts.length > 0) untrue[command.line] = parts
    }
    expect(untrue).toEqual({})
  }, 120_000)

  test('the demo key is refused after three requests in a minute, with the page that says how a key is had', async () => {
    const ask = () =>
      fetch(`http://localhost:${port}/v1/tariff/today`, { headers: { 'x-api-key': up.demoKey, accept: 'text/plain' } })
    const { demo } = defaultPlanTable
    const answers: Response[] = []
    for (let asked = 0; asked <= demo.requestsPerMinute; asked += 1) answers.push(await ask())
    expect(answers.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(demo.requestsPerMinute)
    const refused = answers.at(-1)
    expect(refused?.status).toBe(429)
    const problem: unknown = await refused?.json()
    expect(problem).toMatchObject({
      code: 'demo_limit_exceeded',
      upgradeUrl: `http://localhost:${port}/account/plan?plan=decouverte`,
    })
    const page = await fetch(`http://localhost:${port}${plansPagePath}`)
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
    expect(await page.text()).toContain(up.demoKey)
  })

  test('the sum by hand follows from the values it lists and the factors of the methodology', () => {
    const factors = gCo2eqPerKwhByType(seedFactorSet)
    const listed = commands.find(({ line }) => line.includes('feeds trace'))?.answer?.text ?? ''
    const values = [...listed.matchAll(/^([A-Z_]+) +(\d+)$/gm)].map(([, type = '', mw]) => ({ type, mw: Number(mw) }))
    const totalMw = values.reduce((sum, { mw }) => sum + mw, 0)
    const emissions = values.reduce((sum, { type, mw }) => sum + mw * (factors[type] ?? Number.NaN), 0)
    const spaced = (value: number) => value.toLocaleString('en').replaceAll(',', ' ')
    expect(text).toContain(`14.1 = ${spaced(Math.round(emissions * 10) / 10)}\n`)
    expect(text).toContain(`3 518 = ${spaced(totalMw)}\n`)
    expect(text).toContain(`= ${(emissions / totalMw).toFixed(2)} g/kWh`)
  })
})
