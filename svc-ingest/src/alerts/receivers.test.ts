import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { parseAllowedReceivers, readReceiverUrl } from '@hexawatt/shared/alerts/receiver-address'
import { stopAtEnd } from '@hexawatt/shared/testing/close-at-end'
import * as v from 'valibot'
import { Env } from '../env.ts'
import { resolveReceiver } from './resolve-receiver.ts'
import { sendWebhook } from './send-webhook.ts'
import {
  addAccount,
  addPending,
  addSubscription,
  createStillClock,
  createTestDeliver,
  readDeliveries,
  startAlertStores,
  startReceiver,
} from './testing/alerts-fixture.ts'
import { receiverCertificate, receiverKey } from './testing/receiver-certificate.ts'

const stores = stopAtEnd(await startAlertStores())
let receiver: ReturnType<typeof startReceiver>

beforeEach(() => {
  receiver = startReceiver()
})
afterEach(() => receiver.stop())

const nobody = parseAllowedReceivers('')

/** A message to an address, delivered once. @returns its row */
async function deliverTo(url: string, changes: Parameters<typeof createTestDeliver>[1]) {
  const clock = createStillClock('2026-11-23T10:00:00Z')
  const id = await addSubscription(stores.sql, { accountId: await addAccount(stores.sql), url })
  await addPending(stores.sql, id, 1, clock.now())
  await createTestDeliver(stores.sql, { realClock: clock, ...changes })(id)
  return (await readDeliveries(stores.sql, id))[0]
}

