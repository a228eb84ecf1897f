import { expect, test } from 'bun:test'
import type { EnvSource } from '@hexawatt/shared/config/parse-env'
import { readCommand } from '@hexawatt/shared/testing/read-command'
import { shippedRecordingsDir } from '@hexawatt/shared/testing/reference-data'
import { upCommandLine } from './options.ts'
import { listPrograms, makeIngestSettings, runPorts } from './programs.ts'
import { makeRunPlan } from './run-plan.ts'

const demoKey = `hxw_${'d'.repeat(32)}`
const sessionSecret = 's'.repeat(48)
const ports = runPorts([1, 2, 3, 4, 5, 6, 7])
const databaseOf = (role: string) => `postgres://${role}:p@127.0.0.1/x`
const databases = {
  gateway: databaseOf('gateway'),
  'svc-carbon': databaseOf('carbon'),
  'svc-score': databaseOf('score'),
  'svc-history': databaseOf('history'),
  'svc-web': databaseOf('web'),
  'svc-ingest': databaseOf('ingest'),
}

async function programsWith(env: EnvSource, args: readonly string[] = []) {
  return listPrograms({
    plan: await makeRunPlan(readCommand(upCommandLine, args), env),
    ports,
    databases,
    redisUrl: 'redis://127.0.0.1',
    internalToken: 'internal-token',
    demoKey,
    alertSigningKey: 'f'.repeat(48),
    sessionSecret,
    mailboxDir: '/data/mailbox',
    env,
  })
}

const live = { RTE_CLIENT_ID: 'id', RTE_CLIENT_SECRET: 'secret', PATH: '/bin', AWS_SECRET_ACCESS_KEY: 'foreign' }

test('no program receives a setting that it is not permitted to see', async () => {
  for (const { env } of await programsWith({ ...live, UNRELATED: 'x' })) {
    expect(Object.keys(env)).not.toContain('UNRELATED')
    expect(Object.values(env)).not.toContain('foreign')
  }
})

test('each program receives the database as its own role, the demo upstream none, and the embedded database few connections each', async () => {
  const urlsOf = async (env: EnvSource) =>
    Object.fromEntries((await programsWith(env)).map((spec) => [spec.name, spec.env['DATABASE_URL']]))
  expect(await urlsOf({ DATABASE_URL: 'postgres://db.example.org/x' })).toEqual({ upstream: undefined, ...databases })
  const embedded = await urlsOf({})
  expect(embedded['gateway']).toBe(`${databases.gateway}?connections=3`)
  expect(embedded['svc-ingest']).toBe(`${databases['svc-ingest']}?connections=5`)
})

test('only ingestion gets the live credentials, and the URLs of the real upstreams stay unchanged', async () => {
  const programs = await programsWith({ ...live, RTE_CLIENT_ID_PHYSICAL_FLOW: 'own' })
  expect(programs.map(({ name }) => name)).toEqual([
    'svc-ingest',
    'svc-carbon',
    'svc-score',
    'svc-history',
    'svc-web',
    'gateway',
  ])
  for (const { name, env } of programs)
    expect(env['RTE_CLIENT_SECRET']).toBe(name === 'svc-ingest' ? 'secret' : undefined)
  expect(programs[0]?.env).toMatchObject({ RTE_CLIENT_ID_PHYSICAL_FLOW: 'own', DATA_MODE: 'live' })
  expect(programs[0]?.env).not.toContainKey('RTE_BASE_URL')
})

test('object storage and its credentials reach svc-ingest and the commands only, and nobody without an address', async () => {
  const credentials = { AWS_ACCESS_KEY_ID: 'id', AWS_SECRET_ACCESS_KEY: 'secret' }
  const archive = { ARCHIVE_URL: 's3://payloads?region=eu-west-3', ...credentials }
  const programs = await programsWith({ ...live, ...archive })
  expect(programs.filter(({ env }) => 'AWS_SECRET_ACCESS_KEY' in env).map(({ name }) => name)).toEqual(['svc-ingest'])
  expect(makeIngestSettings(programs)).toMatchObject(archive)
  for (const { env } of await programsWith({ ...live, ...credentials })) {
    expect(env).not.toContainAnyKeys(Object.keys(archive))
  }
})

test('the demo upstream gets no store, and svc-ingest gets its URL and new credentials', async () => {
  const [upstream, ingest] = await programsWith({ PATH: '/bin' })
  expect(upstream?.env).not.toContainAnyKeys(['DATABASE_URL', 'REDIS_URL', 'INTERNAL_TOKEN'])
  expect(ingest?.env['RTE_BASE_URL']).toBe('http://127.0.0.1:1')
  expect(ingest?.env['OPEN_ODRE_BASE_URL']).toBe('http://127.0.0.1:1/open/odre')
  expect(ingest?.env['OPEN_ENERGY_CHARTS_BASE_URL']).toBe('http://127.0.0.1:1/open/energy-charts')
  expect(ingest?.env['RTE_CLIENT_SECRET']).toBe(upstream?.env['UPSTREAM_CLIENT_SECRET'] ?? '')
})

