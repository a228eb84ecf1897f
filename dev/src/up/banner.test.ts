import { expect, test } from 'bun:test'
import { hostname } from 'node:os'
import type { EnvSource } from '@hexawatt/shared/config/parse-env'
import { readCommand } from '@hexawatt/shared/testing/read-command'
import { writeBanner } from './banner.ts'
import type { ShownKey } from './local-key.ts'
import { upCommandLine } from './options.ts'
import type { Readiness } from './readiness.ts'
import { makeRunPlan } from './run-plan.ts'

async function bannerOf(
  args: readonly string[],
  readiness: Readiness = { kind: 'ready', refusing: [] },
  more: { mode?: '--demo' | '--open'; weather?: 'free' | 'off'; key?: ShownKey } = {},
  env: EnvSource = {},
) {
  const { mode = '--demo', ...given } = more
  const plan = await makeRunPlan(readCommand(upCommandLine, [mode, ...args]), env)
  const folder = { dataDir: '/data', logDir: '/data/logs', cacheDir: '/cache' }
  const facts = {
    hasMail: false,
    isOffline: false,
    weather: null,
    key: { kind: 'earlier' } as const,
    demoKey: 'hxw_demo',
    fill: null,
    elapsedMs: 1_000,
    ...given,
  }
  return writeBanner({ plan, folder, readiness, ...facts })
}

test('an address that other machines can reach brings a warning with the lines for a reverse proxy, and the page for systemd', async () => {
  const banner = await bannerOf(['--host', '0.0.0.0', '--port', '9000'])
  expect(banner).toContain('WARNING 0.0.0.0 is open without encryption to every machine')
  expect(banner).toContain('reverse_proxy 127.0.0.1:9000')
  expect(banner).toContain('PUBLIC_BASE_URL=https://power.example.org TRUSTED_PROXIES=127.0.0.1')
  expect(banner).toContain('docs/install/systemd.md')
})

test('open data are attributed to their publishers, each attribution once, with one word Source before them', async () => {
  const lines = (await bannerOf([], undefined, { mode: '--open' })).split('\n')
  const first = lines.findIndex((line) => line.startsWith('  Source '))
  expect(lines[first]).toStartWith(
    '  Source RTE – éCO2mix, via Open Data Réseaux Énergies (ODRÉ), Licence Ouverte 2.0.',
  )
  expect(lines.slice(first, first + 4).filter((line) => /source/i.test(line))).toHaveLength(1)
  expect(lines.slice(first + 1, first + 4).join()).toMatch(/Energy-Charts.*Tempo.*CRE/)
})

test('a loopback address brings no warning', async () => {
  for (const args of [[], ['--host', '127.0.0.1'], ['--host', '::1']]) {
    expect(await bannerOf(args)).not.toContain('WARNING')
  }
})

test('operations that do not answer yet are named with their reason', async () => {
  const refusing = [{ path: '/v1/tariff/outlook', why: 'No outlook reaches today.' }]
  expect(await bannerOf([], { kind: 'ready', refusing })).toContain(
    'NOT YET  /v1/tariff/outlook: No outlook reaches today.',
  )
})

test('the terms of the free weather service are printed when it is used, and only then', async () => {
  const terms = 'Its free service is for non-commercial use'
  expect(await bannerOf([], undefined, { weather: 'free' })).toContain(terms)
  expect(await bannerOf([])).not.toContain(terms)
})

test('where real data have no weather, the start says why, and which setting names a server', async () => {
  const banner = await bannerOf([], undefined, { weather: 'off' })
  expect(banner).toContain('Its free service is for non-commercial use, so you decide: WEATHER_URL names the server')
  expect(banner).toContain('forecasts reach 48 hours')
})

test('a key that was put into a file is named by its file, and the output does not hold it', async () => {
  const banner = await bannerOf([], undefined, { key: { kind: 'file', path: '/data/api-key' } })
  expect(banner).toContain('Key    in /data/api-key')
  expect(banner).toContain('curl -s -H "X-Api-Key: $(cat /data/api-key)" http://localhost:8080/')
  expect(banner.match(/hxw_\w+/g)).toEqual(['hxw_demo'])
})

test('in a container the commands are those of its host, and the warning names the option that publishes the port', async () => {
  const key = { kind: 'file', path: '/data/demo/api-key' } as const
  const banner = await bannerOf(['--host', '0.0.0.0'], undefined, { key }, { UP_IMAGE: 'home' })
  expect(banner).toContain(`docker exec ${hostname()} cat /data/demo/api-key`)
  expect(banner).toContain(`docker stop ${hostname()}`)
  expect(banner).toContain('WARNING Plain HTTP')
  expect(banner).not.toMatch(/systemd|Ctrl-C|bun run/)
  const earlier = await bannerOf(['--host', '0.0.0.0'], undefined, {}, { UP_IMAGE: 'home' })
  expect(earlier).toContain(`docker exec ${hostname()} hexawatt keys create --account local`)
})
