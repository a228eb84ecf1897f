import { expect, test } from 'bun:test'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { runCommand, runToEnd } from '@hexawatt/dev/src/commands/run-command.ts'
import { reportFigures } from '@hexawatt/dev/src/drill-figures.ts'
import { until } from '@hexawatt/shared/testing/until'
import {
  answerTimeoutMs,
  type Composition,
  changeSettings,
  openComposition,
  readMemoryBytes,
  startComposition,
  writeSettings,
} from './testing/composition.ts'
import { containerTimeoutMs, engine } from './testing/engine.ts'
import { buildImage, buildProduct, testTag } from './testing/images.ts'
import { copySources, takeFormerSources } from './testing/sources.ts'

const commit = '230e4e1d'
const missing = engine.missing ?? ((await hasCommit()) ? null : `the history of this checkout does not hold ${commit}`)
if (missing !== null) console.warn(`SKIPPED: the upgrade of a composition: ${missing}`)

const project = 'hexawatt-test-upgrade'
const port = 18_281
const url = `http://127.0.0.1:${port}`
const edgeSubnet = '10.231.9.0/24'
const [account, otherAccount] = ['Ma Maison', 'Une Autre']
/** Requests of the key before the upgrade, at least. */
const requestsBefore = 20
/** The day of which points and history must stay as they are. */
const day = Temporal.Now.zonedDateTimeISO('UTC').toPlainDate().subtract({ days: 1 })
/** Makes the missing secrets of `.env`; it stands in `.env.example` as a comment. */
const secretsLine = /^# +(grep -E .* >> \.env)$/m

async function hasCommit(): Promise<boolean> {
  return (await runToEnd(['git', 'cat-file', '-e', `${commit}^{commit}`], { folder: import.meta.dir })).exitCode === 0
}

/** Requests that were answered with a value: each is billed. */
let served = 0

async function ask(path: string, key: string) {
  const answer = await fetch(`${url}${path}`, { headers: { 'x-api-key': key } }).catch(() => null)
  if (answer?.ok) served += 1
  return { status: answer?.status ?? 0, text: (await answer?.text()) ?? '' }
}

/** Runs an operator's command in a container of a service. */
const hexawatt = ({ compose }: Composition, service: string, ...args: string[]) =>
  compose.exec(service, 'hexawatt', ...args)

/** What must be the same before and after: the digest of the day's points, its history, and what the key's account is billed. */
async function readLasting(composition: Composition, keysService: string, key: string) {
  const month = new Date().toISOString().slice(0, 7)
  const next = day.add({ days: 1 })
  const bills = JSON.parse(await hexawatt(composition, keysService, 'usage', '--month', month, '--json'))
  const servedBefore = served
  const history = await ask(`/v1/score/history?from=${day}T00:00:00Z&to=${next}T00:00:00Z`, key)
  return {
    digest: await hexawatt(composition, 'svc-ingest-demo', 'audit', '--chain', '--from', `${day}`, '--to', `${next}`),
    history: JSON.parse(history.text) as { points: unknown[] },
    served: servedBefore,
    billed: bills.find((bill: { account: string }) => bill.account === account)?.requests as number,
    keys: JSON.parse(await hexawatt(composition, keysService, 'keys', 'list', '--json')) as { keyId: string }[],
  }
}

/** The composition of before: on demo data, with points of a day, an account with a key, and a key that is revoked. */
async function fillFormer(former: Composition) {
  const create = async (name: string): Promise<{ key: string; keyId: string }> =>
    JSON.parse(await hexawatt(former, 'gateway', 'keys', 'create', '--account', name, '--plan', 'pro', '--json'))
  const [kept, revoked] = [await create(account), await create(otherAccount)]
  await hexawatt(former, 'gateway', 'keys', 'revoke', revoked.keyId)
  const days = ['--from', `${day}`, '--to', `${day.add({ days: 1 })}`]
  await hexawatt(former, 'svc-ingest-demo', 'points', ...days, '--load-feeds')
  await until(
    'the key is accepted',
    async () => (await ask('/v1/tariff/today', kept.key)).status === 200,
    answerTimeoutMs,
  )
  for (let request = 1; request < requestsBefore; request++) await ask('/v1/tariff/today', kept.key)
  return { kept: kept.key, revoked: revoked.key }
}

