import { describe, expect, test } from 'bun:test'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { freePort } from '@hexawatt/dev/src/embedded/loopback-port.ts'
import { makeTemporaryFolder } from '@hexawatt/dev/src/embedded/test-servers.ts'
import { readLoadCurve } from '@hexawatt/shared/methodology/load-curve/reading/read-load-curve'
import {
  computeStatement,
  type StatementInput,
} from '@hexawatt/shared/methodology/load-curve/statement/compute-statement'
import { makeUpCurve, writeCustomerFile } from '@hexawatt/shared/methodology/load-curve/testing/curve-files-fixture'
import { closeAtEnd, stopAtEnd } from '@hexawatt/shared/testing/close-at-end'
import { createHexawatt } from '../../clients/typescript/src/hexawatt.ts'
import { version } from '../../package.json'
import { shownCommands, untrueParts } from '../documents/testing/shown-commands.ts'
import { startServedSystem } from '../gateway/testing/served-system-fixture.ts'
import { hexawatt, startHexawatt } from './testing/command-line-fixture.ts'
import { startRecordingForwarder } from './testing/recording-forwarder.ts'

const folder = await makeTemporaryFolder()
const cache = join(folder, 'cache')
closeAtEnd(() => rm(folder, { recursive: true, force: true }))
const system = stopAtEnd(await startServedSystem())
const api = stopAtEnd(startRecordingForwarder(system.gatewayUrl))
/** Everything that is sent to another host. */
const elsewhere = stopAtEnd(startRecordingForwarder('http://127.0.0.1:9'))

const meter = '19370461852974'

/** A file of half-hours from a day on, with powers that occur nowhere else. */
async function writeFile(name: string, from: string, days: number): Promise<string> {
  const curve = makeUpCurve(Date.parse(`${from}T00:00:00+01:00`), days)
  const powerW = curve.powerW.map((power) => Number(power) + 7_310_000)
  const path = join(folder, name)
  await Bun.write(path, writeCustomerFile({ ...curve, powerW }, { meter }))
  return path
}
const file = await writeFile('chez=moi.csv', '2026-01-28', 6)
const contracts = ['--tariff', 'hphc', '--off-peak', '22h38-6h38', '--contracts', 'base,tempo']

type Options = { url?: string; cache?: string }
const run = (argv: readonly string[], { url = api.url, cache: cacheFolder = cache }: Options = {}) =>
  hexawatt(['statement', ...argv], {
    ...{ HEXAWATT_URL: url, HEXAWATT_API_KEY: `hxw_${'a'.repeat(32)}`, XDG_CACHE_HOME: cacheFolder },
    ...{ HTTP_PROXY: elsewhere.url, HTTPS_PROXY: elsewhere.url },
  })

const months = ['GET /api/hours?month=2026-01', 'GET /api/hours?month=2026-02']

/** The statement by the same functions, on what the API answers. */
async function expectedStatement(path: string, keys: readonly string[]) {
  const { hours, tariffs } = createHexawatt({ baseUrl: system.gatewayUrl })
  const input: StatementInput = {
    curve: readLoadCurve(await Bun.file(path).bytes()),
    months: [(await hours({ month: '2026-01' })).data, (await hours({ month: '2026-02' })).data],
    table: (await tariffs()).data,
    contracts: keys.map((id) => ({
      key: id,
      tariff: { kind: 'contract', id, customer: { subscribedKva: 6, offPeak: null } },
    })),
  }
  return computeStatement(input)
}

/** What of a load curve must not be in a request: meter, values, dates, the name of the file and its digest. */
function findLeaks(): string[] {
  const sent = JSON.stringify([...api.requests, ...elsewhere.requests])
  return [meter, 'chez', digest].filter((secret) => sent.includes(secret)).concat(sent.match(datesAndPowers) ?? [])
}
const datesAndPowers = /\d{4}-\d\d-\d\d|\d\d\/\d\d\/\d{4}|73\d{5}/g
const digest = new Bun.CryptoHasher('sha256').update(await Bun.file(file).bytes()).digest('hex')

