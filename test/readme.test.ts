import { afterAll, afterEach, describe, expect, test } from 'bun:test'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { freePort } from '@hexawatt/dev/src/embedded/loopback-port.ts'
import { pollUntil } from '@hexawatt/dev/src/embedded/poll.ts'
import { temporaryFolder } from '@hexawatt/dev/src/embedded/test-servers.ts'
import { startUp, type UpRun } from '@hexawatt/dev/test/testing/up-fixture.ts'
import { CarbonIntensityResponse } from '@hexawatt/shared/contract/carbon-intensity'
import { eventsOperation } from '@hexawatt/shared/contract/events/events-operation'
import { mcpOperation } from '@hexawatt/shared/contract/mcp/mcp-operation'
import { operations } from '@hexawatt/shared/contract/operations'
import { EnergyScore, ScoreForecast } from '@hexawatt/shared/contract/score'
import { sourceIds } from '@hexawatt/shared/grid/feeds'
import { shippedRecordingsDir } from '@hexawatt/shared/testing/reference-data'
import { Env as IngestEnv } from '@hexawatt/svc-ingest/src/env.ts'
import * as v from 'valibot'
import { isCurlMissing } from './documents/testing/shown-commands.ts'
import { recordedHour } from './testing/recorded-hour.ts'

const root = join(import.meta.dir, '..')
const readme = await Bun.file(join(root, 'README.md')).text()
const folder = await temporaryFolder()
const port = await freePort()
const env = { PATH: Bun.env['PATH'] ?? '', HOME: Bun.env['HOME'] ?? '' }

