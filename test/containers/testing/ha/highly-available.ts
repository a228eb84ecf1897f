import { join } from 'node:path'
import { programRoles, rolePrograms } from '@hexawatt/shared/postgres/roles/program-roles'
import { createCompose } from '../../../../deploy/smoke-test/compose.ts'
import type { Fixture } from '../../../../deploy/smoke-test/smoke-fixture.ts'
import { buildProduct, buildStores, testTag } from '../images.ts'
import { copySources } from '../sources.ts'

const port = 18_380
/** A network of its own, so that no other composition of this machine is met. */
const edgeSubnet = '10.231.20.0/24'

export type HighlyAvailable = Fixture & { stop(): Promise<void> }

/** Builds the images of `deploy/ha` and starts its composition on demo data. */
export async function startHighlyAvailable(project: string): Promise<HighlyAvailable> {
  const sources = await copySources('ha')
  await buildProduct(sources)
  await buildStores(sources)
  const url = `http://127.0.0.1:${port}`
  const env = { ...Bun.env, ...settings(url) }
  const compose = await createCompose({ folder: join(sources, 'deploy/ha'), project, env })
  await compose.run('up', '-d', '--no-build')
  return {
    compose,
    url,
    say: (line) => console.log(`  ${line}`),
    async stop() {
      await compose.run('down', '--volumes', '--timeout', '5')
    },
  }
}

function settings(url: string): Record<string, string> {
  const secret = () => crypto.getRandomValues(new Uint8Array(32)).toHex()
  const passwords = rolePrograms.map((program) => programRoles[program].passwordSetting)
  const secrets = ['POSTGRES_PASSWORD', 'PATRONI_PASSWORD', 'REDIS_PASSWORD', 'INTERNAL_TOKEN', ...passwords]
  return {
    ...Object.fromEntries(secrets.map((name) => [name, secret()])),
    COMPOSE_PROFILES: 'demo',
    HEXAWATT_VERSION: testTag,
    PUBLIC_BASE_URL: url,
    PUBLISH_ADDRESS: '127.0.0.1',
    PUBLISH_PORT: String(port),
    EDGE_SUBNET: edgeSubnet,
    TRUSTED_PROXIES: edgeSubnet,
    // With a mail server people can sign in. No mail is sent here.
    SMTP_URL: 'smtp://127.0.0.1:2525',
    MAIL_FROM: 'Hexawatt <account@example.org>',
  }
}
