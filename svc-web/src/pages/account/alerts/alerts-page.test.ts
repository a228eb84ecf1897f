import { describe, expect, test } from 'bun:test'
import { createWebhookSecrets } from '@hexawatt/shared/alerts/webhook-signature'
import { signIn, type TestBrowser } from '../../../testing/test-browser.ts'
import { useTestWebWithMail } from '../../../testing/use-web.ts'

const signing = { ALERT_SIGNING_KEY: 'a signing key of at least thirty-two characters' }
const { web, startAnother, mailbox } = await useTestWebWithMail(signing)
const { sql } = web

const page = '/account/alerts'
let members = 0
/** A member who reads English. */
async function newMember(plan = 'pro'): Promise<TestBrowser> {
  members += 1
  const browser = await signIn(web, mailbox, `member-${members}@example.org`)
  await sql`update accounts set plan = ${plan} where name = ${`member-${members}@example.org`}`
  browser.cookies.set('lang', 'en')
  return browser
}

const webhook = { channel: 'webhook', url: 'https://hook.example.com/in' }
const carbon = { action: 'create', kind: 'carbon', side: 'below', threshold: '30', channel: 'email' }

/** Creates an alert. @returns its id */
async function create(browser: TestBrowser, fields: Record<string, string> = carbon): Promise<string> {
  const response = await browser.send(page, fields)
  const place = response.headers.get('location') ?? (await response.text())
  return place.match(/als_[0-9a-f]{24}/)?.[0] ?? `not created: ${place}`
}

async function row(id: string) {
  const [found] = await sql`select * from alert_subscriptions where id = ${id}`
  return found
}

async function addMessage(id: string, ageDays: number, state = 'failed'): Promise<void> {
  await sql`
    insert into alert_deliveries (subscription_id, sequence, message_id, origin, body, state, attempts, last_status, last_error, next_attempt_at, created_at)
    select ${id}, last_sequence + 1, 'msg_' || repeat('a', 24), 'event', '{"type":"alert.carbon"}', ${state}, 3, 503, 'error status', now(),
      now() - make_interval(days => ${ageDays}) from alert_subscriptions where id = ${id}`
  await sql`update alert_subscriptions set last_sequence = last_sequence + 1 where id = ${id}`
}

