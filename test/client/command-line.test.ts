import { describe, expect, test } from 'bun:test'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { freePort } from '@hexawatt/dev/src/embedded/loopback-port.ts'
import { makeTemporaryFolder } from '@hexawatt/dev/src/embedded/test-servers.ts'
import { closeAtEnd, stopAtEnd } from '@hexawatt/shared/testing/close-at-end'
import { startServedSystem } from '../gateway/testing/served-system-fixture.ts'
import { hexawatt, hexawattOnTerminal } from './testing/command-line-fixture.ts'

const folder = await makeTemporaryFolder()
closeAtEnd(() => rm(folder, { recursive: true, force: true }))
const system = stopAtEnd(await startServedSystem())
const key = await system.createKey('scale')
const env = { HEXAWATT_URL: system.gatewayUrl, HEXAWATT_API_KEY: key }

const demoNote = 'Demo data: invented, not measured on the grid.\n'
const body = async (path: string): Promise<unknown> => (await system.get(path)).json()

/** Output of a successful command. */
async function printed(...argv: string[]): Promise<string> {
  const { exitCode, out, err } = await hexawatt(argv, env)
  expect([argv, exitCode, argv[0] === 'history' ? demoNote : err]).toEqual([argv, 0, demoNote])
  return out
}

describe('the text of a command', () => {
  test('now prints score, carbon, price, signal, colour and the advice of the API', async () => {
    expect((await printed('now')).split('\n')).toEqual([
      'Score   25 of 100, unfavourable',
      'Carbon  50.6 g CO2eq/kWh (measured 17:00 to 18:00)',
      'Price   199.64 €/MWh',
      'Signal  tense',
      'Tariff  red until 06:00',
      expect.stringMatching(/^Mieux vaut attendre/),
      '',
    ])
  })

  test('watch prints a line for each event, starting with the newest of each kind', async () => {
    const text = (await printed('watch', '--kinds', 'score,grid', '--count', '2')).replaceAll(/^\d\d:\d\d {2}/gm, '')
    expect(text).toBe('score    25 of 100, unfavourable\ngrid     tense\n')
    const event = JSON.parse(await printed('watch', '--kinds', 'grid', '--count', '1', '--json'))
    expect(event).toMatchObject({ kind: 'grid', data: await body('/v1/grid/status') })
  })

  test('forecast prints a line for each hour and marks the window with the best mean', async () => {
    const lines = (await printed('forecast', '--hours', '12', '--window', '3')).trimEnd().split('\n')
    expect(lines.filter((line) => line.includes('█'))).toHaveLength(12)
    expect(lines).toContain('Wed 4 Feb')
    expect(lines.filter((line) => line.endsWith('◀ best')).map((line) => line.slice(0, 5))).toEqual([
      ...['02:00', '03:00', '04:00'],
    ])
    expect(lines.at(-1)).toBe('Best: Wed 4 Feb, 02:00 to 05:00, mean score 53.')
  })

  test('plan prints the pieces, the advice of the API, and the plan compared with others', async () => {
    const lines = (await printed('plan', '--energy', '30', '--power', '7.4', '--by', '07:00')).split('\n')
    expect(lines[0]).toBe('Wed 4 Feb, 01:00 to 05:15, 30.00 kWh at 7.06 kW')
    expect(lines[1]).toStartWith('Démarrez')
    expect(lines.slice(2, 6).map((line) => line.trim().split(/ {2,}/).slice(0, 2))).toEqual([
      ['plan', 'Wed 01:00'],
      ['at once', 'Tue 19:30'],
      ['as late', 'Wed 02:45'],
      ['worst', 'Tue 19:30'],
    ])
  })

  test('tariff prints published colours, and the most probable ones in brackets', async () => {
    const lines = (await printed('tariff')).trimEnd().split('\n')
    expect(lines).toHaveLength(8)
    expect(lines[0]).toMatch(/^Tue 3 Feb {2}red +blue 0 % +white 0 % +red 100 % +\d\.\d{4} \/ \d\.\d{4} €\/kWh$/)
    expect(lines[2]).toMatch(/^Thu 5 Feb {2}\(red\) +blue \d+ % +white \d+ % +red \d+ %$/)
    expect(lines[7]).toMatch(/^Left of the season: \d+ white and \d+ red days\. Computed Tue 3 Feb, 19:20\.$/)
  })

  test('history prints the CSV of the API byte for byte, on the output or to a file', async () => {
    const window = 'from=2026-02-02T23:00:00Z&to=2026-02-03T18:00:00Z&granularity=raw'
    const csv = await (await system.get(`/v1/score/history?${window}`, { accept: 'text/csv' })).text()
    const argv = ['history', '--from', '2026-02-03', '--to', '2026-02-03T18:00:00Z', '--granularity', 'raw']
    expect(await printed(...argv)).toBe(csv.replaceAll('\r\n', '\n'))
    const out = join(folder, 'day.csv')
    expect(await printed(...argv, '--out', out)).toBe('')
    expect(await Bun.file(out).text()).toBe(csv.replaceAll('\r\n', '\n'))
  })
})

