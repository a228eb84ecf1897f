import { afterEach, describe, expect, test } from 'bun:test'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { makeTemporaryFolder } from '@hexawatt/dev/src/embedded/test-servers.ts'
import { closeAtEnd } from '@hexawatt/shared/testing/close-at-end'
import { createSuccess, startScriptedApi, testKey } from '../../clients/typescript/src/testing/scripted-api.ts'
import answers from '../../shared/src/openapi/examples/answers.json'
import { hexawatt } from './testing/command-line-fixture.ts'

const config = await makeTemporaryFolder()
closeAtEnd(() => rm(config, { recursive: true, force: true }))
const path = join(config, 'hexawatt/contract.json')
afterEach(() => rm(path, { force: true }))

const set = ['contract', 'set', '--tariff', 'hphc', '--subscribed-kva', '9', '--off-peak', '22h30-6h30']
const words = 'hphc, 9 kVA, off-peak 22h30-6h30'

/** Runs a command with the folder of contracts; without an API unless its address is given. */
const run = (argv: readonly string[], url = 'http://127.0.0.1:9') =>
  hexawatt(argv, { XDG_CONFIG_HOME: config, HEXAWATT_URL: url, HEXAWATT_API_KEY: testKey })

/** The output of `plan`, and the query that it sent. */
async function plan(...argv: string[]) {
  await using api = startScriptedApi(createSuccess(answers.getSchedule.body))
  const ended = await run(['plan', '--duration', '2h', ...argv], api.url)
  return { ...ended, query: Object.fromEntries(new URL(api.requests[0]?.address ?? '/', api.url).searchParams) }
}

describe('hexawatt contract', () => {
  test('keeps, shows and removes a contract without the API', async () => {
    expect(await run(set)).toEqual({ exitCode: 0, out: `${words}\nKept in ${path}.\n`, err: '' })
    expect(await run(['contract', 'show'])).toEqual({ exitCode: 0, out: `${words}\nKept in ${path}.\n`, err: '' })
    expect(JSON.parse((await run(['contract', 'show', '--json'])).out)).toEqual({
      ...{ tariff: 'hphc', subscribedKva: 9, offPeak: '22h30-6h30' },
    })
    expect((await run(['contract', 'clear'])).out).toBe(`Removed ${path}.\n`)
    expect((await run(['contract', 'show'])).out).toBe(`No contract is kept (${path}).\n`)
  })

  test.each([
    [['contract', 'sett'], 'Did you mean contract set?'],
    [['contract', 'set', '--tariff', 'hphc', '--off-peak', '22-6'], '--off-peak takes up to 3 ranges'],
  ])('%j is not understood, with exit code 2', async (argv, sentence) => {
    const { exitCode, err } = await run(argv)
    expect([exitCode, err]).toEqual([2, expect.stringContaining(sentence)])
  })
})

describe('hexawatt plan', () => {
  test('uses the kept contract and says so; options override it', async () => {
    await run(set)
    const kept = await plan()
    expect(kept.query).toMatchObject({ tariff: 'hphc', subscribedKva: '9', offPeak: '22h30-6h30' })
    expect(kept.out).toEndWith(`Contract: ${words} (kept by hexawatt contract set)\n`)
    const json = await plan('--json', '--off-peak', '23h-7h')
    expect(json.query).toMatchObject({ tariff: 'hphc', offPeak: '23h-7h' })
    expect(JSON.parse(json.out)).toEqual(answers.getSchedule.body)
    expect(json.err).toBe('Contract: hphc, 9 kVA, off-peak 23h-7h (kept by hexawatt contract set)\n')
    const other = await plan('--tariff', 'spot', '--adder', '0.09')
    expect(other.query).toEqual({ durationMinutes: '120', tariff: 'spot', adderEurPerKwh: '0.09' })
    expect(other.out).toEndWith('Contract: spot, adder 0.09 €/kWh\n')
  })

  test('says the contract that counts by default', async () => {
    expect((await plan()).out).toEndWith('Contract: spot\n')
  })

  test('requests nothing with an unreadable contract file: exit code 2, its path and the remedy', async () => {
    await Bun.write(path, '{"version":2}')
    const { exitCode, err } = await run(['plan', '--duration', '2h'])
    expect(exitCode).toBe(2)
    expect(err).toContain(`The contract file ${path} has version 2`)
    expect(err).toContain("hexawatt contract set'")
  })
})

test('hexawatt run says the kept contract that it uses before it waits', async () => {
  await run(set)
  const { exitCode, err } = await run(['run', '--within', '1h', '--', '/bin/sh', '-c', 'exit 7'])
  expect(err).toStartWith(`hexawatt: Uses the kept contract: ${words}.\n`)
  expect(exitCode).toBe(7)
})

describe('hexawatt watch', () => {
  test('follows the prices of the kept contract, or of the options', async () => {
    await run(set)
    const prices = JSON.stringify([{ start: '2026-02-03T18:15:00Z', end: '2026-02-03T18:30:00Z', value: 0.2065 }])
    const stream = () =>
      new Response(`id: prices=1-a\nevent: prices\ndata: ${prices}\n\n`, {
        headers: { 'content-type': 'text/event-stream', 'x-data-mode': 'live' },
      })
    await using api = startScriptedApi(stream)
    const watch = ['watch', '--kinds', 'prices', '--count', '1']
    expect((await run(watch, api.url)).out).toEndWith('prices   0.2065 €/kWh, 1 quarter-hours known\n')
    await run([...watch, '--tariff', 'spot', '--adder=-0.01'], api.url)
    const asked = api.requests.map(({ address }) => Object.fromEntries(new URL(address, api.url).searchParams))
    expect(asked).toEqual([
      { kinds: 'prices', tariff: 'hphc', subscribedKva: '9', offPeak: '22h30-6h30' },
      { kinds: 'prices', tariff: 'spot', adderEurPerKwh: '-0.01' },
    ])
  })

  test('refuses a contract without the kind that it belongs to', async () => {
    const { exitCode, err } = await run(['watch', '--tariff', 'base'])
    expect([exitCode, err]).toEqual([2, expect.stringContaining('add it to --kinds')])
  })
})
