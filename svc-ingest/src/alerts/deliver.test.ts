import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { createWebhookSecrets } from '@hexawatt/shared/alerts/webhook-signature'
import { stopAtEnd } from '@hexawatt/shared/testing/close-at-end'
import { Webhook } from 'standardwebhooks'
import { maxConsecutiveFailures, readDueSubscriptions } from './delivery-queue-store.ts'
import {
  addAccount,
  addPending,
  addSubscription,
  createStillClock,
  createTestDeliver,
  readDeliveries,
  secrets,
  signingKey,
  startAlertStores,
  startReceiver,
} from './testing/alerts-fixture.ts'

const stores = stopAtEnd(await startAlertStores())
let receiver: ReturnType<typeof startReceiver>
let clock: ReturnType<typeof createStillClock>
let id: string

beforeEach(async () => {
  receiver = startReceiver()
  clock = createStillClock('2026-11-23T10:00:00Z')
  id = await addSubscription(stores.sql, { accountId: await addAccount(stores.sql), url: receiver.url })
})
afterEach(() => receiver.stop())

const deliver = (changes = {}) => createTestDeliver(stores.sql, { realClock: clock, ...changes })(id)
const states = async () => (await readDeliveries(stores.sql, id)).map(({ state }) => state)

async function subscription() {
  const [row] = await stores.sql<{ state: string; consecutiveFailures: number; claimedBy: string | null }[]>`
    select state, consecutive_failures, claimed_by from alert_subscriptions where id = ${id}`
  return row
}

describe('a delivery', () => {
  test('is signed so that the published library of Standard Webhooks accepts it with the secret shown to the customer', async () => {
    await addPending(stores.sql, id, 1, clock.now())
    await createTestDeliver(stores.sql)(id)
    const [message] = receiver.received
    const shown = secrets.shown(id, secrets.keyId ?? '', 1) ?? ''
    expect(shown).toStartWith('whsec_')
    const verified = new Webhook(shown).verify(message?.body ?? '', message?.headers ?? {})
    expect(verified).toMatchObject({ type: 'alert.test', data: { subscriptionId: id } })
    expect(message?.headers['content-type']).toBe('application/json')
    expect(() =>
      new Webhook(secrets.shown(id, secrets.keyId ?? '', 2) ?? '').verify(message?.body ?? '', message?.headers ?? {}),
    ).toThrow()
  })

  test('is signed with both secrets for a day after a rotation, then with the new one only', async () => {
    await stores.sql`update alert_subscriptions set secret_generation = 2, secret_rotated_at = ${clock.now()} where id = ${id}`
    await addPending(stores.sql, id, 2, clock.now())
    const signatures = () => receiver.received.at(-1)?.headers['webhook-signature']?.split(' ')
    clock.advance({ hours: 23 })
    receiver.answerWith((message) => new Response(null, { status: receiver.received[0] === message ? 204 : 500 }))
    await deliver()
    const now = Temporal.Now.instant()
    const facts = { subscriptionId: id, keyId: secrets.keyId ?? '', generation: 2, rotatedAt: now }
    const headers = secrets.sign(facts, 'msg_1', '{}', now.epochMilliseconds) ?? {}
    for (const generation of [1, 2]) {
      const shown = secrets.shown(id, secrets.keyId ?? '', generation) ?? ''
      expect(new Webhook(shown).verify('{}', headers)).toEqual({})
    }
    expect(signatures()).toHaveLength(2)
    clock.advance({ hours: 2 })
    await deliver()
    expect(signatures()).toHaveLength(1)
  })

  test('keeps its secret after a change of the signing key while the previous key is still set', () => {
    const changed = createWebhookSecrets({
      ALERT_SIGNING_KEY: 'another signing key of more than 32 characters',
      ALERT_SIGNING_KEY_PREVIOUS: signingKey,
    })
    const keyId = secrets.keyId ?? ''
    expect(changed.shown(id, keyId, 1)).toBe(secrets.shown(id, keyId, 1))
    expect(changed.keyId).not.toBe(keyId)
    expect(createWebhookSecrets({}).shown(id, keyId, 1)).toBeNull()
  })

  test('is recorded with the status of the answer and not sent again', async () => {
    await addPending(stores.sql, id, 1, clock.now())
    expect(await deliver()).toBe(1)
    expect(await deliver()).toBe(0)
    expect(receiver.received).toHaveLength(1)
    expect(await readDeliveries(stores.sql, id)).toMatchObject([{ state: 'delivered', attempts: 1, lastStatus: 204 }])
    expect((await subscription())?.claimedBy).toBeNull()
  })
})

