import { afterAll, beforeAll, expect, test } from 'bun:test'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { makeTemporaryFolder } from '@hexawatt/dev/src/embedded/test-servers.ts'
import { mcpTools } from '@hexawatt/shared/contract/formats/mcp-tools'
import { operations } from '@hexawatt/shared/contract/operations'
import { callMcp } from '@hexawatt/shared/contract/operations/call-mcp'
import { defaultPlanTable } from '@hexawatt/shared/contract/plans'
import parsePrometheusTextFormat from 'parse-prometheus-text-format'
import * as v from 'valibot'
import { parseAllDocuments } from 'yaml'
import { startServedSystem } from '../gateway/testing/served-system-fixture.ts'
import { connectMcp } from '../mcp/testing/mcp-client.ts'
import type { System } from '../testing/system-fixture.ts'
import { shownCommands, untrueParts } from './testing/shown-commands.ts'

const folder = join(import.meta.dir, '../../docs/guide/integrations')
const read = (name: string): Promise<string> => Bun.file(join(folder, `${name}.md`)).text()
/** Blocks of code of a page in a language. */
async function blocks(page: string, language: string): Promise<string[]> {
  return [...(await read(page)).matchAll(new RegExp(`\`\`\`${language}\\n(.*?)\`\`\``, 'gs'))].map(
    ([, code = '']) => code,
  )
}

let system: System
let key: string
beforeAll(async () => {
  system = await startServedSystem({ seams: { planTable: defaultPlanTable } })
  key = await system.createKey('scale')
})
afterAll(() => system.stop())

/** The address that the pages show. */
const shown = 'http://hexawatt.local:8080'

const basicOf = (user: string): Record<string, string> => ({ authorization: `Basic ${btoa(`${user}:${key}`)}` })

/** Sends the request of a snippet to the running product. */
async function ask(url: string, headers: Record<string, string>): Promise<Response> {
  expect(url).toStartWith(shown)
  const response = await fetch(url.replace(shown, system.gatewayUrl), { headers })
  expect([url, response.status]).toEqual([url, 200])
  return response
}

/** Value at a path like `payload.globalScore` or `[0].value`. */
const at = (way: string, value: unknown): unknown =>
  way.split(/[.[\]]+/).reduce<unknown>((inner, name) => (name === '' ? inner : Object(inner)[name]), value)

const Rates = v.pipe(v.array(v.object({ start: v.string(), end: v.string(), value: v.number() })), v.minLength(100))
const yaml = (text: string): unknown[] =>
  parseAllDocuments(text, { customTags: [{ tag: '!secret', resolve: (name: string) => name }] }).map((one) =>
    one.toJS(),
  )
const only = async <Schema extends v.GenericSchema>(schema: Schema, page: string): Promise<v.InferOutput<Schema>> =>
  v.parse(schema, yaml((await blocks(page, 'yaml'))[0] ?? '')[0])

test('Home Assistant without the integration: each sensor finds its value at the address and with the credentials of its snippet', async () => {
  const Sensor = v.object({ value_template: v.string(), availability: v.string() })
  const Resource = v.object({
    resource: v.string(),
    scan_interval: v.number(),
    headers: v.optional(v.object({ 'X-Api-Key': v.literal('hexawatt_api_key') })),
    username: v.optional(v.string()),
    password: v.optional(v.literal('hexawatt_api_key')),
    sensor: v.array(Sensor),
  })
  const { rest } = await only(v.object({ rest: v.array(Resource) }), 'home-assistant-rest')
  for (const { resource, headers, username, sensor } of rest) {
    const credentials = headers === undefined ? basicOf(username ?? '') : { 'x-api-key': key }
    const body: unknown = await (await ask(resource, credentials)).json()
    for (const { value_template, availability } of sensor) {
      const [, way = ''] = value_template.match(/^\{\{ value_json(\S+) \}\}$/) ?? []
      expect([resource, typeof at(way, body)]).toEqual([resource, 'number'])
      expect(availability).toBe(`{{ value_json${way} is defined }}`)
    }
  }
  const aMonth = rest.reduce((sum, { scan_interval }) => sum + (31 * 24 * 3_600) / scan_interval, 0)
  expect(await read('home-assistant-rest')).toContain(`are ${aMonth.toLocaleString('en').replace(',', ' ')} in a month`)
  expect(aMonth).toBeLessThan(defaultPlanTable.plans.decouverte.monthlyQuota)
})