describe('no byte of a load curve leaves the machine', () => {
  test('the command line requests prices and months with empty bodies, and nothing of the file is in any request', async () => {
    const { exitCode, out } = await run([file, '--json', '--contracts', 'base,tempo'])
    const report = JSON.parse(out)
    expect([exitCode, report.statement]).toEqual([0, await expectedStatement(file, ['base', 'tempo'])])
    expect(api.requests.map(({ body, headers }) => [body, headers['x-api-key']])).toEqual(
      Array(3).fill(['', undefined]),
    )
    expect(findLeaks()).toEqual([])
    expect(elsewhere.requests).toEqual([])
    expect(api.take()).toEqual(['GET /api/tariffs', ...months])
  })
})

describe('hexawatt statement', () => {
  test('months are asked for by their ETag when they are stored, and used as they are while the API is away', async () => {
    const first = JSON.parse((await run([file, '--json'])).out)
    const etags = api.requests.map(({ headers }) => headers['if-none-match'])
    expect(etags).toEqual(Array(3).fill(expect.stringMatching(/^W\/"/)))
    const closed = `http://127.0.0.1:${await freePort()}`
    const pathOf = (url: string, name: string) =>
      join(cache, 'hexawatt/hours', new URL(url).host.replace(':', '_'), `${name}.json`)
    for (const name of ['tariffs', '2026-01', '2026-02']) {
      const stored = await Bun.file(pathOf(api.url, name)).text()
      await Bun.write(pathOf(closed, name), stored.replaceAll(api.url, closed))
    }
    const away = await run([file, '--json'], { url: closed })
    const report = JSON.parse(away.out)
    expect([away.exitCode, report.storedMonths.months]).toEqual([0, ['2026-01', '2026-02']])
    expect(report.statement).toEqual(first.statement)
    const nothingStored = await run([file, '--no-cache'], { url: closed })
    expect(nothingStored).toMatchObject({
      exitCode: 3,
      out: '',
      err: expect.stringMatching(/^The API could not be reached\./),
    })
  })

  test('prints a table of the months in the language that is asked for, from a file or the standard input', async () => {
    const { exitCode, out, err } = await run([file, ...contracts])
    expect([exitCode, err]).toEqual([0, ''])
    expect(out.split('\n')[0]).toStartWith('DONNÉES DE DÉMONSTRATION')
    expect(out).toMatch(/^Mois +kWh +relevé +kg production +kg consommation +kg directes +€ hphc +€ base +€ tempo$/m)
    expect(out.match(/^(janv\. 2026|févr\. 2026|Total) /gm)).toHaveLength(3)
    expect(out).toContain(`SHA-256 ${digest}`)
    expect(out).not.toContain(meter)
    const child = startHexawatt(
      ['statement', '-', '--lang', 'en'],
      { HEXAWATT_URL: api.url },
      undefined,
      Bun.file(file),
    )
    const piped = await child.stdout.text()
    expect(piped).toMatch(/^-: 28 Jan 2026, 00:00 to 3 Feb 2026, 00:00 \(Paris time\), 288 h of 288 h|^DEMO DATA/)
    expect(piped).toContain('hphc')
  })

  test('--csv has a row per month and cells that no spreadsheet program calculates', async () => {
    const formula = await writeFile('=1+1.csv', '2026-01-28', 6)
    const { out } = await run([formula, '--csv', ...contracts])
    const rows = out
      .trimEnd()
      .split('\r\n')
      .map((line) => line.split(','))
    expect(rows.map(([name, , month]) => [name, month])).toEqual([
      ['file', 'month'],
      ["'=1+1.csv", '2026-01'],
      ["'=1+1.csv", '2026-02'],
      ["'=1+1.csv", 'total'],
    ])
    expect(new Set(rows.map(({ length }) => length))).toEqual(new Set([13 + 3 * 4]))
  })

  test('--output writes the page of an auditor, with the command that gives it again on another machine', async () => {
    const output = join(folder, 'page.html')
    expect(await run([file, ...contracts, '--html', '--output', output])).toEqual({ exitCode: 0, out: '', err: '' })
    const page = await Bun.file(output).text()
    const text = page.replace(/<style>.*?<\/style>/s, '').replace(/<[^>]+>/g, ' ')
    for (const part of [
      'location-based',
      'market-based',
      digest,
      'ADEME Base Carbone',
      'Licence Ouverte',
      `hexawatt ${version}`,
    ])
      expect(text).toContain(part)
    expect(text).toContain(
      `hexawatt statement chez=moi.csv --url ${api.url} --tariff hphc --off-peak 22h38-6h38 --lang fr --contracts base,tempo --html`,
    )
    expect(page).not.toMatch(/<script|<link|<img|src=|href=|@import/)
    expect([meter, folder].filter((secret) => page.includes(secret))).toEqual([])
  })

  test('hours outside the history are unknown and listed, with exit code 0; in no case is a figure guessed', async () => {
    const longAgo = await run([await writeFile('old.csv', '2019-03-04', 3), '--lang', 'en'])
    expect(longAgo.exitCode).toBe(0)
    expect(longAgo.out).toContain('No hour of the period is in the history of this installation')
    expect(longAgo.out).toMatch(/^Mar 2019 +[\d,.]+ +100 % +– +– +–/m)
    const future = await run([await writeFile('future.csv', '2026-02-27', 9), '--json'])
    const { statement } = JSON.parse(future.out)
    expect([future.exitCode, statement.total.emissions.production.kgCo2eq]).toEqual([0, null])
    const long = await run([await writeFile('long.csv', '2023-02-01', 1_096), '--json', '--no-cache'])
    expect([long.exitCode, JSON.parse(long.out).statement.months.length]).toEqual([0, 36])
    expect(api.take().filter((request) => request.includes('month=2024'))).toHaveLength(12)
  })

  test('the page for auditors shows what its commands print', async () => {
    const root = join(import.meta.dir, '../..')
    const commands = shownCommands(await Bun.file(join(root, 'docs/start/auditors.md')).text())
    expect(commands.filter(({ answer }) => answer !== null).length).toBeGreaterThan(4)
    const program = `'${process.execPath}' clients/typescript/src/cli/main.ts`
    for (const command of commands) {
      const line = command.line
        .replaceAll('bun run hexawatt', program)
        .replaceAll('http://localhost:8080', system.gatewayUrl)
        .replaceAll('statement.html', join(folder, 'statement.html'))
      const env = {
        PATH: Bun.env['PATH'] ?? '',
        HEXAWATT_URL: system.gatewayUrl,
        XDG_CACHE_HOME: cache,
        XDG_CONFIG_HOME: folder,
      }
      const child = Bun.spawn(['/bin/sh', '-c', line], { cwd: root, env, stderr: 'ignore' })
      expect([command.line, untrueParts(command, await child.stdout.text()), await child.exited]).toEqual([
        command.line,
        [],
        0,
      ])
    }
  })

  test('a missing file, another file, a wrong option and an output without its folder end with their exit code and a reason', async () => {
    const cases = [
      [['none_09876543210987.csv', '--lang', 'en'], 1, /^none_X{14}\.csv: There is no such file\.$/m],
      [[import.meta.dir, '--lang', 'fr'], 1, /^client\s: Ce fichier ne peut pas être lu \(EISDIR\)\.$/m],
      [[join(import.meta.dir, 'package.test.ts')], 1, /^package\.test\.ts\s?: .*Enedis/],
      [[], 2, /^Give the file of the load curve/],
      [[file, '--csv', '--html'], 2, /^Give one of --json, --csv and --html/],
      [[file, '--contracts', 'bass'], 2, /^Unknown contract 'bass': use base, hphc, tempo, .*spot\./],
      [[file, '--move', '3kWh', '--move-within', '23:00-00:00'], 2, /^--move-within is shorter than the load runs/],
      [[file, '--output', join(folder, 'none/page.html')], 1, /ENOENT/],
    ] as const
    const ended = await Promise.all(cases.map(([argv]) => run(argv)))
    for (const [index, [argv, exitCode, reason]] of cases.entries()) {
      expect([argv, ended[index]]).toEqual([argv, { exitCode, out: '', err: expect.stringMatching(reason) }])
    }
  })

  test('a disk that takes no file costs the stored months only', async () => {
    const { exitCode, err } = await run([file, '--json', '--lang', 'en'], { cache: '/dev/null' })
    expect([exitCode, err]).toEqual([0, 'Months cannot be stored on disk (ENOTDIR): continues without.\n'])
  })
})
