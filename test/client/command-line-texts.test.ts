import { expect, test } from 'bun:test'
import { stopAtEnd } from '@hexawatt/shared/testing/close-at-end'
import { startServedSystem } from '../gateway/testing/served-system-fixture.ts'
import { hexawatt } from './testing/command-line-fixture.ts'

const system = stopAtEnd(await startServedSystem())
const env = { HEXAWATT_URL: system.gatewayUrl, HEXAWATT_API_KEY: await system.createKey('scale') }

const body = async (path: string): Promise<unknown> => (await system.get(path)).json()

/** The output of a command, which must succeed. */
async function printed(...argv: string[]): Promise<string> {
  const { exitCode, out } = await hexawatt(argv, env)
  expect([argv, exitCode]).toEqual([argv, 0])
  return out
}

test('forecast and plan mark a price beyond the auction as an estimate with ~', async () => {
  const lines = (await printed('forecast', '--hours', '48')).split('\n').filter((line) => line.includes('€/MWh'))
  const outlook = (await body('/v1/outlook?hours=48')) as { slots: { price: { eurPerMwh: number; basis: string } }[] }
  const prices = outlook.slots.map(
    ({ price: { eurPerMwh, basis } }) =>
      `${basis === 'estimate' ? '~' : ''}${Math.sign(eurPerMwh) * Math.round(Math.abs(eurPerMwh))}`,
  )
  expect(prices.filter((price) => price.startsWith('~')).length).toBeGreaterThan(10)
  expect(lines.map((line) => line.match(/(\S+) €\/MWh/)?.[1])).toEqual(prices)
  const plan = await printed('plan', '--duration', '2h', '--by', '2026-02-05T17:00:00Z')
  expect(plan).toMatch(/at once .* [\d.]+ €/)
  expect(plan).toMatch(/as late .* ~[\d.]+ €/)
})

test('the advice of plan is in the language of the locale or of --lang, French by default', async () => {
  const adviceWith = async (locale: Record<string, string>, ...argv: string[]) => {
    const { out } = await hexawatt(['plan', '--duration', '2h', '--objective', 'cost', ...argv], { ...env, ...locale })
    return out.split('\n')[1]
  }
  const [french, english] = [/^(Démarrez|Le meilleur)/, /^(Start|The best slot)/]
  expect(await adviceWith({})).toMatch(french)
  expect(await adviceWith({ LANG: 'en_GB.UTF-8' })).toMatch(english)
  expect(await adviceWith({ LANG: 'en_GB.UTF-8' }, '--lang', 'fr')).toMatch(french)
  expect(await adviceWith({ LANG: 'fr_FR.UTF-8' }, '--lang', 'en')).toMatch(english)
  const refused = await hexawatt(['plan', '--duration', '2h', '--lang', 'de'], env)
  expect([refused.exitCode, refused.err]).toEqual([2, expect.stringContaining('--lang takes fr, en')])
})

test('plan says that the emissions are what waiting is judged by where the cost is the same', async () => {
  const flat = [
    '--energy',
    '10',
    '--duration',
    '2h',
    '--objective',
    'cost',
    '--tariff',
    'base',
    '--by',
    '2026-02-04T17:00:00Z',
  ]
  const lines = (await printed('plan', ...flat)).split('\n')
  expect(lines.join('\n')).toMatch(/même prix, \d+\sg de CO₂ de moins/)
  expect(lines.find((line) => line.includes('with a probability of'))).toStartWith('Less CO2 than now at the same cost')
})

test('plan --print gives one instant of the plan for a scheduler, and nothing else on the output', async () => {
  const load = ['plan', '--duration', '2h', '--objective', 'carbon', '--within', '12h']
  const { plan } = JSON.parse(await printed(...load, '--json'))
  expect(await printed(...load, '--print', 'start')).toBe(`${plan.segments[0].start}\n`)
  expect(await printed(...load, '--print', 'end')).toBe(`${plan.segments.at(-1).end}\n`)
  // The quiet hour leaves no seven hours in a row.
  const pieces = ['plan', '--duration', '7h', '--within', '9h', '--quiet', '21:00-22:00', '--segments', '2']
  const inPieces = JSON.parse(await printed(...pieces, '--json')).plan.segments
  expect(inPieces.length).toBeGreaterThan(1)
  expect(await printed(...pieces, '--print', 'end')).toBe(`${inPieces.at(-1).end}\n`)
  const refused = await hexawatt([...load, '--print', 'start', '--json'], env)
  expect([refused.exitCode, refused.out, refused.err]).toEqual([2, '', expect.stringContaining('exclude each other')])
})

test('plan --within ends the plan that long after now, or after --earliest', async () => {
  const endOf = async (...argv: string[]) =>
    Date.parse((await printed('plan', '--duration', '1h', '--tie-break', 'late', ...argv, '--print', 'end')).trim())
  // It is 18:20 UTC, so the window has the quarter-hours from 18:30 to 19:30 in full.
  expect(new Date(await endOf('--within', '75m')).toISOString()).toBe('2026-02-03T19:30:00.000Z')
  expect(new Date(await endOf('--within', '1h', '--earliest', '23:00')).toISOString()).toBe('2026-02-03T23:00:00.000Z')
  const both = await hexawatt(['plan', '--duration', '1h', '--within', '2h', '--by', '07:00'], env)
  expect([both.exitCode, both.err]).toEqual([2, expect.stringContaining('--within and --by exclude each other')])
})
