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
