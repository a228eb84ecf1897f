import { expect, test } from 'bun:test'
import { billingSettings, createStandInStripe, prices } from '@hexawatt/svc-web/src/billing/testing/stand-in-stripe.ts'
import { createTestBrowser, signIn } from '@hexawatt/svc-web/src/testing/test-browser.ts'
import { useTestSiteWithMail } from '../testing/use-site.ts'
import { type FieldCase, fieldCases, findUnrefused, formsOf, unprintableTexts } from './testing/page-forms.ts'

const { gateway, mailbox } = await useTestSiteWithMail({
  settings: { ALERT_SIGNING_KEY: 'a signing key of at least thirty-two characters', ...billingSettings },
})

/** Query parameters of each page of a member. */
const memberQueries: Readonly<Record<string, readonly string[]>> = {
  '/account': ['return'],
  '/account/settings': ['notice', 'lang', 'theme'],
  '/account/settings/export': ['lang'],
  '/account/settings/delete': ['lang'],
  '/account/keys': ['notice', 'lang'],
  '/account/usage': ['month', 'key', 'lang'],
  '/account/usage.csv': ['month', 'key'],
  '/account/plan': ['notice', 'plan'],
  '/account/alerts': ['alert', 'done'],
  '/account/sign-out': ['lang'],
}
const visitorQueries: Readonly<Record<string, readonly string[]>> = {
  '/account': ['return', 'lang'],
  '/account/sent': ['lang'],
  '/account/link': ['token', 'return', 'lang'],
}
const member = await signIn(gateway, mailbox, 'member@example.org')
// Another session, a key, an alert with a message, and a request for a plan: each brings forms of its own.
await signIn(gateway, mailbox, 'member@example.org', 2)
await member.send('/account/keys', { action: 'create', name: 'one', day: '' })
const alert = await member.send('/account/alerts', {
  action: 'create',
  kind: 'carbon',
  side: 'below',
  threshold: '30',
  channel: 'webhook',
  url: 'https://hook.example.com/in',
})
const id = (await alert.text()).match(/als_[0-9a-f]{24}/)?.[0] ?? ''
await member.send('/account/alerts', { action: 'test', alert: id })
await gateway.sql`update alert_deliveries set state = 'delivered', finished_at = now()`
const memberPages = [...Object.keys(memberQueries), `/account/alerts?alert=${id}`]

test('no query parameter of an account page accepts a control character, and the page names the parameter', async () => {
  const visitor = createTestBrowser(gateway)
  for (const [browser, queries] of [[member, memberQueries] as const, [visitor, visitorQueries] as const]) {
    for (const [path, parameters] of Object.entries(queries)) {
      const cases = fieldCases(path, [...parameters, 'unknown'])
      const send = ({ field, text }: FieldCase) => browser.ask(`${path}?${new URLSearchParams({ [field]: text })}`)
      expect(await findUnrefused(cases, send)).toEqual([])
    }
  }
})

test('no form field of an account page accepts a control character, and the page names the field', async () => {
  const seen = new Set<string>()
  for (const path of memberPages) {
    for (const { method, action, fields } of formsOf(await (await member.ask(path)).text())) {
      if (method !== 'post') continue
      seen.add(`${action} ${fields.get('action') ?? ''}`.trim())
      const cases = fieldCases(`POST ${action}`, [...fields.keys(), 'unknown'])
      const send = ({ field, text }: FieldCase) => member.send(action, { ...Object.fromEntries(fields), [field]: text })
      expect(await findUnrefused(cases, send)).toEqual([])
    }
  }
  expect([...seen].sort()).toEqual([
    '/account/alerts create',
    '/account/alerts delete',
    '/account/alerts replay',
    '/account/alerts rotate',
    '/account/alerts test',
    '/account/keys create',
    '/account/keys expire',
    '/account/keys rename',
    '/account/keys revoke',
    '/account/keys rotate',
    '/account/plan request',
    '/account/settings',
    '/account/settings/delete',
    '/account/sign-out',
  ])
})

test('no form field before sign-in accepts a control character', async () => {
  const visitor = createTestBrowser(gateway)
  const link = `/account/link?token=${'x'.repeat(32)}`
  for (const [page, action] of [
    ['/account', '/account'],
    [link, '/account/link'],
  ] as const) {
    const [form] = formsOf(await (await visitor.ask(page)).text()).filter((one) => one.action === action)
    const fields = [...(form?.fields.keys() ?? []), 'unknown']
    expect(fields.length).toBeGreaterThan(2)
    const send = ({ field, text }: FieldCase) => visitor.send(action, { [field]: text }, page)
    expect(await findUnrefused(fieldCases(`POST ${action}`, fields), send)).toEqual([])
  }
})

test('a signed payment event with a control character in a used member is refused, and the refusal names the member', async () => {
  const stripe = createStandInStripe(gateway)
  const now = Math.floor(Date.now() / 1_000)
  const checkout = stripe.checkout(stripe.newSubscription(), 'acc_1', now)
  const changed = stripe.subscription('updated', stripe.newSubscription(), { price: prices.pro }, now)
  const places = [
    [checkout, 'id', (text: string) => ({ ...checkout, id: text })],
    [checkout, 'client_reference_id', (text: string) => within(checkout, { client_reference_id: text })],
    [checkout, 'subscription', (text: string) => within(checkout, { subscription: text })],
    [changed, 'id', (text: string) => within(changed, { id: text })],
    [changed, 'items', (text: string) => within(changed, { items: { data: [{ price: { id: text } }] } })],
  ] as const
  for (const [, field, place] of places) {
    for (const text of [...unprintableTexts, 'a\ud800b']) {
      const { status, body } = await stripe.deliver(place(text))
      expect([JSON.stringify(text), status, body['code'], String(body['detail'])]).toEqual([
        JSON.stringify(text),
        400,
        'invalid_body',
        expect.stringContaining(field),
      ])
    }
  }
  // Members that are not read may hold any text: a postal address has lines.
  const lines = within(changed, { description: 'one\r\ntwo\0' })
  expect(await stripe.deliver({ ...lines, id: 'evt_lines' })).toMatchObject({ status: 200 })
})

const within = <Event extends { data: { object: object } }>(event: Event, members: object): Event => ({
  ...event,
  data: { object: { ...event.data.object, ...members } },
})

test('no cookie and no broken encoding makes an account page fail', async () => {
  const cookies = [
    'hexawatt-session=%00',
    'hexawatt-session=%',
    'hexawatt-session=%FF%FE',
    'lang=%00',
    'theme=%E0%A4%A',
  ]
  for (const cookie of [...cookies, 'hexawatt-visitor=%00', `hexawatt-session=${'a'.repeat(4_000)}`]) {
    const { status } = await fetch(`${gateway.url}/account`, { headers: { cookie }, redirect: 'manual' })
    expect([cookie.slice(0, 40), status]).toEqual([cookie.slice(0, 40), 200])
  }
  for (const query of ['return=%', 'return=%FF', 'return=%ED%A0%80', '%FF=%FF', '%', '&&==&'])
    expect([query, (await member.ask(`/account/settings?${query}`)).status]).toEqual([query, 200])
})