test('evcc: each tariff gets rates', async () => {
  const Auth = v.object({ type: v.literal('basic'), user: v.string(), password: v.literal('hxw_your_key') })
  const Forecast = v.object({ source: v.literal('http'), uri: v.string(), auth: Auth })
  const Tariff = v.object({ type: v.literal('custom'), forecast: Forecast })
  const { tariffs } = await only(v.object({ tariffs: v.object({ grid: Tariff, co2: Tariff }) }), 'evcc')
  for (const { uri, auth } of [tariffs.grid.forecast, tariffs.co2.forecast]) {
    v.parse(Rates, await (await ask(uri, basicOf(auth.user))).json())
  }
})

test('Electricity Maps: the SDK finds zones, forecast and past below its base address, evcc a forecast with what stands before the @', async () => {
  const [command = '', environment = ''] = await blocks('electricity-maps', 'sh')
  const [, token = '', levelUrl = ''] = command.match(/-H "([\w-]+): \$HEXAWATT_API_KEY" "(\S+)"/) ?? []
  const level: unknown = await (await ask(levelUrl, { [token]: key })).json()
  expect(JSON.parse((await blocks('electricity-maps', 'json'))[0] ?? '')).toEqual(level)
  const settings = new Map(
    environment.matchAll(/^DataSources__(\w+)=(\S+)$/gm).map(([, name = '', value = '']) => [name, value]),
  )
  const header = settings.get('Configurations__ElectricityMaps__APITokenHeader') ?? ''
  expect(settings.get('Configurations__ElectricityMaps__APIToken')).toBe('hxw_your_key')
  const get = async (path: string): Promise<unknown> => {
    const url = new URL(path, settings.get('Configurations__ElectricityMaps__BaseURL')).href
    return (await ask(url, { [header]: key })).json()
  }
  const { access } = v.parse(v.object({ FR: v.object({ access: v.array(v.string()) }) }), await get('zones')).FR
  // The coordinates of the SDK's own location francecentral.
  for (const path of ['carbon-intensity/forecast', 'carbon-intensity/history', 'carbon-intensity/past-range']) {
    expect(access).toContain(path)
    const lists = Object.values(Object(await get(`${path}?lat=46.3772&lon=2.3730`)))
    expect([path, lists.some((list) => Array.isArray(list) && list.length > 10)]).toEqual([path, true])
  }
  const Co2 = v.object({ type: v.literal('electricitymaps'), uri: v.string(), zone: v.literal('FR') })
  const { tariffs } = await only(v.object({ tariffs: v.object({ co2: Co2 }) }), 'electricity-maps')
  const { username, password, href } = new URL(tariffs.co2.uri)
  expect(password).toBe('hxw_your_key')
  const plain = href.replace(`${username}:${password}@`, '')
  const Forecast = v.object({ forecast: v.pipe(v.array(v.object({ carbonIntensity: v.number() })), v.minLength(40)) })
  v.parse(Forecast, await (await ask(`${plain}/carbon-intensity/forecast?zone=FR`, basicOf(username))).json())
})

test('EMHASS: the first command gets the dictionary that the second wraps', async () => {
  const [code = ''] = await blocks('emhass', 'sh')
  const [, header = '', url = ''] = code.match(/-H "([\w-]+): \$HEXAWATT_API_KEY" "(\S+)"/) ?? []
  const dictionary = v.parse(
    v.record(v.pipe(v.string(), v.isoTimestamp()), v.number()),
    await (await ask(url, { [header]: key })).json(),
  )
  expect(Object.keys(dictionary).length).toBeGreaterThan(100)
})

