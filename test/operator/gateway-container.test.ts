import { describe, expect, test } from 'bun:test'
import { compareVersions, parseVersion } from '@hexawatt/dev/src/release/version/semantic-version.ts'
import { testInternalToken } from '@hexawatt/gateway/src/testing/gateway-fixture.ts'
import { readAuditLog } from '@hexawatt/svc-web/src/accounts/audit-log-store.ts'
import {
  commandProofHeader,
  createCommandRoutes,
  deriveCommandProof,
} from '@hexawatt/svc-web/src/cli/command-routes.ts'
import { removedInRelease } from '@hexawatt/svc-web/src/cli/gateway-container.ts'
import { version } from '../../package.json'
import { useTestSite } from '../testing/use-site.ts'

const addressSecret = 'secret of addresses, which services do not have'
const { gateway: site } = await useTestSite({ settings: { ADDRESS_HASH_SECRET: addressSecret } })

/** Runs a command in an environment like that of a gateway's container, where no role may change accounts. */
async function run(command: 'keys' | 'usage', args: readonly string[], more: Readonly<Record<string, string>> = {}) {
  const script = Bun.fileURLToPath(import.meta.resolve(`@hexawatt/svc-web/src/cli/${command}-main.ts`))
  const child = Bun.spawn([process.execPath, '--no-env-file', script, ...args], {
    env: { SVC_WEB_URL: site.web.url, INTERNAL_TOKEN: testInternalToken, ADDRESS_HASH_SECRET: addressSecret, ...more },
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
  })
  const [out, err] = await Promise.all([child.stdout.text(), child.stderr.text()])
  return { exitCode: await child.exited, out, err }
}

describe('in the container of a gateway', () => {
  test('without the secret that services do not have, the command says so and calls nothing', async () => {
    const { exitCode, out, err } = await run('keys', ['create', '--account', 'never made'], { ADDRESS_HASH_SECRET: '' })
    expect([exitCode, out]).toEqual([1, ''])
    expect(err).toContain('ADDRESS_HASH_SECRET')
    expect(await site.sql`select from accounts where name = 'never made'`).toHaveLength(0)
  })

  test('`keys` runs in svc-web, takes effect at the gateway, and says that it has moved and until when', async () => {
    const created = await run('keys', ['create', '--account', 'from the gateway', '--plan', 'pro', '--json'])
    expect(created.exitCode).toBe(0)
    expect(created.err).toContain('docker compose exec svc-web hexawatt keys')
    expect(created.err).toContain(`until release ${removedInRelease}`)
    const { key, accountId } = JSON.parse(created.out)
    const response = await fetch(`${site.url}/v1/score?nothing=1`, { headers: { 'x-api-key': key } })
    expect(response.status).toBe(400)
    const filter = { account: accountId, action: 'key.created', from: null, to: null, before: null } as const
    const { entries } = await readAuditLog(site.sql, filter)
    expect(entries).toMatchObject([{ actor: { kind: 'operator', id: expect.stringMatching(/^command-line:/) } }])
  })

  test('the release that removes the commands is still to come', () => {
    const [present, removed] = [version, removedInRelease].map(parseVersion)
    expect(present && removed && compareVersions(present, removed)).toBeLessThan(0)
  })

  test('`usage` runs in svc-web', async () => {
    const { exitCode, out, err } = await run('usage', ['--month', new Date().toISOString().slice(0, 7), '--json'])
    expect(exitCode).toBe(0)
    expect(JSON.parse(out)).toEqual(expect.arrayContaining([expect.objectContaining({ account: 'from the gateway' })]))
    expect(err).toContain('docker compose exec svc-web hexawatt usage')
  })

  test('a refusal prints its sentence on standard error and exits with 1', async () => {
    const { exitCode, out, err } = await run('keys', ['revoke', 'key_0000000000000000'])
    expect([exitCode, out]).toEqual([1, ''])
    expect(err).toContain('No such key')
  })

  test.each([
    ['the token is another', { INTERNAL_TOKEN: 'another-token-of-at-least-32-characters-0' }],
    ['svc-web is away', { SVC_WEB_URL: 'http://127.0.0.1:9' }],
    ['the secret is another', { ADDRESS_HASH_SECRET: 'another secret, of at least 32 characters' }],
  ])('if %s, the command says so and changes nothing', async (_what, more) => {
    const { exitCode, out, err } = await run('keys', ['create', '--account', 'never made'], more)
    expect([exitCode, out]).toEqual([1, ''])
    expect(err).toContain('svc-web does not answer')
    expect(await site.sql`select from accounts where name = 'never made'`).toHaveLength(0)
  })
})

test('commands need the internal token and the gateway’s secret, and no gateway forwards to them', async () => {
  const body = JSON.stringify({ arguments: ['create', '--account', 'forged'] })
  for (const path of ['/internal/commands/keys', '/internal/commands/usage']) {
    const ways = [
      site.fetch(path, { method: 'POST', body }),
      site.fetch(path, { method: 'POST', body, headers: { 'x-internal-token': testInternalToken } }),
      fetch(`${site.web.url}${path}`, { method: 'POST', body }),
      fetch(`${site.web.url}${path}`, { method: 'POST', body, headers: { 'x-internal-token': testInternalToken } }),
    ]
    for (const response of await Promise.all(ways)) expect([path, response.status]).toEqual([path, 404])
  }
  expect(await site.sql`select from accounts where name = 'forged'`).toHaveLength(0)
})

test('an svc-web without the secret runs no commands for others', async () => {
  const routes = createCommandRoutes({}, [testInternalToken])
  const headers = { 'x-internal-token': testInternalToken, [commandProofHeader]: '' }
  const body = JSON.stringify({ arguments: ['list'] })
  const request = new Request('http://localhost/internal/commands/keys', { method: 'POST', body, headers })
  expect((await routes.handle(request)).status).toBe(404)
})

test('a body that is not a list of arguments is refused', async () => {
  for (const body of ['', '{}', '{"arguments":[1]}', JSON.stringify({ arguments: Array(101).fill('a') })]) {
    const proof = deriveCommandProof({ ADDRESS_HASH_SECRET: addressSecret }) ?? ''
    const headers = { 'x-internal-token': testInternalToken, [commandProofHeader]: proof }
    const response = await fetch(`${site.web.url}/internal/commands/keys`, { method: 'POST', body, headers })
    expect([body.slice(0, 20), response.status]).toEqual([body.slice(0, 20), 400])
  }
})