describe('messages of a subscription', () => {
  test('arrive in order: a failed one holds back those behind it', async () => {
    await addPending(stores.sql, id, 3, clock.now())
    const [, second] = await readDeliveries(stores.sql, id)
    let isDown = true
    receiver.answerWith(
      (message) => new Response(null, { status: message.id === second?.messageId && isDown ? 500 : 200 }),
    )
    clock.advance({ seconds: 5 })
    await deliver()
    expect(await states()).toEqual(['delivered', 'pending', 'pending'])
    await deliver()
    expect(receiver.received).toHaveLength(2)
    isDown = false
    clock.advance({ minutes: 1 })
    await deliver()
    expect(await states()).toEqual(['delivered', 'delivered', 'delivered'])
    const order = (await readDeliveries(stores.sql, id)).map(({ messageId }) => messageId)
    expect([...new Set(receiver.received.map((message) => message.id))]).toEqual(order)
  })

  test('are sent by one worker at a time', async () => {
    await addPending(stores.sql, id, 3, clock.now())
    clock.advance({ seconds: 5 })
    let running = 0
    let mostRunning = 0
    receiver.answerWith(async () => {
      running += 1
      mostRunning = Math.max(mostRunning, running)
      await Bun.sleep(20)
      running -= 1
      return new Response(null, { status: 204 })
    })
    const outcomes = await Promise.all([deliver(), deliver(), deliver()])
    // A worker that comes after the end finds nothing (0), an earlier worker finds the subscription claimed (null).
    expect(outcomes.filter((delivered) => delivered)).toEqual([3])
    expect(mostRunning).toBe(1)
    expect(receiver.received).toHaveLength(3)
  })

  test('are taken over from a worker that died, once its claim has expired', async () => {
    await addPending(stores.sql, id, 1, clock.now())
    await stores.sql`update alert_subscriptions set claimed_by = 'dead', claimed_until = ${clock.now().add({ seconds: 60 })} where id = ${id}`
    expect(await deliver()).toBeNull()
    expect(await readDueSubscriptions(stores.sql, clock.now())).not.toContain(id)
    clock.advance({ seconds: 61 })
    expect(await readDueSubscriptions(stores.sql, clock.now())).toContain(id)
    expect(await deliver()).toBe(1)
  })
})

describe('a failed delivery', () => {
  test('is retried after pauses that double up to four hours, a quarter more or less, until the message is a day old', async () => {
    receiver.answerWith(() => new Response(null, { status: 503 }))
    await addPending(stores.sql, id, 1, clock.now())
    const start = clock.now()
    const pauses: number[] = []
    for (let attempt = 0; attempt < 30; attempt += 1) {
      await deliver({ random: () => (attempt % 2 === 0 ? 0 : 0.999) })
      const [row] = await readDeliveries(stores.sql, id)
      if (row?.state !== 'pending') break
      const pause = clock.now().until(row.nextAttemptAt).total('milliseconds')
      pauses.push(pause)
      clock.advance({ milliseconds: pause })
    }
    expect(pauses.slice(0, 4).map((pause) => Math.round(pause / 1_000))).toEqual([23, 75, 90, 300])
    expect(Math.max(...pauses)).toBeLessThanOrEqual(5 * 3_600_000)
    expect(start.until(clock.now()).total('hours')).toBeCloseTo(24, 5)
    expect(await readDeliveries(stores.sql, id)).toMatchObject([
      { state: 'failed', lastStatus: 503, lastError: 'error status' },
    ])
    expect(await subscription()).toMatchObject({ state: 'active', consecutiveFailures: 1 })
  })

  test(`disables the subscription after ${maxConsecutiveFailures} messages in a row were given up, and its waiting messages fail too`, async () => {
    receiver.answerWith(() => new Response(null, { status: 500 }))
    await addPending(stores.sql, id, maxConsecutiveFailures + 2, clock.now())
    clock.advance({ hours: 25 })
    await deliver()
    expect(await states()).toEqual(Array.from({ length: maxConsecutiveFailures + 2 }, () => 'failed'))
    expect(receiver.received).toHaveLength(maxConsecutiveFailures)
    expect(await subscription()).toMatchObject({ state: 'disabled' })
    expect(await deliver()).toBeNull()
  })

  test('is forgotten after a success: only failures in a row count', async () => {
    await stores.sql`update alert_subscriptions set consecutive_failures = ${maxConsecutiveFailures - 1} where id = ${id}`
    await addPending(stores.sql, id, 1, clock.now())
    await deliver()
    expect(await subscription()).toMatchObject({ state: 'active', consecutiveFailures: 0 })
  })

  test('with status 410 disables the subscription at once, because the receiver says that it is gone', async () => {
    receiver.answerWith(() => new Response(null, { status: 410 }))
    await addPending(stores.sql, id, 1, clock.now())
    await deliver()
    expect(await subscription()).toMatchObject({ state: 'disabled' })
  })

  test('whose signing key is no longer set is not sent unsigned', async () => {
    await stores.sql`update alert_subscriptions set secret_key_id = 'unknown' where id = ${id}`
    await addPending(stores.sql, id, 1, clock.now())
    await deliver()
    expect(receiver.received).toEqual([])
    expect(await readDeliveries(stores.sql, id)).toMatchObject([
      { state: 'pending', lastError: 'signing key is not set' },
    ])
  })
})