test('--json prints the body of the API', async () => {
  expect(JSON.parse(await printed('now', '--json'))).toEqual({
    score: await body('/v1/score'),
    carbonIntensity: await body('/v1/carbon/intensity'),
    tariff: await body('/v1/tariff/today'),
  })
  expect(JSON.parse(await printed('forecast', '--json', '--profile', 'carbon'))).toEqual({
    scoreForecast: await body('/v1/score/forecast?profile=carbon'),
    bestWindow: expect.objectContaining({ start: expect.any(String), end: expect.any(String) }),
  })
  const plan = ['plan', '--json', '--duration', '2h', '--objective', 'cost', '--tariff', 'tempo', '--by', '7:00']
  const query = 'durationMinutes=120&objective=cost&tariff=tempo&latest=2026-02-04T06:00:00Z'
  expect(JSON.parse(await printed(...plan))).toEqual(await body(`/v1/schedule?${query}`))
  expect(JSON.parse(await printed('tariff', '--json'))).toEqual(await body('/v1/tariff/outlook'))
  const lines = (await printed('history', '--json', '--granularity', 'hourly')).trimEnd().split('\n')
  const history: unknown = await body('/v1/score/history?granularity=hourly')
  expect(history).toMatchObject({ points: lines.map((line) => ({ timestamp: JSON.parse(line).timestamp })) })
})

test('every option of plan is a parameter of the API', async () => {
  const shown = JSON.parse(
    await printed(
      ...[
        'plan',
        '--json',
        '--energy',
        '6',
        '--power',
        '3',
        '--segments',
        '2',
        '--min-on',
        '45m',
        '--objective',
        'cost',
      ],
      ...[
        '--earliest',
        '22:00',
        '--latest',
        '2026-02-04T12:00:00+01:00',
        '--emissions',
        'direct',
        '--estimate',
        'prudent',
      ],
      ...['--adder', '0.13', '--vat', '20', '--tie-break', 'late', '--profile', 'price', '--quiet', '23h30-1h'],
    ),
  )
  const load =
    'energyKWh=6&powerKW=3&quiet=23:30-01:00&maxSegments=2&minOnMinutes=45&earliest=2026-02-03T21:00:00Z&latest=2026-02-04T11:00:00Z'
  const cost =
    'objective=cost&emissions=direct&estimate=prudent&adderEurPerKwh=0.13&vatPercent=20&tieBreak=late&profile=price'
  expect(shown).toEqual(await body(`/v1/schedule?${load}&${cost}`))
  const regulated = ['--tariff', 'hphc', '--off-peak', '22:00-06:00', '--subscribed-kva', '9']
  expect(JSON.parse(await printed('plan', '--json', '--duration', '90m', ...regulated))).toEqual(
    await body('/v1/schedule?durationMinutes=90&tariff=hphc&offPeak=22:00-06:00&subscribedKva=9'),
  )
})

