import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { freePort } from '@hexawatt/dev/src/embedded/loopback-port.ts'
import { pollUntil } from '@hexawatt/dev/src/embedded/poll.ts'
import { makeTemporaryFolder } from '@hexawatt/dev/src/embedded/test-servers.ts'
import { readRunFile } from '@hexawatt/dev/src/up/data-folder/run-file.ts'
import { startUp, type UpRun } from '@hexawatt/dev/test/testing/up-fixture.ts'
import { CarbonIntensityResponse } from '@hexawatt/shared/contract/carbon/carbon-intensity'
import { defaultPlanTable, plansPagePath } from '@hexawatt/shared/contract/plans'
import { EnergyScore, ScoreForecast } from '@hexawatt/shared/contract/score'
import { ScoreHistoryResponse } from '@hexawatt/shared/contract/score-history'
import { StatusResponse } from '@hexawatt/shared/contract/status'
import { sourceIds } from '@hexawatt/shared/grid/feeds'
import { seedFactorSet, toGCo2eqPerKwhByType } from '@hexawatt/shared/methodology/emission-factors'
import * as v from 'valibot'
import { isNpxMissing, npxSettings, onNodeAlone, pathWithoutBun } from './documents/testing/node-alone.ts'
import { exampleAnswer, exampleInstant, listedPages, readmeCommands } from './documents/testing/readme-facts.ts'
import { isCurlMissing, shownCommands, untrueParts } from './documents/testing/shown-commands.ts'

const root = join(import.meta.dir, '..')
const guides = ['developer', 'household', 'proof'].map((reader) =>
  Bun.file(join(root, `docs/start/${reader}.md`)).text(),
)
const guide = (await Promise.all(guides)).join('\n')
const [start, ...commands] = shownCommands(guide)
const scoreLine = commands.find(({ line }) => line.endsWith('/v1/score'))?.line ?? ''
const forecastLine = commands.find(({ line }) => line.includes('/v1/score/forecast?hours=48'))?.line ?? ''
const folder = await makeTemporaryFolder()
const dataDir = join(folder, 'data')
const port = await freePort()
const places = ['--port', String(port), '--data-dir', dataDir]
/** Where there is Node, as on a machine that has nothing else: the README promises that this is enough. */
const isWithoutNpx = isNpxMissing('commands of the README without Bun on the PATH')
const asTyped = isWithoutNpx ? (line: string) => line : onNodeAlone
const env = {
  PATH: isWithoutNpx ? (Bun.env['PATH'] ?? '') : await pathWithoutBun(folder),
  HOME: Bun.env['HOME'] ?? '',
  ...npxSettings,
}

const isWithoutCurl = isCurlMissing('every command of docs/start, and those of the README on demo data')

