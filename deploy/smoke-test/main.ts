// Starts the composition on demo data under a name of its own, tries what docs/operations/containers.md promises of it, and takes it away again:
//
//   docker build -t hexawatt:local . && bun deploy/smoke-test/main.ts [--port 18080] [--keep]
import { parseArgs } from 'node:util'
import { checkEndpoints, checkRefusals } from './answers.ts'
import { createCompose } from './compose.ts'
import { checkConfinement, checkNetworks } from './confinement.ts'
import { checkOrderlyStop, checkOutage, checkScaling } from './outages.ts'
import { createKey, type Fixture } from './smoke-fixture.ts'
import { start } from './start.ts'

/** A network of its own, so that a composition which runs on this host is not met. */
const edgeSubnet = '10.231.8.0/24'

const { values } = parseArgs({ options: { port: { type: 'string', default: '18080' }, keep: { type: 'boolean' } } })
const url = `http://127.0.0.1:${values.port}`
const secret = () => Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('hex')
const compose = await createCompose({
  ...Bun.env,
  COMPOSE_PROJECT_NAME: 'hexawatt-smoke-test',
  COMPOSE_PROFILES: 'demo',
  POSTGRES_PASSWORD: secret(),
  INTERNAL_TOKEN: secret(),
  PUBLIC_BASE_URL: url,
  PUBLISH_ADDRESS: '127.0.0.1',
  PUBLISH_PORT: values.port,
  EDGE_SUBNET: edgeSubnet,
  TRUSTED_PROXIES: edgeSubnet,
})
const fixture: Fixture = { compose, url, say: (line) => console.log(`ok  ${line}`) }

try {
  // What an earlier run left would have other secrets.
  await compose.run('down', '--volumes', '--remove-orphans')
  await start(fixture)
  await checkConfinement(fixture)
  await checkNetworks(fixture)
  const key = await createKey(fixture, 'Smoke test', 'scale')
  await checkEndpoints(fixture, key)
  await checkRefusals(fixture, await createKey(fixture, 'Small smoke test', 'decouverte'))
  await checkOutage(fixture, key)
  await checkScaling(fixture, key)
  await checkOrderlyStop(fixture)
} catch (error) {
  console.error(`FAILED  ${error instanceof Error ? error.message : String(error)}`)
  process.exitCode = 1
} finally {
  if (values.keep) console.log(`left running at ${url}`)
  else await compose.run('down', '--volumes', '--remove-orphans')
}
