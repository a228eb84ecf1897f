import { defaulted, flag } from '../../shared/src/command-line/command-inputs.ts'
import { command } from '../../shared/src/command-line/command-line.ts'
import { runCommandLine } from '../../shared/src/command-line/run-command-line.ts'
import { wholeNumber } from '../../shared/src/command-line/value-kinds.ts'
import { programRoles, rolePrograms } from '../../shared/src/postgres/roles/program-roles.ts'
import { checkEndpoints, checkRefusals } from './answers.ts'
import { createCompose } from './compose.ts'
import { checkConfinement, checkDatabaseRoles, checkNetworks } from './confinement.ts'
import { checkOrderlyStop, checkOutage, checkScaling, checkWebOutage } from './outages.ts'
import { createKey, type Fixture } from './smoke-fixture.ts'
import { start } from './start.ts'

/** A network of its own, so that a composition which runs on this host is not met. */
const edgeSubnet = '10.231.8.0/24'

const line = {
  name: 'smoke-test',
  notes: 'Needs the image first: docker build -t hexawatt:local .',
  command: command({
    summary:
      'Starts the composition on demo data under a name of its own, tries what docs/operate/containers.md promises of it, and removes it again.',
    examples: ['', '--port 18081 --keep'],
    inputs: {
      port: defaulted(
        wholeNumber('port', 1, 65_535),
        'port of this machine that the composition is published on',
        18_080,
      ),
      keep: flag('leave the composition running'),
    },
    read: (asked) => asked,
  }),
}

async function runSmokeTest({ port, keep }: { port: number; keep: boolean }): Promise<string | null> {
  const url = `http://127.0.0.1:${port}`
  const secret = () => crypto.getRandomValues(new Uint8Array(32)).toHex()
  const compose = await createCompose({
    ...Bun.env,
    COMPOSE_PROJECT_NAME: 'hexawatt-smoke-test',
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
  })
  try {
    await checkAll({ compose, url, say: (text) => console.log(`ok  ${text}`) })
    return keep ? `left running at ${url}` : null
  } catch (error) {
    // Printed at once: removing the composition may fail as well.
    console.error(`FAILED  ${error instanceof Error ? error.message : String(error)}`)
    throw new Error('The smoke test failed.')
  } finally {
    if (!keep) await compose.run('down', '--volumes', '--remove-orphans')
  }
}

async function checkAll(fixture: Fixture): Promise<void> {
  // What an earlier run left would have other secrets.
  await fixture.compose.run('down', '--volumes', '--remove-orphans')
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
  await checkOrderlyStop(fixture)
}

process.exitCode = await runCommandLine(line, process.argv.slice(2), runSmokeTest, [Error])