/** Requested at the very first moment, for the past that the start must fill. */
let past: ScoreHistoryResponse
let up: UpRun
beforeAll(async () => {
  if (isWithoutCurl) return
  up = await startUp({ command: start?.line.split(' ') ?? [], args: places, env })
  const query = 'from=2026-01-31T23:00:00Z&to=2026-02-03T18:00:00Z&granularity=raw'
  const answer = await fetch(`http://localhost:${port}/v1/score/history?${query}`, {
    headers: { 'x-api-key': up.key ?? '' },
  })
  past = v.parse(ScoreHistoryResponse, await answer.json())
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

/** Output of a line typed at the root of the project; files it makes land in a folder of the test's own. */
async function typed(line: string): Promise<string> {
  const words = asTyped(line)
    .replaceAll('localhost:8080', `localhost:${port}`)
    .replaceAll('intensity.', `${folder}/intensity.`)
  const child = Bun.spawn(['/bin/sh', '-c', words], {
    cwd: root,
    env: { ...env, HEXAWATT_API_KEY: up.key ?? '', DEMO_API_KEY: up.demoKey },
    stderr: 'inherit',
  })
  const printed = await new Response(child.stdout).text()
  expect(await child.exited).toBe(0)
  return printed.replaceAll(`localhost:${port}`, 'localhost:8080')
}

/** Whole minutes from the end of the data of an answer to the answer. */
const minutesSinceData = ({ timestamp, dataSlotEnd }: CarbonIntensityResponse): number =>
  Math.floor((Date.parse(timestamp) - Date.parse(dataSlotEnd ?? '')) / 60_000)

describe.skipIf(isWithoutCurl)('up --demo, started as docs/start says', () => {
  test('`up --demo` starts as the README says, with two days of history', () => {
    const { up: first, upAsOf } = readmeCommands
    expect(start?.line).toBe(`${upAsOf.replace('bun run up', first)} --backfill-days 2`)
  })

  test('--backfill-days finishes before the banner, and the past is served when the banner appears', async () => {
    // From the Paris midnight two days ago, to an hour before the start.
    expect(past.effectiveFrom).toBe('2026-01-31T23:00:00Z')
    expect(past.points[0]?.timestamp).toBe('2026-01-31T23:00:00Z')
    expect(past.sampleCount).toBe(6 * (24 + 24 + 19))
    expect(up.output()).not.toContain('being computed')
    expect((await readRunFile(dataDir)).history).toEqual({ from: '2026-02-01', done: true })
  })

  test('the guide’s first call gives the response that it shows', async () => {
    const answer = v.parse(CarbonIntensityResponse, JSON.parse(await typed(readmeCommands.curl)))
    // The clock runs on while the product starts.
    expect(answer.timestamp >= exampleInstant).toBe(true)
    expect(answer.dataAgeMinutes).toBe(minutesSinceData(answer))
    const { emissionFactorsSource: _, ...atInstant } = { ...answer, timestamp: exampleInstant }
    const shown = {
      ...atInstant,
      dataAgeMinutes: minutesSinceData({ ...answer, ...atInstant }),
      mix: answer.mix?.slice(0, 2),
    }
    expect(shown as unknown).toEqual(exampleAnswer)
  })

  test('the guide’s other calls are answered', async () => {
    expect(v.is(EnergyScore, JSON.parse(await typed(readmeCommands.curlScore)))).toBe(true)
    expect(v.is(EnergyScore, JSON.parse(await typed(readmeCommands.curlDemo)))).toBe(true)
    expect(v.parse(ScoreForecast, JSON.parse(await typed(readmeCommands.curlForecast))).servedHours).toBe(48)
    expect(await typed(readmeCommands.curlHistory)).toStartWith('timestamp,globalScore,level,')
    expect(await typed(readmeCommands.curlSeries)).toStartWith('slotStart,slotEnd,gCo2PerKwh,final')
    expect(await typed(readmeCommands.curlHours)).toStartWith('hours,productionGCo2PerKwh,consumptionGCo2PerKwh,')
  })

  test('every command of the guide prints what the guide shows', async () => {
    expect(commands.filter(({ answer }) => answer !== null).length).toBeGreaterThan(7)
    const untrue: Record<string, string[]> = {}
    for (const command of commands) {
      const parts = untrueParts(command, await typed(command.line))
      if (parts.length > 0) untrue[command.line] = parts
    }
    expect(untrue).toEqual({})
  })

  test('the demo key is refused after three requests in a minute, with the page that tells how to get a key', async () => {
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

  test('the sum by hand follows from its listed values and the methodology’s factors', () => {
    const factors = toGCo2eqPerKwhByType(seedFactorSet)
    const listed = commands.find(({ line }) => line.includes('feeds trace'))?.answer?.text ?? ''
    const values = [...listed.matchAll(/^([A-Z_]+) +(\d+)$/gm)].map(([, type = '', mw]) => ({ type, mw: Number(mw) }))
    const totalMw = values.reduce((sum, { mw }) => sum + mw, 0)
    const emissions = values.reduce((sum, { type, mw }) => sum + mw * (factors[type] ?? Number.NaN), 0)
    const spaced = (value: number) => value.toLocaleString('en').replaceAll(',', ' ')
    expect(guide).toContain(`14.1 = ${spaced(Math.round(emissions * 10) / 10)}\n`)
    expect(guide).toContain(`3 518 = ${spaced(totalMw)}\n`)
    expect(guide).toContain(`= ${(emissions / totalMw).toFixed(2)} g/kWh`)
  })

  test('keys are made, past data loaded and feeds inspected as the README says', async () => {
    expect(await typed(readmeCommands.createKey)).toMatch(/hxw_[0-9a-f]{32}/)
    expect(await typed(readmeCommands.listKeys)).toContain('Ma Maison')
    expect(await typed(readmeCommands.backfill)).toMatch(/\b0 failed|done/i)
    const table = await typed(readmeCommands.feedsStatus)
    expect(sourceIds.filter((id) => !table.includes(id))).toEqual([])
  })

  test('the pages that the README lists exist', async () => {
    for (const [path, type] of Object.entries(listedPages)) {
      const page = await fetch(`http://localhost:${port}${path.replace('{code}', 'not_found')}`)
      expect([path, page.status, page.headers.get('content-type')?.split(';')[0]]).toEqual([path, 200, type])
    }
  })

  test('another start on the same folder continues it, and --new-key makes another key', async () => {
    const firstKey = up.key
    up.pressCtrlC()
    await up.exited
    // Both lines of the README at once, with places of the test's own.
    const { upWithPlaces, upNewKey } = readmeCommands
    const withPlaces = upWithPlaces.replace('9000', String(port)).replace('./my-data', dataDir)
    expect(upNewKey).toBe('bun run up --demo --new-key')
    const tenMinutesLater = ['--as-of', '2026-02-03T18:30:00Z', '--backfill-days', '0']
    up = await startUp({ command: asTyped(`${withPlaces} --new-key`).split(' '), args: tenMinutesLater, env })
    expect(up.key).not.toBe(firstKey)
    v.parse(CarbonIntensityResponse, JSON.parse(await typed(readmeCommands.curl)))
  })
})
