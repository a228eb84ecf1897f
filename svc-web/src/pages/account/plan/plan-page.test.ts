import { expect, test } from 'bun:test'
import { setPlan } from '../../../accounts/plan-changes.ts'
import { billingSettings, createStandInStripe, prices } from '../../../billing/testing/stand-in-stripe.ts'
import { createTestKey } from '../../../testing/account-fixture.ts'
import { createTestBrowser, followLink, signIn } from '../../../testing/test-browser.ts'
import { useTestWebWithMail } from '../../../testing/use-web.ts'

const { web: byHand, startAnother, mailbox } = await useTestWebWithMail()
const portal = 'https://buy.example.org/portal'
const sold = await startAnother({
  ...billingSettings,
  BILLING_CHECKOUT_URLS: 'pro=https://buy.example.org/1?a=b,scale=https://buy.example.org/2',
  BILLING_PORTAL_URL: portal,
})
const path = '/account/plan'

async function member(name: string, web = byHand) {
  const address = `${name}@example.org`
  const browser = await signIn(web, mailbox, address)
  const [row] = await web.sql<{ accountId: string }[]>`select account_id from members where address = ${address}`
  const text = async (query = '') => (await browser.ask(`${path}?lang=en${query}`)).text()
  return { browser, text, accountId: row?.accountId ?? '', address }
}
const cards = (text: string): string[] =>
  [...text.matchAll(/<article class="item" id="plan-(\w+)"/g)].map(([, id = '']) => id)

test('the page shows the member’s plan and all plans, the chosen one first', async () => {
  const { text } = await member('chooses')
  const plain = await text()
  expect(plain).toContain('Your plan is Découverte.')
  expect(plain).toContain('<table class="plain" id="plans">')
  expect(cards(plain)).toEqual(['pro', 'scale'])
  const chosen = await text('&plan=scale')
  expect(cards(chosen)).toEqual(['scale', 'pro'])
  expect(chosen).toContain('id="plan-scale" aria-current="true"')
  for (const other of ['decouverte', 'gold', '%3Cb%3E'])
    expect(await text(`&plan=${other}`)).not.toContain('aria-current="true"><h3')
})

test('a visitor returns to the chosen plan after signing in', async () => {
  const browser = createTestBrowser(byHand)
  const asked = await browser.ask(`${path}?plan=pro`)
  const signInAt = asked.headers.get('location') ?? ''
  expect([asked.status, signInAt]).toEqual([303, `/account?return=${encodeURIComponent(`${path}?plan=pro`)}`])
  const back = new URL(signInAt, 'http://localhost').searchParams.get('return') ?? ''
  await browser.send('/account', { address: 'returns@example.org', return: back }, signInAt)
  const opened = await followLink(browser, await mailbox.linkTo('returns@example.org'))
  expect(opened.headers.get('location')).toBe(`${path}?plan=pro`)
})

test('a plan can be requested once and the request withdrawn; unknown plans are refused', async () => {
  const { browser, text, accountId } = await member('asks')
  const asked = await browser.send(path, { action: 'request', plan: 'pro' })
  expect([asked.status, asked.headers.get('location')]).toEqual([303, `${path}?notice=requested`])
  const open = await text()
  expect(open).toContain('You requested the plan Pro on')
  expect(cards(open)).toEqual([])
  const again = await browser.send(path, { action: 'request', plan: 'scale' })
  expect([again.status, await again.text()]).toEqual([
    409,
    expect.stringContaining('A request for another plan is already open'),
  ])
  expect((await browser.send(path, { action: 'withdraw' })).status).toBe(303)
  expect((await browser.send(path, { action: 'withdraw' })).status).toBe(409)
  for (const form of [{ action: 'request', plan: 'gold' }, { action: 'request' }, { action: 'x', plan: 'pro' }]) {
    expect((await browser.send(path, form)).status).toBe(400)
  }
  const [row] = await byHand.sql`select plan from accounts where id = ${accountId}`
  expect(row?.['plan']).toBe('decouverte')
})

test('the export lists plan requests, and deleting an account withdraws its request', async () => {
  const { browser, accountId, address } = await member('leaves')
  await browser.send(path, { action: 'request', plan: 'pro' })
  const exported = await (await browser.ask('/account/settings/export')).json()
  expect(exported).toMatchObject({ planRequests: [{ accountId, plan: 'pro', state: 'open', decidedAt: null }] })
  await browser.send('/account/settings/delete', { address }, '/account/settings')
  const requests = await byHand.sql`select state from plan_requests where account_id = ${accountId}`
  expect([...requests]).toEqual([{ state: 'withdrawn' }])
})

test('a smaller plan with too many keys is refused with the number to revoke, and nothing changes', async () => {
  const { browser, accountId, address } = await member('shrinks')
  await setPlan(byHand.accounts, { account: { accountId }, plan: 'scale' })
  for (let keys = 0; keys < 4; keys += 1) await createTestKey(byHand, 'scale', address)
  await browser.ask(`${path}?lang=fr`)
  const refused = await browser.send(path, { action: 'request', plan: 'pro' })
  const text = (await refused.text()).replaceAll(/[\u00a0\u202f]/g, ' ')
  expect(refused.status).toBe(409)
  expect(text).toContain('Cette offre comprend 2 clés actives, et vous en avez 4. Révoquez d’abord 2 clés')
  const open = await byHand.sql`select from plan_requests where account_id = ${accountId}`
  expect(open.count).toBe(0)
})

test('with billing the page links the checkout with the account id, and buyers the portal', async () => {
  const { text, accountId } = await member('buys', sold)
  const offered = await text('&plan=pro')
  expect(offered).toContain(`href="https://buy.example.org/1?a=b&amp;client_reference_id=${accountId}"`)
  expect(offered).toContain(`href="https://buy.example.org/2?client_reference_id=${accountId}"`)
  const stripe = createStandInStripe(sold)
  const subscription = stripe.newSubscription()
  const now = Math.floor(Date.now() / 1_000)
  await stripe.deliver(stripe.checkout(subscription, accountId, now))
  await stripe.deliver(stripe.subscription('updated', subscription, { price: prices.pro }, now))
  const bought = await text()
  expect(bought).toContain('Your plan is Pro.')
  // No second purchase beside the first.
  expect([bought.includes(portal), bought.includes('client_reference_id')]).toEqual([true, false])
  await stripe.deliver(stripe.subscription('deleted', subscription, { price: prices.pro }, now + 1))
  expect(await text()).toContain('client_reference_id')
})