describe('creating an alert', () => {
  test('works for every kind by form without a script, and the list describes each in both languages', async () => {
    const browser = await newMember()
    const forms: [fields: Record<string, string>, condition: object][] = [
      [carbon, { kind: 'carbon', side: 'below', threshold: 30 }],
      [
        { ...carbon, kind: 'price', threshold: '−5,5' },
        { kind: 'price', side: 'below', threshold: -5.5 },
      ],
      [
        { ...carbon, kind: 'score', side: 'above', threshold: '70' },
        { kind: 'score', side: 'above', threshold: 70 },
      ],
      [
        { ...carbon, kind: 'grid_signal', threshold: '2' },
        { kind: 'grid_signal', side: 'above', threshold: 2 },
      ],
      [
        { ...carbon, kind: 'tariff_color', color: 'red' },
        { kind: 'tariff_color', colors: ['red'] },
      ],
      [
        { ...carbon, kind: 'best_window', duration: '120', objective: 'price', hour: '18' },
        { kind: 'best_window', durationMinutes: 120, objective: 'price', atHour: 18 },
      ],
      [{ ...carbon, kind: 'quota' }, { kind: 'quota' }],
    ]
    for (const [fields, condition] of forms)
      expect(await row(await create(browser, fields))).toMatchObject({ condition, url: null })
    const english = await (await browser.ask(page)).text()
    expect(english).toContain('Carbon intensity: at most 30 gCO₂eq/kWh')
    expect(english).toContain('Alerts used: 7 of 20 in your plan.')
    browser.cookies.set('lang', 'fr')
    const french = await (await browser.ask(page)).text()
    expect(french).toContain('Prix de marché\u00a0: au plus −5,50\u00a0€/MWh')
    expect(french).not.toContain('<script')
  })

  test('shows a webhook secret once; after that it is on no page and not in the database', async () => {
    const browser = await newMember()
    const created = await browser.send(page, { ...carbon, ...webhook })
    const text = await created.text()
    const secret = text.match(/whsec_[\w+/=]+/)?.[0] ?? ''
    const id = text.match(/als_[0-9a-f]{24}/)?.[0] ?? ''
    const secrets = createWebhookSecrets(signing)
    expect([created.status, secret]).toEqual([200, secrets.shown(id, secrets.keyId ?? '', 1) ?? ''])
    expect(created.headers.get('cache-control')).toContain('no-store')
    expect(await (await browser.ask(`${page}?alert=${id}`)).text()).not.toContain('whsec_')
    expect(JSON.stringify(await row(id))).not.toContain(secret.slice(6, 20))
    const rotated = await (await browser.send(page, { action: 'rotate', alert: id })).text()
    expect(rotated.match(/whsec_[\w+/=]+/)?.[0]).toBe(secrets.shown(id, secrets.keyId ?? '', 2) ?? '')
  })

  test('refuses incomplete, excessive and forbidden values, and keeps what was entered', async () => {
    const browser = await newMember()
    const wrong: Record<string, string>[] = [
      { ...carbon, threshold: '' },
      { ...carbon, threshold: '1e3' },
      { ...carbon, threshold: '1001' },
      { ...carbon, kind: 'moon' },
      { ...carbon, channel: 'fax' },
      { ...carbon, kind: 'tariff_color' },
      { ...carbon, kind: 'best_window', duration: '61', objective: 'price', hour: '18' },
      ...[
        'http://example.com/',
        'https://127.0.0.1/',
        'https://localhost/',
        'https://a:b@example.com/',
        'https://example.com:22/',
      ].map((url) => ({ ...carbon, ...webhook, url })),
      { action: 'nothing' },
    ]
    for (const fields of wrong) expect([fields, (await browser.send(page, fields)).status]).toEqual([fields, 400])
    const again = await (
      await browser.send(page, { ...carbon, ...webhook, threshold: '42', url: 'http://example.com/"><b>' })
    ).text()
    expect(again).toContain('value="42"')
    expect(again).toContain(
      'Webhook address: “http://example.com/&quot;&gt;&lt;b&gt;” is not accepted. The webhook address must',
    )
    const high = await (await browser.send(page, { ...carbon, threshold: '1001' })).text()
    expect(high).toContain('Threshold: “1001” is not accepted. Enter a number from 0 to 1,000.')
    expect(high).toMatch(
      /<input name="threshold" id="value-threshold" [^>]*aria-invalid="true" autofocus[^>]* value="1001">/,
    )
    const none = await (await browser.send(page, { ...carbon, kind: 'tariff_color' })).text()
    expect(none).toContain('Notify me of days that are: nothing was entered. Tick at least one colour.')
    expect(none).toMatch(/<details open id="create-tariff_color">/)
    expect(again).toContain('http://example.com/&quot;&gt;&lt;b&gt;')
    expect(
      await sql`select 1 from alert_subscriptions s join accounts a on a.id = s.account_id where a.name = ${`member-${members}@example.org`}`,
    ).toHaveLength(0)
  })

  test('never exceeds the plan, also with concurrent requests', async () => {
    const browser = await newMember('decouverte')
    const token = { 'form-token': await browser.formTokenOf(page) }
    const answers = await Promise.all(Array.from({ length: 6 }, () => browser.send(page, { ...token, ...carbon })))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([303, 303, 303, 409, 409, 409])
    expect(await (await browser.send(page, carbon)).text()).toContain('Your plan includes 3 alerts')
  })
})