/**
 * Does what docs/operate/backup-and-upgrade.md says, up to the start of the new version.
 *
 * @returns a line about the backup
 */
async function upgrade(former: Composition, today: Composition): Promise<string> {
  const dump = ['pg_dump', '-U', 'hexawatt', '--format=custom', 'hexawatt']
  const [postgres = ''] = await former.compose.containersOf('postgres')
  // The local stand-in of the image of Postgres has no client programs.
  const { exitCode } = await runToEnd(['docker', 'exec', postgres, ...dump])
  const backup = exitCode === 0 ? 'pg_dump' : 'not tried: this image of Postgres has no pg_dump'
  await writeFile(join(today.folder, '.env'), await readFile(join(former.folder, '.env')))
  const [, line = ''] = (await readFile(join(today.folder, '.env.example'), 'utf8')).match(secretsLine) ?? []
  await runCommand(['sh', '-c', line], { folder: today.folder })
  await changeSettings(today.folder, { HEXAWATT_VERSION: testTag })
  return backup
}

test.skipIf(missing !== null)(
  `the volumes of ${commit} are upgraded as the documents say: points, history, keys and bills are as before`,
  async () => {
    const folder = (await takeFormerSources('former', commit)) ?? ''
    const formerImage = await buildImage({ folder, name: `hexawatt:${testTag}-former` })
    const todaysFolder = await copySources('today')
    await buildProduct(todaysFolder)
    const secret = () => crypto.getRandomValues(new Uint8Array(32)).toHex()
    await writeSettings(folder, {
      COMPOSE_PROFILES: 'demo',
      POSTGRES_PASSWORD: secret(),
      INTERNAL_TOKEN: secret(),
      PUBLIC_BASE_URL: url,
      PUBLISH_PORT: String(port),
      EDGE_SUBNET: edgeSubnet,
      TRUSTED_PROXIES: edgeSubnet,
      HEXAWATT_VERSION: formerImage.split(':')[1] ?? '',
    })
    const former = await openComposition({ folder, project, url })
    const formerSeconds = await startComposition(former)
    const keys = await fillFormer(former)
    const before = await readLasting(former, 'gateway', keys.kept)
    const today = await openComposition({ folder: todaysFolder, project, url })
    const backup = await upgrade(former, today)
    const upgradedAtMs = performance.now()
    const seconds = await startComposition(today)
    await until(
      'the key is accepted',
      async () => (await ask('/v1/tariff/today', keys.kept)).status === 200,
      answerTimeoutMs,
    )
    const awaySeconds = (performance.now() - upgradedAtMs) / 1_000
    const after = await readLasting(today, 'svc-web', keys.kept)
    const revoked = await ask('/v1/tariff/today', keys.revoked)
    const audited = await hexawatt(today, 'svc-ingest-demo', 'audit', '--sample', '10', '--seed', '1')
    const memoryBytes = await readMemoryBytes(today.compose)
    await today.compose.run('down', '--volumes')
    await reportFigures(`Upgrade of the volumes of ${commit}`, [
      {
        name: 'points of the day, before and after',
        value: `${before.history.points.length}, ${after.history.points.length}`,
      },
      {
        name: 'requests answered, before and after',
        value: `${before.served}, ${after.served}`,
        target: `billed: ${before.billed}, ${after.billed}`,
      },
      { name: 'seconds to healthy, before', value: formerSeconds.toFixed(0) },
      { name: 'seconds to healthy, on the volumes of before', value: seconds.toFixed(0) },
      { name: 'seconds from `up -d` to an answer of the new version', value: awaySeconds.toFixed(0) },
      { name: 'memory of all containers, MB', value: (memoryBytes / 1e6).toFixed(0) },
      { name: 'backup', value: backup },
    ])
    expect(before.history.points.length).toBeGreaterThan(100)
    expect(after.digest).toBe(before.digest)
    expect(after.digest).toMatch(/[0-9a-f]{64}/)
    expect(after.history).toEqual(before.history)
    expect(after.keys).toEqual(before.keys)
    expect([before.billed, after.billed]).toEqual([before.served, after.served])
    expect(before.served).toBeGreaterThanOrEqual(requestsBefore)
    expect(revoked.status).toBe(401)
    expect(audited).toContain(': 10 equal')
  },
  containerTimeoutMs,
)
