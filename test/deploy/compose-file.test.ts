import { describe, expect, test } from 'bun:test'
import { programRoles } from '@hexawatt/shared/postgres/roles/program-roles'
import { scripts } from '../../deploy/image/programs.ts'
import {
  containerBounds,
  databaseLogins,
  isOwnProgram,
  namesReadBy,
  networksOf,
  readComposition,
  resolved,
} from './testing/composition.ts'
import { namesOf, readText, settingsOf } from './testing/deploy-files.ts'
import { exampleValues, imageSettings, programs, settingProblems } from './testing/program-settings.ts'

const { services, networks, volumes } = await readComposition('docker-compose.yml')
const image = await imageSettings()
const example = await readText('.env.example')
/** Settings as they are resolved from an `.env` that an operator filled in. */
const operatorSettings = { ...Object.fromEntries(settingsOf(example)), ...exampleValues }

/** Settings without which nothing starts. */
const required = Object.fromEntries(
  Object.entries(exampleValues).filter(([name]) =>
    /^POSTGRES_PASSWORD$|_DATABASE_PASSWORD$|^INTERNAL_TOKEN$/.test(name),
  ),
)

const own = Object.entries(services).filter(([, service]) => isOwnProgram(service))
const onNetwork = (network: string) =>
  Object.keys(services)
    .filter((name) => networksOf(services[name]).includes(network))
    .sort()