test('Node-RED: the flow is wired, asks with the key, and reads members that the answer has', async () => {
  const Node = v.looseObject({ id: v.string(), type: v.string(), wires: v.array(v.array(v.string())) })
  const nodes = v.parse(v.array(Node), JSON.parse((await blocks('node-red', 'json'))[0] ?? ''))
  const targets = nodes.flatMap(({ wires }) => wires.flat())
  expect(targets.toSorted()).toEqual(nodes.slice(1).map(({ id }) => id))
  const Header = v.object({ keyValue: v.string(), valueValue: v.literal(`$${'{HEXAWATT_API_KEY}'}`) })
  const { url, headers } = v.parse(v.object({ url: v.string(), headers: v.tuple([Header]) }), nodes[1])
  const payload: unknown = await (await ask(url, { [headers[0].keyValue]: key })).json()
  expect(typeof at(String(nodes[2]?.['property']), { payload })).toBe('number')
  expect(typeof at(String(nodes[3]?.['complete']), { payload })).toBe('string')
})

test('Grafana: the query gets the columns that it names, with the header of the data source', async () => {
  const JsonData = v.object({ apiKeyKey: v.string(), allowedHosts: v.array(v.literal(shown)) })
  const Source = v.object({ url: v.literal(shown), jsonData: JsonData })
  const { datasources } = await only(v.object({ datasources: v.tuple([Source]) }), 'grafana')
  const Query = v.object({ url: v.string(), columns: v.array(v.object({ selector: v.string(), type: v.string() })) })
  const { url, columns } = v.parse(Query, JSON.parse((await blocks('grafana', 'json'))[0] ?? ''))
  const [first] = v.parse(Rates, await (await ask(url, { [datasources[0].jsonData.apiKeyKey]: key })).json())
  for (const { selector, type } of columns) {
    expect([selector, typeof at(selector, first)]).toEqual([selector, type === 'number' ? 'number' : 'string'])
  }
})

test('Prometheus: the scrape is answered, and every series of the queries is in it', async () => {
  const Job = v.object({
    scrape_interval: v.literal('15m'),
    metrics_path: v.string(),
    basic_auth: v.object({ username: v.string() }),
    static_configs: v.tuple([v.object({ targets: v.tuple([v.string()]) })]),
  })
  const { scrape_configs } = await only(v.object({ scrape_configs: v.tuple([Job]) }), 'prometheus')
  const { metrics_path, basic_auth, static_configs } = scrape_configs[0]
  const url = `http://${static_configs[0].targets[0]}${metrics_path}`
  const families = parsePrometheusTextFormat(await (await ask(url, basicOf(basic_auth.username))).text())
  const [queries = ''] = await blocks('prometheus', 'promql')
  const asked = [...queries.matchAll(/(hexawatt_\w+)(?:\{\w+="(\w+)"\})?/g)]
  expect(asked).toHaveLength(5)
  for (const [, name = '', label] of asked) {
    const metrics = families.find((family) => family.name === name)?.metrics ?? []
    const labels = metrics.flatMap((metric) => Object.values(metric.labels ?? {}))
    expect([name, metrics.length > 0, label === undefined || labels.includes(label)]).toEqual([name, true, true])
  }
})