describe('an alert', () => {
  test('lists its messages, sends a test, and resends a message of the last seven days under its id', async () => {
    const browser = await newMember()
    const id = await create(browser)
    await addMessage(id, 6)
    await addMessage(id, 8)
    const shown = await (await browser.ask(`${page}?alert=${id}`)).text()
    expect(shown).toContain('503 · error status')
    const replayed = await browser.send(page, { action: 'replay', alert: id, sequence: '1' })
    expect(replayed.headers.get('location')).toBe(`${page}?alert=${id}&done=replayed`)
    expect((await browser.send(page, { action: 'replay', alert: id, sequence: '2' })).status).toBe(409)
    expect((await browser.send(page, { action: 'test', alert: id })).status).toBe(303)
    const messages = await sql`
      select sequence::int as sequence, message_id, origin, body, state from alert_deliveries where subscription_id = ${id} and sequence > 2 order by sequence`
    expect(messages).toMatchObject([
      {
        sequence: 3,
        messageId: `msg_${'a'.repeat(24)}`,
        origin: 'replay',
        body: '{"type":"alert.carbon"}',
        state: 'pending',
      },
      { sequence: 4, origin: 'test', state: 'pending' },
    ])
    expect((await browser.send(page, { action: 'replay', alert: id, sequence: '3' })).status).toBe(409)
  })

  test('sends at most ten tests and resends an hour', async () => {
    const browser = await newMember()
    const id = await create(browser)
    const statuses: number[] = []
    for (let attempt = 0; attempt < 11; attempt += 1)
      statuses.push((await browser.send(page, { action: 'test', alert: id })).status)
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 303), 409])
  })

  test('that was disabled can be enabled, and re-arms its threshold', async () => {
    const browser = await newMember()
    const id = await create(browser)
    await sql`update alert_subscriptions set state = 'disabled', disabled_at = now(), consecutive_failures = 5, is_armed = true where id = ${id}`
    expect((await browser.send(page, { action: 'test', alert: id })).status).toBe(409)
    expect(await (await browser.ask(`${page}?alert=${id}`)).text()).toContain('Disabled (')
    expect((await browser.send(page, { action: 'enable', alert: id })).status).toBe(303)
    expect(await row(id)).toMatchObject({ state: 'active', consecutiveFailures: 0, isArmed: null, disabledAt: null })
  })

  test('of another member can be neither seen nor changed', async () => {
    const [owner, stranger] = [await newMember(), await newMember()]
    const id = await create(owner, { ...carbon, ...webhook })
    expect(await (await stranger.ask(`${page}?alert=${id}`)).text()).not.toContain('hook.example.com')
    for (const action of ['test', 'rotate', 'enable', 'delete', 'replay']) {
      const answer = await stranger.send(page, { action, alert: id, sequence: '1' })
      expect([action, answer.status, (await answer.text()).includes('hook.example.com')]).toEqual([action, 409, false])
    }
    expect(await row(id)).toMatchObject({ secretGeneration: 1, state: 'active' })
  })

  test('is in the audit log when created, re-keyed, enabled and deleted, without addresses', async () => {
    const browser = await newMember()
    const id = await create(browser, { ...carbon, ...webhook })
    await browser.send(page, { action: 'rotate', alert: id })
    await sql`update alert_subscriptions set state = 'disabled', disabled_at = now() where id = ${id}`
    await browser.send(page, { action: 'enable', alert: id })
    expect((await browser.send(page, { action: 'delete', alert: id })).headers.get('location')).toBe(
      `${page}?done=deleted`,
    )
    const entries = await sql<{ action: string; details: unknown }[]>`
      select action, details from audit_log where details ->> 'alertId' = ${id} order by id`
    expect(entries.map(({ action }) => action)).toEqual([
      'alert.created',
      'alert.secret_rotated',
      'alert.enabled',
      'alert.deleted',
    ])
    expect(JSON.stringify(entries)).not.toMatch(/whsec_|example/)
    expect(await row(id)).toBeUndefined()
  })
})

test('without a signing key the page offers no webhooks', async () => {
  const browser = await newMember()
  const without = await startAnother()
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const text = await (await without.fetch(page, { headers: { cookie } })).text()
  expect(text).toContain('This installation sends no webhooks')
  expect(text).not.toContain('name="url"')
})