describe('every program gets what it needs', () => {
  test('the composition has the six programs, the migrations and the demo upstream', () => {
    const commands = own.flatMap(([, { command = [] }]) => command)
    expect(new Set(commands)).toEqual(new Set([...programs, 'migrate', 'upstream']))
    expect(commands.filter((command) => scripts[command] === undefined)).toEqual([])
  })

  test('each program starts with a filled-in .env, and every setting it gets is known to it', () => {
    const problems = own.flatMap(([, { command, environment }]) =>
      settingProblems(command?.[0] ?? '', resolved(environment, operatorSettings), image),
    )
    expect(problems).toEqual([])
  })

  test('each program starts with the minimal .env', () => {
    const problems = own
      .filter(([, { profiles }]) => !profiles?.includes('live'))
      .flatMap(([, { command, environment }]) =>
        settingProblems(command?.[0] ?? '', resolved(environment, required), image),
      )
    expect(problems).toEqual([])
  })

  test('secrets are required settings, and .env.example contains none', () => {
    const text = JSON.stringify(services)
    for (const name of Object.keys(required)) expect(text).toContain(`\${${name}:?`)
    const secrets = /PASSWORD|TOKEN|SECRET|KEY|CLIENT_ID/
    const given = [...settingsOf(example.replaceAll('#', ''))].filter(
      ([name, value]) => secrets.test(name) && value !== '',
    )
    // The demo key is no secret: it stands on public pages.
    expect(given.map(([name]) => name)).toEqual(['DEMO_API_KEY'])
  })

  test('.env.example lists exactly the variables that the composition reads', () => {
    expect(new Set(namesOf(example))).toEqual(new Set([...namesReadBy({ services, networks }), 'COMPOSE_PROFILES']))
  })

  test('the lines for demo data give the gateway a demo key, and those for live data none', () => {
    const { DEMO_API_KEY: _, ...filledIn } = exampleValues
    const gatewayWith = (text: string) =>
      resolved(services['gateway']?.environment, { ...filledIn, ...Object.fromEntries(settingsOf(text)) })
    const [block = ''] = example.match(/^#COMPOSE_PROFILES=demo\n(?:#[A-Z_]+=.*\n)*/m) ?? []
    const demo = gatewayWith(block.replaceAll('#', ''))
    expect(demo['DEMO_API_KEY']).toMatch(/^hxw_[0-9a-f]{32}$/)
    expect(settingProblems('gateway', demo, image)).toEqual([])
    expect(gatewayWith(example)).not.toContainKey('DEMO_API_KEY')
  })

  test('addresses of other containers name a service on a shared network and the port of its image', () => {
    const addresses = own.flatMap(([name, { environment, networks: mine }]) =>
      Object.values(resolved(environment, {}))
        .flatMap((value) => [...value.matchAll(/^http:\/\/(?!localhost)([a-z-]+):(\d+)$/g)])
        .map(([url, host = '', port]) => {
          const isReached = networksOf(services[host]).some((network) =>
            networksOf({ networks: mine }).includes(network),
          )
          return { name, url, isRight: isReached && port === image['INTERNAL_PORT'] }
        }),
    )
    expect(addresses.length).toBe(7)
    expect(addresses.filter(({ isRight }) => !isRight)).toEqual([])
  })
})

describe('access is as narrow as possible', () => {
  test('each program logs in to Postgres with its own role, and only the migrations have the owner and all passwords', () => {
    const { logins, strayPasswords } = databaseLogins(services, operatorSettings)
    for (const program of programs)
      expect([program, ...(logins.get(program) ?? [])]).toEqual([program, programRoles[program].role])
    expect([...(logins.get('migrate') ?? [])]).toEqual(['hexawatt'])
    expect(strayPasswords).toEqual(['migrate'])
  })

  test('only the load balancer publishes ports, and it finds the gateways on the ports of the image', async () => {
    expect(Object.keys(services).filter((name) => services[name]?.ports !== undefined)).toEqual(['load-balancer'])
    const config = await readText('deploy/haproxy/haproxy.cfg')
    expect(config).toContain(`gateway:${image['PORT']}`)
    expect(config).toContain(`check port ${image['INTERNAL_PORT']}`)
  })

  test('a network has only members that need it, and three networks have a way out, one of them for mail only', () => {
    expect(onNetwork('services')).toEqual(['gateway', 'svc-carbon', 'svc-history', 'svc-score', 'svc-web'])
    expect(onNetwork('edge')).toEqual(['gateway', 'load-balancer'])
    expect(onNetwork('redis')).toEqual([
      'gateway',
      'redis',
      'svc-carbon',
      'svc-ingest',
      'svc-ingest-demo',
      'svc-ingest-open',
      'svc-score',
      'svc-web',
    ])
    expect(onNetwork('postgres')).not.toContain('load-balancer')
    expect(onNetwork('public')).toEqual(['load-balancer'])
    expect(onNetwork('outside')).toEqual(['svc-ingest', 'svc-ingest-open'])
    expect(onNetwork('mail')).toEqual(['svc-web'])
    const open = Object.entries(networks).filter(([, network]) => network?.internal !== true)
    expect(open.map(([name]) => name).sort()).toEqual(['mail', 'outside', 'public'])
  })

  test('every container is read-only, has no capabilities, is bounded and can be scaled', () => {
    for (const service of Object.values(services)) expect(service).toMatchObject(containerBounds)
    for (const service of Object.values(services)) expect(service).not.toContainKey('container_name')
  })

  test('every service restarts except the migrations, and no service starts before them', () => {
    const unattended = Object.keys(services).filter((name) => services[name]?.restart !== 'unless-stopped')
    expect(unattended).toEqual(['migrate'])
    const early = own.filter(([name, { depends_on }]) => depends_on?.['migrate'] === undefined && name !== 'migrate')
    expect(early.map(([name]) => name)).toEqual(['upstream'])
    const targets = Object.values(services).flatMap(({ depends_on = {} }) => Object.keys(depends_on))
    expect(targets.filter((name) => services[name] === undefined)).toEqual([])
  })

  test('every named volume is declared', () => {
    const named = Object.values(services)
      .flatMap(({ volumes: mounts = [] }) => mounts.map((mount) => mount.split(':', 1)[0] ?? ''))
      .filter((source) => !source.startsWith('.'))
    expect(named.sort()).toEqual(Object.keys(volumes).sort())
  })
})