test('language models: each configuration reaches the tools with the key in its header', async () => {
  const [vsCode = '', desktop = ''] = await blocks('mcp', 'json')
  const { servers } = v.parse(
    v.object({ servers: v.record(v.string(), v.looseObject({ url: v.string() })) }),
    JSON.parse(vsCode),
  )
  expect(servers['hexawatt']).toMatchObject({ type: 'http', headers: { 'X-Api-Key': `$${'{input:hexawatt-key}'}` } })
  const Bridge = v.object({
    command: v.literal('npx'),
    args: v.array(v.string()),
    env: v.record(v.string(), v.string()),
  })
  const { mcpServers } = v.parse(v.object({ mcpServers: v.object({ hexawatt: Bridge }) }), JSON.parse(desktop))
  const { args, env } = mcpServers.hexawatt
  expect([args.at(-1), env]).toEqual([`X-Api-Key:$${'{HEXAWATT_API_KEY}'}`, { HEXAWATT_API_KEY: 'hxw_your_key' }])
  for (const url of [servers['hexawatt']?.url, args.find((one) => one.startsWith('http:'))]) {
    expect(url).toBe(`${shown}${callMcp.path}`)
  }
  await using mcp = await connectMcp(system, key)
  const { tools } = await mcp.client.listTools()
  const rows = (await read('mcp')).matchAll(/^\| `(\w+_?\w*)` \|.*\| (?:`GET (\S+)`|arguments of its own.*) \|$/gm)
  const listed = [...rows].map(([, name, path]) => [name, path])
  const documented = mcpTools.map(({ name, operation }) => [name, operations.find(({ id }) => id === operation)?.path])
  expect(listed).toEqual(documented)
  expect(tools.map(({ name }) => name)).toEqual(documented.map(([name]) => String(name)))
})

test('KEDA: the trigger finds a number at its place, with the key in its header', async () => {
  const Metadata = v.object({ url: v.string(), valueLocation: v.string(), keyParamName: v.string() })
  const Scaled = v.object({ spec: v.object({ triggers: v.tuple([v.object({ metadata: Metadata })]) }) })
  const [, second] = yaml((await blocks('keda', 'yaml'))[0] ?? '')
  const { url, valueLocation, keyParamName } = v.parse(Scaled, second).spec.triggers[0].metadata
  expect(typeof at(valueLocation, await (await ask(url, { [keyParamName]: key })).json())).toBe('number')
})

test('Command line: every command prints what the page says', async () => {
  const commands = shownCommands(await read('command-line'))
  expect(commands.filter(({ answer }) => answer !== null).length).toBeGreaterThan(5)
  const untrue: Record<string, string[]> = {}
  // The contract that the page keeps is not kept for the developer.
  const config = await makeTemporaryFolder()
  for (const command of commands) {
    const line = command.line.replace('bun run hexawatt', `'${process.execPath}' clients/typescript/src/cli/main.ts`)
    expect(line).not.toBe(command.line)
    const child = Bun.spawn(['/bin/sh', '-c', line], {
      cwd: join(folder, '../../..'),
      env: {
        PATH: Bun.env['PATH'] ?? '',
        XDG_CONFIG_HOME: config,
        XDG_CACHE_HOME: config,
        HEXAWATT_URL: system.gatewayUrl,
        HEXAWATT_API_KEY: key,
      },
      stderr: 'ignore',
    })
    const parts = untrueParts(command, await child.stdout.text())
    if ((await child.exited) !== 0 || parts.length > 0) untrue[command.line] = parts
  }
  await rm(config, { recursive: true, force: true })
  expect(untrue).toEqual({})
})

test('Carbon Aware SDK: the command gets every member that its filter reads', async () => {
  const [code = ''] = await blocks('carbon-aware-sdk', 'sh')
  const [, user = '', url = ''] = code.match(/-u "(\w+):\$HEXAWATT_API_KEY" (\S+)/) ?? []
  const emissions: unknown = await (await ask(url, basicOf(user))).json()
  const members = [...(code.match(/map\((.*)\)/)?.[1] ?? '').matchAll(/[ (]\.(\w+)/g)].map(([, name = '']) => name)
  expect(members).toEqual(['location', 'timestamp', 'value', 'duration'])
  for (const name of members) expect([name, at(`[0].${name}`, emissions)]).not.toEqual([name, undefined])
  expect(at('[0].duration', emissions)).toBe(15)
})