describe('a private or loopback address is never called', () => {
  const literals = [
    '127.0.0.1',
    '2130706433',
    '0177.0.0.1',
    '0x7f.1',
    '127.1',
    '0',
    '10.0.0.1',
    '169.254.169.254',
    '100.100.100.200',
    '[::1]',
    '[::]',
    '[::ffff:127.0.0.1]',
    '[::127.0.0.1]',
    '[64:ff9b::7f00:1]',
    '[2002:7f00:1::]',
    '[fd00:ec2::254]',
    '[fe80::1]',
    '8.8.8.8',
  ]
  for (const literal of literals) {
    test(`by the literal ${literal}`, async () => {
      const resolved: string[] = []
      const resolveName = async (host: string) => {
        resolved.push(host)
        return ['93.184.216.34']
      }
      for (const url of [`https://${literal}/`, `https://${literal}:${receiver.port}/`]) {
        const row = await deliverTo(url, { allowed: '', resolveName })
        expect(row).toMatchObject({ state: 'pending', lastError: 'address refused', lastStatus: null })
      }
      expect(resolved).toEqual([])
    })
  }

  const privateAddresses = [
    '127.0.0.1',
    '10.1.2.3',
    '172.16.0.1',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '0.0.0.0',
    '198.18.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '168.63.129.16',
    '::1',
    '::ffff:10.0.0.1',
    '64:ff9b::a00:1',
    '64:ff9b:1::a00:1',
    '2002:a00:1::',
    '2001::1',
    'fd00::1',
    'fe80::1%eth0',
    'fec0::1',
    'ff02::1',
    'not an address',
  ]
  for (const address of privateAddresses) {
    test(`by a name that resolves to ${address}, with or without a public address`, async () => {
      for (const addresses of [[address], ['93.184.216.34', address]]) {
        const outcome = await resolveReceiver('https://hook.example.com/', nobody, async () => addresses)
        expect(outcome).toEqual({ error: 'address refused' })
      }
    })
  }

  test('while a name that has only public addresses may be called', async () => {
    const resolve = async () => ['93.184.216.34', '2606:4700::6810:84e5']
    const outcome = await resolveReceiver('https://hook.example.com:8443/x', nobody, resolve)
    expect(outcome).toMatchObject({ address: '93.184.216.34' })
  })

  test('by a redirect, which is not followed and counts as a failure', async () => {
    const inner = startReceiver()
    receiver.answerWith(() => Response.redirect(inner.url, 307))
    const row = await deliverTo(receiver.url, {})
    expect(row).toMatchObject({ state: 'pending', lastStatus: 307, lastError: 'redirects are not followed' })
    expect(inner.received).toEqual([])
    inner.stop()
  })

  test('by a name that resolves to another address a moment later: it is resolved once and the checked address is called', async () => {
    const answers = [['93.184.216.34'], ['127.0.0.1']]
    const called: string[] = []
    const load = {
      async run(address: string) {
        called.push(address)
        return null
      },
    }
    let asked = 0
    const resolveName = async () => answers[asked++] ?? []
    await deliverTo('https://rebinding.example.com/', { allowed: '', resolveName, load })
    expect({ asked, called }).toEqual({ asked: 1, called: ['93.184.216.34'] })
    // The connection itself knows no names: it goes to the address that it is given, and names the host only in its request.
    const target = { url: new URL(`http://localhost:${receiver.port}/`), headers: {}, body: '{}' }
    expect(await sendWebhook({ ...target, address: '127.0.0.2' })).toEqual({ error: 'connection failed' })
    expect(receiver.received).toEqual([])
    const named = { ...target, url: new URL(`http://rebinding.example.com:${receiver.port}/`) }
    expect(await sendWebhook({ ...named, address: '127.0.0.1' })).toEqual({ status: 204 })
    expect(receiver.received[0]?.headers['host']).toBe(`rebinding.example.com:${receiver.port}`)
  })

  test('and a certificate of another name or of an unknown authority is not accepted', async () => {
    const server = Bun.serve({
      port: 0,
      hostname: '127.0.0.1',
      tls: { cert: receiverCertificate, key: receiverKey },
      fetch: () => new Response(null, { status: 204 }),
    })
    const post = (name: string, seams = {}) =>
      sendWebhook(
        { url: new URL(`https://${name}:${server.port}/`), address: '127.0.0.1', headers: {}, body: '{}' },
        seams,
      )
    expect(await post('hook.example.com', { ca: receiverCertificate })).toEqual({ status: 204 })
    expect(await post('other.example.com', { ca: receiverCertificate })).toEqual({ error: 'connection failed' })
    expect(await post('hook.example.com')).toEqual({ error: 'connection failed' })
    server.stop(true)
  })

  test('by other schemes, credentials, ports and names of private networks', () => {
    const refusals = {
      'http://example.com/': 'not https',
      'ftp://example.com/': 'not https',
      'file:///etc/passwd': 'not a URL',
      'https://user:pass@example.com/': 'credentials',
      'https://example.com:6379/': 'port',
      'https://localhost/': 'private name',
      'https://localhost./': 'private name',
      'https://redis/': 'private name',
      'https://metadata.google.internal/': 'private name',
      [`https://example.com/${'x'.repeat(500)}`]: 'too long',
      'example.com': 'not a URL',
    }
    for (const [url, refusal] of Object.entries(refusals))
      expect([url, readReceiverUrl(url, nobody)]).toEqual([url, refusal as never])
  })

  test.each([
    'localhost..',
    'localhost.localdomain',
    'printer.localdomain',
    'redis.default.svc',
    'redis.default.svc.cluster.local',
    'gateway.cluster',
    'metadata.google.internal',
    'host.docker.internal',
    'box.home.arpa',
    'vault.service.consul',
    'nas.lan',
    'nas.LAN',
    'intranet.corp',
    'hook.example.com.',
    'hook.example.com..',
    'hook..example.com',
    '.example.com',
    'hook.example',
    'x.1',
  ])('by the name %p, which no public receiver has', (name) => {
    expect(readReceiverUrl(`https://${name}/`, nobody)).toBeString()
  })

  test.each(['hook.example.com', 'HOOK.example.com', 'a_b.example.org', 'crêpe.example.fr', 'x.xn--p1ai'])(
    'but not by the public name %p',
    (name) => expect(readReceiverUrl(`https://${name}/`, nobody)).toBeInstanceOf(URL),
  )

  test('except where the setting permits it, by range or by name', async () => {
    expect(await deliverTo(receiver.url, { allowed: '127.0.0.0/8' })).toMatchObject({ state: 'delivered' })
    const named = `http://hook.lan:${receiver.port}/`
    const resolveName = async () => ['127.0.0.1']
    expect(await deliverTo(named, { allowed: 'hook.lan', resolveName })).toMatchObject({ state: 'delivered' })
    expect(() => parseAllowedReceivers('10.0.0.0/8, bad host!')).toThrow('separated by commas')
  })
})

test('the setting for private receivers is refused in live mode, and off in every mode by default', () => {
  const settings = {
    DATABASE_URL: 'postgres://x@localhost/x',
    REDIS_URL: 'redis://localhost',
    INTERNAL_PORT: '0',
    RTE_CLIENT_ID: 'id',
    RTE_CLIENT_SECRET: 'secret',
  }
  const parse = (DATA_MODE: string, ALERT_RECEIVERS_ALLOWED?: string) =>
    v.safeParse(Env, {
      ...settings,
      DATA_MODE,
      ...(ALERT_RECEIVERS_ALLOWED === undefined ? {} : { ALERT_RECEIVERS_ALLOWED }),
    })
  expect(parse('live').output).toMatchObject({ ALERT_RECEIVERS_ALLOWED: { ranges: [], hosts: [] } })
  expect(parse('live', '127.0.0.1').issues?.[0].message).toContain('no ALERT_RECEIVERS_ALLOWED in live mode')
  expect(parse('open', '192.168.0.0/16').success).toBe(true)
  expect(parse('demo', '127.0.0.1').success).toBe(true)
})

test('a delivery that is postponed for a busy receiver waits without an attempt being counted', async () => {
  const row = await deliverTo(receiver.url, { load: { run: async () => null } })
  expect(row).toMatchObject({ state: 'pending', attempts: 0, lastError: 'receiver is busy' })
})