let run: UpRun | null = null
afterEach(async () => {
  run?.pressCtrlC()
  await run?.exited
  run = null
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const commands = [...readme.matchAll(/```sh\n(.*?)```/gs)].flatMap((block) => (block[1] ?? '').trim().split('\n'))
const exampleAnswer: unknown = JSON.parse(readme.match(/```json\n(.*?)```/s)?.[1] ?? '')
const exampleInstant = '2026-02-03T18:20:00Z'

/** The commands of the README, each run by a test below. */
const up = 'npx -y bun@1.4.5 run up'
const verify = 'npx -y bun@1.4.5 run verify'
const curl = 'curl -s -H "X-Api-Key: $HEXAWATT_API_KEY" http://localhost:8080/v1/carbon/intensity'
const curlScore = 'curl -s -H "X-Api-Key: $HEXAWATT_API_KEY" http://localhost:8080/v1/score'
const curlForecast = `curl -s -H "X-Api-Key: $HEXAWATT_API_KEY" 'http://localhost:8080/v1/score/forecast?hours=48&profile=carbon'`
const curlHistory = `curl -s -H "X-Api-Key: $HEXAWATT_API_KEY" -H 'Accept: text/csv' 'http://localhost:8080/v1/score/history?granularity=hourly'`
const curlDemo = 'curl -s -H "X-Api-Key: $DEMO_API_KEY" http://localhost:8080/v1/score'
const upWithPlaces = 'bun run up --demo --port 9000 --data-dir ./my-data'
const upAsOf = `bun run up --demo --as-of ${exampleInstant}`
const upReplay = 'bun run up --replay recordings'
const upReplayAsOf = 'bun run up --replay recordings --as-of 2025-01-15T18:20:00Z'
const upNewKey = 'bun run up --demo --new-key'
const upLive = 'RTE_CLIENT_ID=… RTE_CLIENT_SECRET=… bun run up'
const createKey = 'bun run keys create --account "Ma Maison" --plan pro'
const listKeys = 'bun run keys list'
const keysFunction = 'keys() { bun run --silent keys "$@"; }'
const completeKeys = 'source <(keys complete bash)   # or zsh, fish, powershell'
const backfill = 'bun run backfill --from 2026-01-25 --to 2026-02-01'
const feedsStatus = 'bun run feeds status'
const calibrate = 'bun run calibrate recordings'
const backtest = 'bun run backtest --data recordings'
const refit = 'bun run refit --data recordings'

/**
 * The commands that need an engine of containers, which the suite has not: they are held against the files they use. `deploy/smoke-test`
 * runs the same composition where there is one.
 */
const copySettings = 'cp .env.example .env'
const composeUp = 'docker compose up -d'
const composeKey = 'docker compose exec gateway hexawatt keys create --account "Ma Maison" --plan pro'

/** Pages beside the operations, with the type each has. */
const pages: Readonly<Record<string, string>> = {
  '/': 'text/html',
  '/plans': 'text/html',
  '/docs': 'text/html',
  '/openapi.json': 'application/json',
  '/llms.txt': 'text/plain',
  '/problems': 'text/html',
  '/problems/{code}': 'text/html',
}

/** What a run without a question about the past is given: to compute a week of points costs more than all else it does. */
const withoutHistory = ['--backfill-days', '0']

/** Runs an `up` line of the README on a free port and a folder of the test's own, waiting for its banner. */
async function runUp(line: string, dataDir: string, more: readonly string[] = []): Promise<UpRun> {
  const words = line.replace(/ --port \S+| --data-dir \S+/g, '').split(' ')
  const args = ['--port', String(port), '--data-dir', join(folder, dataDir), ...more]
  run = await startUp({ command: words, args, env })
  return run
}

/** Runs any other line of the README in a shell at the root of the project and returns what it prints. */
async function shell(line: string, more: Record<string, string> = {}): Promise<string> {
  const child = Bun.spawn(['/bin/sh', '-c', line], { cwd: root, env: { ...env, ...more }, stderr: 'inherit' })
  const output = await new Response(child.stdout).text()
  expect(await child.exited).toBe(0)
  return output
}

/** What a line of curl of the README answers, asked of the run that is on. */
const pasteText = (line: string, key: string): Promise<string> =>
  shell(line.replace('8080', String(port)), { HEXAWATT_API_KEY: key })
const paste = async (line: string, key: string): Promise<unknown> => JSON.parse(await pasteText(line, key))
const pasteCurl = async (key: string) => v.parse(CarbonIntensityResponse, await paste(curl, key))

const isWithoutCurl = isCurlMissing('starts and calls of the README')

describe('the README', () => {
  test('has no command that is not run here', () => {
    const known = [
      up,
      verify,
      curl,
      curlDemo,
      curlScore,
      curlForecast,
      curlHistory,
      upWithPlaces,
      upAsOf,
      upReplay,
      upReplayAsOf,
      upLive,
      upNewKey,
      createKey,
      listKeys,
      keysFunction,
      completeKeys,
      backfill,
      feedsStatus,
      calibrate,
      backtest,
      refit,
      copySettings,
      composeUp,
      composeKey,
    ]
    expect([...commands].sort()).toEqual([...known].sort())
  })

  test('its checks are what continuous integration runs, and all that it runs', async () => {
    const lines = (await Bun.file(join(root, '.ci/run')).text()).trimEnd().split('\n')
    const commands = lines.filter((line) => !/^(#|set |cd )/.test(line))
    expect(commands).toEqual([verify, `exec ${verify} distributed`])
    expect(readme).toContain('`bun run verify distributed`')
  })

  test('its two lines complete the words of `keys` in bash', async () => {
    const script = join(folder, 'complete.sh')
    await Bun.write(script, [keysFunction, completeKeys, 'complete -p keys', ''].join('\n'))
    expect(await shell(`bash ${script}`)).toMatch(/^complete .*keys$/m)
  })

  test.skipIf(isWithoutCurl)(
    'with --demo the first call gives the answer it shows; keys are made as it says',
    async () => {
      const { key, demoKey } = await runUp(`${up} --demo --as-of ${exampleInstant}`, 'demo')
      const answer = await pasteCurl(key ?? '')
      // The clock runs on while the product starts.
      expect(answer.timestamp >= exampleInstant).toBe(true)
      const { emissionFactorsSource: _, ...shown } = {
        ...answer,
        timestamp: exampleInstant,
        mix: answer.mix?.slice(0, 2),
      }
      expect(shown as unknown).toEqual(exampleAnswer)
      // It rests on more feeds than the banner waits for: for a moment it may still be refused.
      const isScored = async () => v.is(EnergyScore, await paste(curlScore, key ?? ''))
      expect(await pollUntil(isScored, { intervalMs: 200, timeoutMs: 10_000 })).toBe(true)
      expect(
        v.is(EnergyScore, JSON.parse(await shell(curlDemo.replace('8080', String(port)), { DEMO_API_KEY: demoKey }))),
      ).toBe(true)
      expect(v.parse(ScoreForecast, await paste(curlForecast, key ?? '')).servedHours).toBe(48)
      expect(await pasteText(curlHistory, key ?? '')).toStartWith('timestamp,globalScore,level,')
      expect(await shell(createKey)).toMatch(/hxw_[0-9a-f]{32}/)
      expect(await shell(listKeys)).toContain('Ma Maison')
      expect(await shell(backfill)).toMatch(/\b0 failed|done/i)
      const table = await shell(feedsStatus)
      expect(sourceIds.filter((id) => !table.includes(id))).toEqual([])
      for (const [path, type] of Object.entries(pages)) {
        const page = await fetch(`http://localhost:${port}${path.replace('{code}', 'not_found')}`)
        expect([path, page.status, page.headers.get('content-type')?.split(';')[0]]).toEqual([path, 200, type])
      }
    },
  )

  test.skipIf(isWithoutCurl)('another start on the same folder goes on, and --new-key makes another key', async () => {
    await runUp(upWithPlaces, 'demo', withoutHistory)
    run?.pressCtrlC()
    await run?.exited
    const { key } = await runUp(upNewKey, 'demo', withoutHistory)
    await pasteCurl(key ?? '')
  })

  test('its table of endpoints is the list of operations', () => {
    const listed = [...readme.matchAll(/^\| `(?:GET|POST) (\/[^`]*)`/gm)].map((match) => match[1])
    expect(listed).toEqual([
      ...operations.map(({ path }) => path),
      eventsOperation.path,
      mcpOperation.path,
      ...Object.keys(pages),
    ])
  })

  test('the settings it names for real data exist', () => {
    for (const name of ['RTE_CLIENT_ID', 'RTE_CLIENT_SECRET']) expect(Object.keys(IngestEnv.entries)).toContain(name)
  })
})

test('on the recorded weeks the scales are printed beside the frozen ones, and the error of the forecast by lead', async () => {
  expect(await shell(calibrate)).toContain('frozen in the code')
  const text = await shell(backtest)
  expect(text).toContain('same hour yesterday')
  expect(text).toContain('INVENTED')
})

test('refit prints fitted constants beside the shipped ones, or says what it lacks', async () => {
  expect(await shell(refit)).toContain('shipped')
})

describe.skipIf(isWithoutCurl)('up --replay serves the hour that the recording holds', () => {
  const hours = [
    { line: upReplay, hour: '2025-07-19T08', at: '2025-07-19T10:00:00Z' },
    { line: upReplayAsOf, hour: '2025-01-15T16', at: '2025-01-15T18:20:00Z' },
    { line: `${upReplay} --as-of 2025-03-30T03:05:00Z`, hour: '2025-03-30T01', at: '2025-03-30T03:05:00Z' },
  ]
  // All in one folder: what it holds of other hours is later or earlier, and not shown.
  for (const { line, hour, at } of hours) {
    test(line, async () => {
      const { key, output } = await runUp(line, 'replay', [...withoutHistory, '--new-key'])
      expect(output()).toMatch(
        new RegExp(`REPLAY of ${shippedRecordingsDir}, as of ${at}.*unrecorded values are invented`),
      )
      expect(output().includes('(inside its newest recording, 2025-07-05 to 2025-07-25; --as-of chooses)')).toBe(
        line === upReplay,
      )
      const answer = await pasteCurl(key ?? '')
      const expected = await recordedHour(hour)
      expect(answer.dataSlotStart).toBe(`${hour}:00:00Z`)
      expect(answer.estimatedGCo2PerKwh).toBe(Math.round(expected.productionGrams * 100) / 100)
      for (const { productionType, valueMW } of answer.mix ?? []) {
        const powerMw = expected.powerMwByType[productionType ?? ''] ?? Number.NaN
        expect(valueMW).toBe(Math.round(powerMw * 10) / 10)
      }
    })
  }
})