test('the weather comes from the demo upstream in demo mode, and nowhere from in a replay, whose recordings have none', async () => {
  const weatherOf = async (env: EnvSource, args: readonly string[] = []) =>
    (await programsWith(env, args)).find(({ name }) => name === 'svc-ingest')?.env['WEATHER_URL']
  expect(await weatherOf({})).toBe('http://127.0.0.1:1/open/open-meteo')
  expect(await weatherOf({}, ['--replay', shippedRecordingsDir])).toBeUndefined()
  expect(await weatherOf({ WEATHER_URL: 'https://foreign.example.org' })).toBe('http://127.0.0.1:1/open/open-meteo')
})

test('the free weather service is used at home only: with a public address, in the image, and with a server or `off` of the user, it is not', async () => {
  const weatherOf = async (env: EnvSource) => {
    const [ingest] = await programsWith({ ...live, ...env })
    return ingest?.env['WEATHER_URL']
  }
  expect(await weatherOf({})).toBe('https://api.open-meteo.com')
  expect(await weatherOf({ PUBLIC_BASE_URL: 'https://power.example.org' })).toBeUndefined()
  expect(await weatherOf({ UP_IMAGE: 'home' })).toBeUndefined()
  for (const named of ['off', 'https://weather.example.org'])
    expect(await weatherOf({ WEATHER_URL: named })).toBe(named)
})

test('the demo key reaches only the gateway and the pages', async () => {
  const told = (await programsWith({})).filter(({ env }) => Object.values(env).includes(demoKey))
  expect(told.map(({ name, env }) => [name, env['DEMO_API_KEY']])).toEqual([
    ['svc-web', demoKey],
    ['gateway', demoKey],
  ])
})

test('members get a demo mailbox in demo mode only, and mail goes to the user’s own server in every mode', async () => {
  const mailOf = async (env: EnvSource) =>
    (await programsWith(env))
      .filter(({ env: seen }) => 'MAILBOX_DIR' in seen || 'SMTP_URL' in seen)
      .map(({ name, env: seen }) => [name, seen['MAILBOX_DIR'] ?? seen['SMTP_URL']])
  const smtp = { SMTP_URL: 'smtps://mail.example.org', MAIL_FROM: 'a@example.org' }
  const both = (value: string) => [
    ['svc-ingest', value],
    ['svc-web', value],
  ]
  expect(await mailOf({})).toEqual(both('/data/mailbox'))
  expect(await mailOf(live)).toEqual([])
  expect(await mailOf({ ...live, ...smtp })).toEqual(both('smtps://mail.example.org'))
  expect(await mailOf(smtp)).toEqual(both('smtps://mail.example.org'))
})

test('the session secret reaches only svc-web', async () => {
  const told = (await programsWith({})).filter(({ env }) => Object.values(env).includes(sessionSecret))
  expect(told.map(({ name }) => name)).toEqual(['svc-web'])
})

test('the gateway knows that nobody can sign in when there is no mail', async () => {
  const accountsOf = async (env: EnvSource) =>
    (await programsWith(env)).find(({ name }) => name === 'gateway')?.env['ACCOUNTS']
  const smtp = { SMTP_URL: 'smtps://mail.example.org', MAIL_FROM: 'a@example.org' }
  expect(await accountsOf({})).toBeUndefined()
  expect(await accountsOf({ ...live, ...smtp })).toBeUndefined()
  expect(await accountsOf(live)).toBe('closed')
})

test('the number of processes that the user asks for reaches the gateway, which is one process otherwise', async () => {
  for (const count of ['2', undefined]) {
    const programs = await programsWith({ GATEWAY_PROCESSES: count })
    expect(programs.find(({ name }) => name === 'gateway')?.env['GATEWAY_PROCESSES']).toBe(count)
  }
})

test('all programs have the same clock and end with the launcher', async () => {
  const programs = await programsWith({}, ['--as-of', '2025-01-15T12:00:00Z'])
  expect(new Set(programs.map(({ env }) => env['CLOCK_OFFSET_MS'])).size).toBe(1)
  for (const { env } of programs) expect(env['EXIT_WITH_STDIN']).toBe('1')
})

test('an operator command gets the upstreams, the kind of data and the clock of the run, and no store', async () => {
  const settings = makeIngestSettings(await programsWith({ PATH: '/bin', RAW_RETENTION_MONTHS: '3' }))
  expect(Object.keys(settings).sort()).toEqual([
    'CLOCK_OFFSET_MS',
    'COUNTRY_INTENSITIES_BASE_URL',
    'DATA_MODE',
    'EMISSION_FACTORS_BASE_URL',
    'OPEN_ENERGY_CHARTS_BASE_URL',
    'OPEN_ODRE_BASE_URL',
    'RAW_RETENTION_MONTHS',
    'REGULATED_PRICES_BASE_URL',
    'RTE_BASE_URL',
    'RTE_CLIENT_ID',
    'RTE_CLIENT_SECRET',
  ])
})

test('only the gateway listens on the address of --host, and the services and the demo upstream stay on loopback', async () => {
  const listening = (await programsWith({}, ['--host', '0.0.0.0'])).filter(({ env }) => 'HOST' in env)
  expect(listening.map(({ name, env }) => [name, env['HOST']])).toEqual([['gateway', '0.0.0.0']])
  for (const { env } of await programsWith({}, ['--host', '0.0.0.0'])) {
    expect(env).not.toContainAnyKeys(['INTERNAL_HOST', 'OPERATOR_HOST'])
  }
})