describe('the exit code', () => {
  test('plan --exit-code exits with 0 if waiting is worth it, and with 4 if not', async () => {
    const plan = ['plan', '--duration', '1h', '--exit-code']
    expect((await hexawatt(plan, env)).exitCode).toBe(0)
    const noChoice = [...plan, '--earliest', '20:00', '--by', '21:00']
    expect((await hexawatt(noChoice, env)).exitCode).toBe(4)
  })

  test('a refusal exits with 1, with the sentence and the code of the API', async () => {
    const free = { ...env, HEXAWATT_API_KEY: await system.createKey('decouverte') }
    const refusals = [
      [
        ['plan', '--duration', '72h'],
        env,
        /^Query parameter "durationMinutes".*\(invalid_parameter, request [\w-]+\)\n$/,
      ],
      [['forecast', '--profile', 'carbon'], free, /\(plan_capability_required, request [\w-]+\)/],
      [
        ['tariff'],
        { HEXAWATT_URL: system.gatewayUrl },
        /\(missing_api_key, .*Set HEXAWATT_API_KEY, or use --key-file\.\n$/,
      ],
      [['history', '--from', '2025-06-01'], free, /\(window_too_large|\(history_depth_exceeded/],
    ] as const
    for (const [argv, withEnv, sentence] of refusals) {
      const { exitCode, out, err } = await hexawatt(argv, withEnv)
      expect([exitCode, out]).toEqual([1, ''])
      expect(err).toMatch(sentence)
    }
  })

  test('a command line that is not understood exits with 2, a service that does not answer with 3', async () => {
    for (const argv of [
      ['plan'],
      ['plan', '--power', '7'],
      ['plan', '--duration', '1h', '--by', '7:00', '--latest', '7:00'],
    ]) {
      expect(await hexawatt(argv, env)).toMatchObject({ exitCode: 2, out: '' })
    }
    expect(await hexawatt(['now'], { HEXAWATT_API_KEY: 'short' })).toMatchObject({
      exitCode: 2,
      err: expect.stringMatching(/^The key must be at least/),
    })
    const nobody = await hexawatt(['now', '--url', `http://127.0.0.1:${await freePort()}`], env)
    expect(nobody).toMatchObject({
      exitCode: 3,
      out: '',
      err: expect.stringMatching(/^The API could not be reached\. .+\n$/),
    })
  }, 20_000)

  test('a file that cannot be written exits with 1, and a refused history makes no file', async () => {
    expect(await hexawatt(['history', '--out', join(folder, 'none/day.csv')], env)).toMatchObject({ exitCode: 1 })
    const out = join(folder, 'refused.csv')
    expect(
      (await hexawatt(['history', '--from', '2020-01-01', '--to', '2026-01-01', '--out', out], env)).exitCode,
    ).toBe(1)
    expect(await Array.fromAsync(new Bun.Glob('refused*').scan(folder))).toEqual([])
  })
})

test('the key can come from a file, no option takes it, and a key given as an argument is not repeated', async () => {
  const keyFile = join(folder, 'key')
  await Bun.write(keyFile, `${key}\n`)
  const url = ['--url', system.gatewayUrl]
  expect((await hexawatt(['now', ...url, '--key-file', keyFile])).exitCode).toBe(0)
  expect(await hexawatt(['now', ...url, '--key-file', join(folder, 'none')])).toMatchObject({ exitCode: 2 })
  const refused = await hexawatt(['now', ...url, '--key', key])
  expect([refused.exitCode, refused.err.includes('Did you mean --key-file?')]).toEqual([2, true])
  expect(refused.err).not.toContain(key)
})

describe('colours', () => {
  const codes = '\u001b['

  test('colours are used on a terminal', async () => {
    expect(await hexawattOnTerminal(['tariff'], env)).toContain(codes)
  })

  test('no colours are used with NO_COLOR, on a terminal without them, or in a pipe', async () => {
    expect(await hexawattOnTerminal(['tariff'], { ...env, NO_COLOR: '1' })).not.toContain(codes)
    expect(await hexawattOnTerminal(['tariff'], { ...env, TERM: 'dumb' })).not.toContain(codes)
    for (const name of ['now', 'forecast', 'tariff']) expect(await printed(name)).not.toContain(codes)
  })
})

test('--help of each command has an example that the program understands', async () => {
  const names = ['now', 'forecast', 'plan', 'tariff', 'history', 'run']
  const helps = await Promise.all(names.map((name, index) => hexawatt([name, index === 0 ? '-h' : '--help'])))
  for (const [index, { exitCode, out, err }] of helps.entries()) {
    expect([exitCode, err]).toEqual([0, ''])
    expect(out).toStartWith(`Usage: bun run hexawatt ${names[index]} [options]`)
    expect(out).toMatch(new RegExp(`Examples:\n  bun run hexawatt ${names[index]}`))
  }
})
