import { afterAll, expect, test } from 'bun:test'
import { userInfo } from 'node:os'
import { startTestGateway } from '@hexawatt/gateway/src/testing/gateway-fixture.ts'
import { startStandInService } from '@hexawatt/gateway/src/testing/stand-in-service.ts'
import { defaultPlanTable } from '@hexawatt/shared/contract/plans'
import { createSql } from '@hexawatt/shared/postgres/client'
import { buildTestRoleUrl, createTestDatabase, createTestRedisUrl } from '@hexawatt/shared/testing/stores-fixture'
import { requestPlan } from '@hexawatt/svc-web/src/accounts/plan-changes.ts'
import { runCommand } from '@hexawatt/svc-web/src/cli/keys-command.ts'
import { createSilentAccounts, storeTestMember } from '@hexawatt/svc-web/src/testing/account-fixture.ts'

const keysScript = Bun.fileURLToPath(import.meta.resolve('@hexawatt/svc-web/src/cli/keys-main.ts'))
const database = await createTestDatabase()
const redisUrl = await createTestRedisUrl()

afterAll(() => database.drop())

type Environment = Record<string, string>
type Printed = { exitCode: number; out: string; err: string }

/** Runs the command line as the operator does. */
async function program(args: string[], env: Environment = { DATABASE_URL: database.url, REDIS_URL: redisUrl }) {
  const child = Bun.spawn([process.execPath, keysScript, ...args], {
    env,
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
  })
  const [out, err] = await Promise.all([child.stdout.text(), child.stderr.text()])
  return { exitCode: await child.exited, out: out.trimEnd(), err: err.trimEnd() }
}

/** The same without a process: the output of the program, by stream. */
async function keys(args: string[], env: Environment = { DATABASE_URL: database.url, REDIS_URL: redisUrl }) {
  const { exitCode, text } = await runCommand(args, env)
  return exitCode === 0 ? { exitCode, out: text, err: '' } : { exitCode, out: '', err: text }
}

/** A failure: exit 1, nothing on standard output, one line on standard error. */
async function refusal(args: string[], env?: Environment): Promise<string> {
  return sentenceOf(await keys(args, env))
}

function sentenceOf({ exitCode, out, err }: Printed): string {
  expect({ exitCode, out, lines: err.split('\n').length }).toEqual({ exitCode: 1, out: '', lines: 1 })
  return err
}

test('create --json prints one JSON line with a key that works at the gateway, and revoke ends it at once', async () => {
  const created = await program(['create', '--account', 'end to end', '--plan', 'scale', '--name', 'first', '--json'])
  expect(created).toMatchObject({ exitCode: 0, err: '' })
  expect(created.out.split('\n')).toHaveLength(1)
  const { key, keyId, ...rest } = JSON.parse(created.out)
  expect(rest).toEqual({
    accountId: expect.stringMatching(/^acc_[0-9a-f]{16}$/),
    account: 'end to end',
    plan: 'scale',
    name: 'first',
  })
  const service = startStandInService()
  const gateway = await startTestGateway({ databaseUrl: database.url, redisUrl, serviceUrl: service.url })
  const ask = () => fetch(`${gateway.url}/v1/carbon/intensity`, { headers: { 'x-api-key': key } })
  expect((await ask()).status).toBe(200)
  const revoked = await program(['revoke', keyId])
  expect(revoked).toMatchObject({ exitCode: 0, out: expect.stringContaining('Running gateways were notified.') })
  expect((await ask()).status).toBe(401)
  await gateway.stop()
  await service.stop()
})

test('in a gateway’s container keys can be listed, and a change names the container that makes it', async () => {
  const env = { DATABASE_URL: buildTestRoleUrl(database.url, 'gateway'), REDIS_URL: redisUrl }
  expect(await keys(['list'], env)).toMatchObject({ exitCode: 0 })
  expect(await refusal(['create', '--account', 'made at a gateway'], env)).toContain(
    'docker compose exec svc-web hexawatt',
  )
})

test('a key is shown in full at its creation and never again', async () => {
  const created = await keys(['create', '--account', 'shown once'])
  const key = created.out.split('\n')[0] ?? ''
  expect(key).toMatch(/^hxw_[0-9a-f]{32}$/)
  for (const args of [['list'], ['list', '--json'], ['list', '--account', 'shown once']]) {
    const listed = await keys(args)
    expect(listed).toMatchObject({ exitCode: 0, err: '' })
    expect(listed.out).not.toContain(key)
    expect(listed.out).toContain('shown once')
  }
})

