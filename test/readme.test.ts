import { afterAll, afterEach, describe, expect, test } from 'bun:test'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { freePort } from '@hexawatt/dev/src/embedded/loopback-port.ts'
import { makeTemporaryFolder } from '@hexawatt/dev/src/embedded/test-servers.ts'
import { startUp, type UpRun } from '@hexawatt/dev/test/testing/up-fixture.ts'
import { CarbonIntensityResponse } from '@hexawatt/shared/contract/carbon/carbon-intensity'
import { allOperations } from '@hexawatt/shared/contract/operations'
import { shippedRecordingsDir } from '@hexawatt/shared/testing/reference-data'
import { Env as IngestEnv } from '@hexawatt/svc-ingest/src/env.ts'
import * as v from 'valibot'
import { isNpxMissing, npxRun, npxSettings, onNodeAlone, pathWithoutBun } from './documents/testing/node-alone.ts'
import { guide, listedPages, readme, readmeCommands, shownLines } from './documents/testing/readme-facts.ts'
import { isCurlMissing } from './documents/testing/shown-commands.ts'
import { recordedHour } from './testing/recorded-hour.ts'

const root = join(import.meta.dir, '..')
const folder = await makeTemporaryFolder()
const port = await freePort()
/** Where there is Node, as on a machine that has nothing else: the README promises that this is enough. */
const isWithoutNpx = isNpxMissing('commands of the README without Bun on the PATH')
const typed = isWithoutNpx ? (line: string) => line : onNodeAlone
const path = isWithoutNpx ? (Bun.env['PATH'] ?? '') : await pathWithoutBun(folder)
const env = { PATH: path, HOME: Bun.env['HOME'] ?? '', ...npxSettings }

let run: UpRun | null = null
afterEach(async () => {
  run?.pressCtrlC()
  await run?.exited
  run = null
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** Runs a line of the README in a shell at the root of the project and returns what it prints. */
async function shell(line: string, more: Record<string, string> = {}): Promise<string> {
  const child = Bun.spawn(['/bin/sh', '-c', typed(line)], { cwd: root, env: { ...env, ...more }, stderr: 'inherit' })
  const output = await new Response(child.stdout).text()
  expect(await child.exited).toBe(0)
  return output
}

const isWithoutCurl = isCurlMissing('starts of the README on recordings')

describe('the README', () => {
  test('every command of the README is run by a test', () => {
    const known: string[] = Object.values(readmeCommands)
    expect([...new Set(shownLines)].sort()).toEqual(known.sort())
  })

  test('the README has at most 150 lines, and its prose lines have at most 100 characters', () => {
    const lines = readme.trimEnd().split('\n')
    expect(lines.length).toBeLessThanOrEqual(150)
    expect(lines.filter((line) => !/^(\||!\[)/.test(line) && line.length > 100)).toEqual([])
  })

  test('the README says once how to type commands without Bun, and that part needs no Bun', () => {
    expect(readme.split(`\`${npxRun} …\``)).toHaveLength(2)
    expect(readme).toContain(`npm install --global ${npxRun.split(' ')[2]}`)
    if (!isWithoutNpx) expect(Bun.which('bun', { PATH: path })).toBeNull()
  })

  test('the README’s checks and those of the page on tests are exactly the commands of continuous integration', async () => {
    const lines = (await Bun.file(join(root, '.ci/run')).text()).trimEnd().split('\n')
    const commands = lines.filter((line) => !/^(#|set |cd |bash \.ci\/install-for-programs$)/.test(line))
    const { verify } = readmeCommands
    expect(commands).toEqual([verify, `${verify} distributed`, `${verify} programs`, `exec ${verify} containers`])
    const testsPage = await Bun.file(join(root, 'docs/develop/testing.md')).text()
    for (const suite of ['distributed', 'programs', 'containers'])
      expect(testsPage).toContain(`\`bun run verify ${suite}\``)
  })

  test('the README’s two lines complete the words of `keys` in bash', async () => {
    const script = join(folder, 'complete.sh')
    const { keysFunction, completeKeys } = readmeCommands
    await Bun.write(script, [typed(keysFunction), completeKeys, 'complete -p keys', ''].join('\n'))
    expect(await shell(`bash ${script}`)).toMatch(/^complete .*keys$/m)
  })

  test('the table of endpoints in docs/guide is the list of operations', () => {
    const listed = [...guide.matchAll(/^\| `(?:GET|POST) (\/[^`]*)`/gm)].map((match) => match[1])
    expect(listed).toEqual([...allOperations.map(({ path }) => path), ...Object.keys(listedPages)])
  })

  test('the settings that the README names for real data exist', () => {
    for (const name of ['RTE_CLIENT_ID', 'RTE_CLIENT_SECRET']) expect(Object.keys(IngestEnv.entries)).toContain(name)
  })
})

test('refit prints the scales of the recorded weeks next to the frozen ones, and the forecast’s error by lead', async () => {
  expect(await shell(readmeCommands.calibrate)).toContain('frozen in the code')
  const text = await shell(readmeCommands.backtest)
  expect(text).toContain('same hour yesterday')
  expect(text).toContain('INVENTED')
})

test('refit prints fitted constants next to the shipped ones, or says what it lacks', async () => {
  expect(await shell(readmeCommands.refit)).toContain('shipped')
})

describe.skipIf(isWithoutCurl)('up --replay serves the hour that the recording holds', () => {
  const { upReplay, upReplayAsOf } = readmeCommands
  const hours = [
    { line: upReplay, hour: '2025-07-19T08', at: '2025-07-19T10:00:00Z' },
    { line: upReplayAsOf, hour: '2025-01-15T16', at: '2025-01-15T18:20:00Z' },
  ]
  // Both in one folder: what it holds of other hours is later, and not shown.
  for (const { line, hour, at } of hours) {
    test(line, async () => {
      run = await startUp({
        command: typed(line).split(' '),
        args: ['--port', String(port), '--data-dir', join(folder, 'replay'), '--backfill-days', '0', '--new-key'],
        env,
      })
      const { key, output } = run
      expect(output()).toMatch(
        new RegExp(`REPLAY of ${shippedRecordingsDir}, as of ${at}.*unrecorded values are invented`),
      )
      expect(output().includes('(inside its newest recording, 2025-07-05 to 2025-07-25; --as-of chooses)')).toBe(
        line === upReplay,
      )
      const asked = await shell(readmeCommands.curl.replace('8080', String(port)), { HEXAWATT_API_KEY: key ?? '' })
      const answer = v.parse(CarbonIntensityResponse, JSON.parse(asked))
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
