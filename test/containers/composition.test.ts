import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { reportFigures } from '@hexawatt/dev/src/drill-figures.ts'
import { createOpenSettings } from '@hexawatt/dev/test/testing/open-upstream.ts'
import { until } from '@hexawatt/shared/testing/until'
import { runSmokeTest } from '../../deploy/smoke-test/run.ts'
import {
  answerTimeoutMs,
  openComposition,
  readMemoryBytes,
  startComposition,
  writeSettings,
} from './testing/composition.ts'
import { containerTimeoutMs, engine } from './testing/engine.ts'
import { buildProduct, readImageBytes, testTag } from './testing/images.ts'
import { copySources } from './testing/sources.ts'

const port = 18_280
const url = `http://127.0.0.1:${port}`
const edgeSubnet = '10.231.8.0/24'

test.skipIf(engine.missing !== null)(
  'docker-compose.yml keeps what its page promises, on demo data, in containers',
  async () => {
    const folder = await copySources('composition')
    const image = await buildProduct(folder)
    const startedAtMs = performance.now()
    let memoryBytes = 0
    const promises: string[] = []
    const smokeTest = {
      folder,
      env: { ...Bun.env, HEXAWATT_VERSION: testTag },
      project: 'hexawatt-test-composition',
      port,
      keep: false,
      say(line: string) {
        promises.push(line)
        console.log(`  ok after ${seconds(startedAtMs)} s: ${line}`)
      },
    }
    await runSmokeTest(smokeTest, async ({ compose }) => {
      memoryBytes = await readMemoryBytes(compose)
    })
    await reportFigures('docker-compose.yml on demo data', [
      { name: 'image with its base, MB', value: ((await readImageBytes(image)) / 1e6).toFixed(0) },
      { name: 'seconds to healthy', value: promises[0]?.match(/healthy ([\d.]+) s/)?.[1] ?? 'not measured' },
      { name: 'memory of all containers, MB', value: (memoryBytes / 1e6).toFixed(0) },
      { name: 'promises that were tried', value: promises.length },
      { name: 'seconds for all of it', value: seconds(startedAtMs) },
    ])
    expect(promises.length).toBeGreaterThan(8)
  },
  containerTimeoutMs,
)

test.skipIf(engine.missing !== null)(
  'docker-compose.yml with the profile `open` becomes healthy and serves the measurements of its publishers',
  async () => {
    const folder = await copySources('open')
    await buildProduct(folder)
    const secret = () => crypto.getRandomValues(new Uint8Array(32)).toHex()
    const names = (await Bun.file(join(folder, '.env.example')).text()).matchAll(/^([A-Z_]+)=$/gm)
    await writeSettings(folder, {
      ...Object.fromEntries([...names].map(([, name = '']) => [name, secret()])),
      COMPOSE_PROFILES: 'open',
      PUBLISH_PORT: String(port),
      EDGE_SUBNET: edgeSubnet,
      TRUSTED_PROXIES: edgeSubnet,
      HEXAWATT_VERSION: testTag,
    })
    await Bun.write(join(folder, 'docker-compose.override.yml'), JSON.stringify(invented))
    const open = await openComposition({ folder, project: 'hexawatt-test-open', url })
    const healthySeconds = await startComposition(open)
    const created = await open.compose.exec('svc-web', 'hexawatt', 'keys', 'create', '--account', 'Ma Maison')
    const key = created.match(/hxw_[0-9a-f]{32}/)?.[0] ?? ''
    const ask = () => fetch(`${url}/v1/carbon/intensity`, { headers: { 'x-api-key': key } })
    await until('a measurement is served', async () => (await ask()).ok, answerTimeoutMs)
    const mode = (await ask()).headers.get('x-data-mode')
    await open.compose.run('down', '--volumes')
    await reportFigures('docker-compose.yml with the profile open', [
      { name: 'seconds to healthy', value: healthySeconds.toFixed(0) },
    ])
    expect(mode).toBe('open')
  },
  containerTimeoutMs,
)

/** No test calls a publisher: the demo upstream, which speaks their formats, stands for them, and the network to the outside is closed. */
const invented = {
  services: {
    publishers: {
      image: `hexawatt:${testTag}`,
      command: ['upstream'],
      environment: { PORT: 8081, UPSTREAM_CLIENT_ID: 'demo', UPSTREAM_CLIENT_SECRET: 'demo' },
      networks: ['outside'],
    },
    'svc-ingest-open': { environment: createOpenSettings('http://publishers:8081') },
  },
  networks: { outside: { internal: true } },
}

function seconds(sinceMs: number): string {
  return ((performance.now() - sinceMs) / 1_000).toFixed(0)
}