test('list --json is an array with the state of every key', async () => {
  const { keyId } = JSON.parse((await keys(['create', '--account', 'listed', '--json'])).out)
  await keys(['revoke', keyId])
  await keys(['create', '--account', 'listed', '--expires', '2040-01-01T00:00:00Z'])
  const listed = JSON.parse((await keys(['list', '--account', 'listed', '--json'])).out)
  expect(listed).toMatchObject([
    { keyId, state: 'revoked', plan: 'decouverte', expiresAt: null },
    { state: 'active', expiresAt: '2040-01-01T00:00:00Z', revokedAt: null },
  ])
  expect((await keys(['list', '--account', 'nobody', '--json'])).out).toBe('[]')
})

test('revoke accepts the key ends that list shows, and says how gateways notice without Redis', async () => {
  const key = (await keys(['create', '--account', 'by ends'])).out.split('\n')[0] ?? ''
  const revoked = await keys(['revoke', `${key.slice(0, 8)}…${key.slice(-4)}`], { DATABASE_URL: database.url })
  expect(revoked).toMatchObject({ exitCode: 0, out: expect.stringContaining('within a second') })
})

test('rotate prints the new key once, and both keys work at the gateway until the overlap is over', async () => {
  const old = JSON.parse((await keys(['create', '--account', 'rotated', '--json'])).out)
  const rotated = await keys(['rotate', old.keyId, '--json'])
  expect(rotated).toMatchObject({ exitCode: 0, err: '' })
  const { key, keyId, replaced } = JSON.parse(rotated.out)
  expect(replaced.keyId).toBe(old.keyId)
  const listed = JSON.parse((await keys(['list', '--account', 'rotated', '--json'])).out)
  expect(listed).toMatchObject([
    { keyId: old.keyId, state: 'replaced', replacedBy: keyId, expiresAt: replaced.expiresAt },
    { keyId, state: 'active', replacedBy: null, expiresAt: null },
  ])
  const service = startStandInService()
  const gateway = await startTestGateway({ databaseUrl: database.url, redisUrl, serviceUrl: service.url })
  const ask = async (which: string) =>
    (await fetch(`${gateway.url}/v1/carbon/intensity`, { headers: { 'x-api-key': which } })).status
  expect([await ask(old.key), await ask(key)]).toEqual([200, 200])
  expect(await refusal(['rotate', old.keyId])).toContain(`was already replaced by ${keyId}`)
  expect(await refusal(['rotate', keyId])).toContain('still valid')
  const next = await keys(['rotate', keyId, '--overlap-hours', '0'])
  expect(next.out).toContain(`replaces ${keyId}, which is valid until`)
  await keys(['revoke', old.keyId])
  const nextKey = next.out.split('\n')[0] ?? ''
  expect([await ask(old.key), await ask(key), await ask(nextKey)]).toEqual([401, 401, 200])
  await gateway.stop()
  await service.stop()
})

test('expire changes the end of a key, and plan moves an account to another plan', async () => {
  const { keyId } = JSON.parse((await keys(['create', '--account', 'changed', '--json'])).out)
  const expired = await keys(['expire', keyId, '--at', '2040-01-01T00:00:00Z'])
  expect(expired.out).toContain('is valid until 2040-01-01T00:00:00Z. Running gateways were notified.')
  expect((await keys(['expire', keyId, '--at', 'never'])).out).toContain('does not expire')
  expect(await refusal(['expire', keyId, '--at', '2020-01-01T00:00:00Z'])).toContain('must be in the future')
  const moved = await keys(['plan', '--account', 'changed', '--plan', 'pro'])
  expect(moved.out).toBe('Account "changed" is on plan pro (before: decouverte). Running gateways were notified.')
  await keys(['create', '--account', 'changed'])
  expect(await refusal(['plan', '--account', 'changed', '--plan', 'decouverte'])).toContain('revoke 1 first')
  expect(await refusal(['plan', '--account', 'nobody', '--plan', 'pro'])).toContain('No such account')
})

