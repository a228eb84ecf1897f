import { programRoles, rolePrograms } from '../../shared/src/postgres/roles/program-roles.ts'
import { checkEndpoints, checkRefusals } from './answers.ts'
import { type Compose, createCompose } from './compose.ts'
import { checkConfinement, checkDatabaseRoles, checkNetworks } from './confinement.ts'
import { checkOrderlyStop, checkOutage, checkScaling, checkWebOutage } from './outages.ts'
import { createKey, type Fixture } from './smoke-fixture.ts'
import { start } from './start.ts'

/** A network of its own, so that a composition which runs on this host is not met. */
const edgeSubnet = '10.231.8.0/24'

type SmokeTest = {
  /** Folder of the composition. */
  folder: string
  /** Environment of compose: with `HEXAWATT_VERSION`, the tag of the image. */
  env: Readonly<Record<string, string | undefined>>
  /** Name of the composition. */
  project: string
  /** Port of this machine that the composition is published on. */
  port: number
  /** Leaves the composition running. */
  keep: boolean
  /** Prints a line about what was seen. */
  say: (line: string) => void
}

/**
 * Starts the composition on demo data, tries what docs/operate/containers.md promises of it, and removes it again.
 *
 * @param measure looks at the composition when every check has passed but the last one, which stops its programs
 * @throws with the first promise that is not kept
 */
export async function runSmokeTest(
  asked: SmokeTest,
  measure = async (_: Fixture): Promise<void> => {},
): Promise<{ url: string }> {
  const { folder, env, project, port, keep, say } = asked
  const url = `http://127.0.0.1:${port}`
  const compose = await createCompose({ folder, project, env: { ...env, ...settings(port, url) } })
  try {
    await checkAll({ compose, url, say }, measure)
    return { url }
  } finally {
    if (!keep) await remove(compose)
  }
}

function settings(port: number, url: string): Record<string, string> {
  const secret = () => crypto.getRandomValues(new Uint8Array(32)).toHex()
  return {
    COMPOSE_PROFILES: 'demo',
    POSTGRES_PASSWORD: secret(),
    INTERNAL_TOKEN: secret(),
    ...Object.fromEntries(rolePrograms.map((program) => [programRoles[program].passwordSetting, secret()])),
    PUBLIC_BASE_URL: url,
    // With a mail server people can sign in. No mail is sent here.
    SMTP_URL: 'smtp://127.0.0.1:2525',
    MAIL_FROM: 'Hexawatt <account@example.org>',
    PUBLISH_ADDRESS: '127.0.0.1',
    PUBLISH_PORT: String(port),
    EDGE_SUBNET: edgeSubnet,
    TRUSTED_PROXIES: edgeSubnet,
  }
}

async function remove(compose: Compose): Promise<void> {
  await compose.run('down', '--volumes', '--remove-orphans')
}

async function checkAll(fixture: Fixture, measure: (fixture: Fixture) => Promise<void>): Promise<void> {
  // Volumes of an earlier run hold other secrets, with which nothing would start.
  await remove(fixture.compose)
  await start(fixture)
  await checkConfinement(fixture)
  await checkNetworks(fixture)
  await checkDatabaseRoles(fixture)
  const key = await createKey(fixture, 'Smoke test', 'scale')
  await checkEndpoints(fixture, key)
  await checkRefusals(fixture, await createKey(fixture, 'Small smoke test', 'decouverte'))
  await checkOutage(fixture, key)
  await checkWebOutage(fixture, key)
  await checkScaling(fixture, key)
  await measure(fixture)
  await checkOrderlyStop(fixture)
}