test('requests of members are listed, approved and refused', async () => {
  const { accountId } = JSON.parse((await keys(['create', '--account', 'asking', '--json'])).out)
  const sql = createSql(database.url, 'keys-main test', 1)
  const operator = createSilentAccounts({ sql, planTable: defaultPlanTable })
  const member = { ...operator, actor: await storeTestMember(operator, accountId) }
  expect((await keys(['requests'])).out).toBe('No open requests.')
  const { requestId } = await requestPlan(member, accountId, 'scale')
  expect((await keys(['requests'])).out).toContain(requestId)
  expect(await keys(['refuse', requestId])).toMatchObject({ out: expect.stringContaining('stays on plan decouverte') })
  expect(await refusal(['approve', requestId])).toContain('was already refused')
  const again = await requestPlan(member, accountId, 'pro')
  expect(JSON.parse((await keys(['requests', '--json'])).out)).toMatchObject([
    { requestId: again.requestId, plan: 'pro' },
  ])
  expect((await keys(['approve', again.requestId])).out).toContain('is on plan pro (before: decouverte)')
  expect(await refusal(['approve', 'x'])).toContain('request takes the id of a request')
  await sql.end({ timeout: 5 })
})

test('audit-log shows every change of the command line and who made it, page by page', async () => {
  const { keyId } = JSON.parse((await keys(['create', '--account', 'recorded', '--json'])).out)
  await keys(['revoke', keyId])
  const { entries, next } = JSON.parse((await keys(['audit-log', '--account', 'recorded', '--json'])).out)
  const actor = { kind: 'operator', id: `command-line:${userInfo().username}` }
  expect(next).toBeNull()
  expect(entries).toMatchObject([
    { actor, action: 'key.revoked', account: 'recorded', details: { keyId } },
    { actor, action: 'key.created', account: 'recorded', details: { keyId, expiresAt: null } },
    { actor, action: 'account.created', account: 'recorded', details: { plan: 'decouverte' } },
  ])
  const page = await keys(['audit-log', '--account', 'recorded', '--before', entries[1].id])
  expect(page).toMatchObject({ exitCode: 0, err: '' })
  expect(page.out.split('\n')).toHaveLength(2)
  expect(page.out).toContain('account.created')
  expect((await keys(['audit-log', '--account', 'nobody'])).out).toBe('No entries.')
  expect(await refusal(['audit-log', '--before', 'x'])).toContain('--before takes the number of an entry')
})

test('a forbidden change is refused by one sentence with the remedy', async () => {
  await keys(['create', '--account', 'ruled'])
  expect(sentenceOf(await program(['create', '--account', 'ruled', '--plan', 'pro']))).toContain('omit --plan')
  expect(await refusal(['create', '--account', 'ruled'])).toContain('the most that plan decouverte allows (1)')
  expect(await refusal(['revoke', 'key_0000000000000000'])).toContain('bun run keys list')
})

test('an unusable database is answered by one sentence with the remedy', async () => {
  expect(sentenceOf(await program(['list'], {}))).toContain(
    'DATABASE_URL is not set: start the product with "bun run up"',
  )
  const secret = 'not-to-be-shown'
  expect(await refusal(['list'], { DATABASE_URL: `postgres//u:${secret}@h` })).not.toContain(secret)
  expect(await refusal(['list'], { DATABASE_URL: `postgres://u:${secret}@127.0.0.1:1/x` })).toContain('ECONNREFUSED')
})

test('--help lists the commands, and wrong usage is answered by one sentence', async () => {
  const help = await program(['--help'], {})
  expect(help.exitCode).toBe(0)
  for (const command of ['create', 'list', 'rotate', 'revoke', 'expire', 'plan', 'approve', 'audit-log']) {
    expect(help.out).toContain(`bun run keys ${command} `)
  }
  expect(sentenceOf(await program([], {}))).toContain('create, list, rotate, revoke, expire, plan')
  expect(await refusal(['create', '--account', 'a', '--colour', 'blue'], {})).toContain('--colour')
})

test('a shell completes commands, options and option values', async () => {
  const complete = async (...words: string[]) => (await program(['complete', ...words], {})).out
  expect(await complete('--', 'cr')).toContain('create\t')
  expect(await complete('--', 'create', '--p')).toContain('--plan\t')
  expect(await complete('--', 'create', '--plan', '')).toMatch(/^decouverte\t.*\npro\t.*\nscale\t/)
  for (const shell of ['bash', 'zsh', 'fish']) expect(await complete(shell)).toContain('keys complete --')
})
