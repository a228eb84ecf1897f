import { expect, test } from 'bun:test'
import { PlansResponse } from '@hexawatt/shared/contract/plans/plan-bodies'
import { findPlan } from '@hexawatt/shared/contract/plans/plan-rows'
import { createAdmitGateway, internalTokenHeader, principalHeader } from '@hexawatt/shared/http/principal'
import { stopAtEnd } from '@hexawatt/shared/testing/close-at-end'
import { problemOf } from '@hexawatt/shared/testing/problem-of'
import { until } from '@hexawatt/shared/testing/until'
import { createStandInStripe } from '@hexawatt/svc-web/src/billing/testing/stand-in-stripe.ts'
import { createOperatorApp } from '@hexawatt/svc-web/src/operator/operator-app.ts'
import { createBearerHeader, token } from '@hexawatt/svc-web/src/operator/testing/operator-fixture.ts'
import { createTestKey } from '@hexawatt/svc-web/src/testing/account-fixture.ts'
import { signIn } from '@hexawatt/svc-web/src/testing/test-browser.ts'
import * as v from 'valibot'
import { startFourPlans } from './testing/four-plans-fixture.ts'

// Everything that shows, lists, sells or gives a plan that is one row of the operator's file.

const four = stopAtEnd(await startFourPlans())

test('/api/plans, the page of the plans, the OpenAPI document and llms.txt have the new plan in its place', async () => {
  const body = v.parse(PlansResponse, await (await fetch(`${four.site.url}/api/plans`)).json())
  expect(body.plans.map(({ id }) => id)).toEqual(['decouverte', 'famille', 'pro', 'scale'])
  const page = await (await fetch(`${four.site.url}/plans?lang=en`)).text()
  const [, heads = ''] = page.match(/id="plans">\s*<thead>(.*?)<\/thead>/s) ?? []
  const names = [...heads.matchAll(/<th scope="col">([^<]*)/g)].map(([, name]) => name)
  expect(names.slice(1)).toEqual(['Découverte (Starter)', 'Famille', 'Pro', 'Scale'])
  const document = await (await fetch(`${four.site.url}/openapi.json`)).text()
  expect(document).toContain('- Famille, 19 EUR per month: 30 requests per minute, 4 per month')
  expect(await (await fetch(`${four.site.url}/llms.txt`)).text()).toContain('- Famille, 19 EUR per month')
  expect(JSON.parse(document).components.schemas.ListedPlan.properties.id).toMatchObject({ type: 'string' })
})

test('a member requests the new plan on the plan page, and the operator approves by the command', async () => {
  const address = 'alice@example.org'
  const member = await signIn(four.site, four.mailbox, address)
  const shown = async () => (await member.ask('/account/plan?lang=en')).text()
  expect(await shown()).toContain('Your plan is Découverte.')
  const cards = [...(await shown()).matchAll(/<article class="item" id="plan-(\w+)"/g)].map(([, id]) => id)
  expect(cards).toEqual(['famille', 'pro', 'scale'])
  expect(await shown()).toContain('https://buy.example.org/famille?client_reference_id=acc_')
  const asked = await member.send('/account/plan', { action: 'request', plan: 'famille' })
  expect(asked.headers.get('location')).toBe('/account/plan?notice=requested')
  const requests = JSON.parse((await four.command('keys', ['requests', '--json'])).out)
  expect(requests).toMatchObject([{ plan: 'famille', currentPlan: 'decouverte' }])
  expect(await four.command('keys', ['approve', requests[0].requestId])).toMatchObject({ exitCode: 0 })
  expect(await shown()).toContain('Your plan is Famille.')
  expect(await (await member.ask('/account/usage?lang=en')).text()).toContain('<dd id="usage-plan">Famille</dd>')
  expect(await (await member.ask('/account/alerts?lang=en')).text()).toContain('0 of 8')
  expect(await (await member.ask('/account/keys?lang=en')).text()).toContain('0 of 2')
})

test('the commands make keys of the new plan, move accounts to it, and print its bill', async () => {
  const created = await four.command('keys', ['create', '--account', 'Ma Maison', '--plan', 'famille', '--json'])
  const { key, plan } = JSON.parse(created.out)
  expect(plan).toBe('famille')
  expect(await four.statuses(key, 6)).toEqual(Array(6).fill(200))
  expect((await four.command('keys', ['create', '--account', 'other', '--plan', 'gold'])).err).toContain(
    'decouverte, famille, pro or scale',
  )
  const { out } = await four.command('usage', ['--month', four.month])
  expect(out).toContain(`Ma Maison,`)
  expect(out.split('\r\n').find((line) => line.startsWith('Ma Maison,'))).toMatch(
    new RegExp(`^Ma Maison,acc_\\w+,famille,${four.month},6,4,2,famille 2,19.00,0.50,19.50$`),
  )
  const bills = JSON.parse((await four.command('usage', ['--month', four.month, '--json'])).out)
  expect(bills).toContainEqual(expect.objectContaining({ account: 'Ma Maison', eur: '19.50' }))
  expect((await four.command('keys', ['plan', '--account', 'Ma Maison', '--plan', 'scale'])).exitCode).toBe(0)
  expect((await four.command('keys', ['plan', '--account', 'Ma Maison', '--plan', 'famille'])).exitCode).toBe(0)
})

test('the operator’s listener and pages move accounts to the new plan and show its bill', async () => {
  const { key, accountId, account } = await createTestKey(four.site, 'decouverte')
  const tokens = { current: token, previous: null }
  const app = createOperatorApp({ ...four.site.web.deps, tokens, monotonicMs: () => performance.now() }).listen({
    port: 0,
    hostname: '127.0.0.1',
  })
  const operator = (path: string, init: RequestInit = {}) =>
    fetch(`http://127.0.0.1:${app.server?.port}${path}`, {
      redirect: 'manual',
      ...init,
      headers: { ...createBearerHeader(token), ...init.headers },
    })
  const put = (plan: string) =>
    operator(`/accounts/${accountId}/plan`, { method: 'PUT', body: JSON.stringify({ plan }) })
  expect(await (await put('famille')).json()).toMatchObject({ plan: 'famille', previousPlan: 'decouverte' })
  expect(await problemOf(await put('gold'))).toMatchObject({
    code: 'invalid_body',
    detail: expect.stringContaining('decouverte, famille, pro, scale'),
  })
  await until('the plan', async () => (await four.limits(key)).month === '4')
  await four.statuses(key, 5)
  const { accounts } = (await (await operator(`/usage?month=${four.month}`)).json()) as { accounts: object[] }
  expect(accounts).toContainEqual(
    expect.objectContaining({
      account,
      plan: 'famille',
      beyondByPlan: { decouverte: 0, famille: 1, pro: 0, scale: 0 },
    }),
  )
  const signedIn = await operator('/operator/sign-in', {
    method: 'POST',
    body: new URLSearchParams({ token }),
    headers: { origin: `http://127.0.0.1:${app.server?.port}` },
  })
  const cookie = signedIn.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ')
  const page = await (await operator(`/operator/accounts/${accountId}`, { headers: { cookie } })).text()
  expect(
    [...page.matchAll(/<option value="(\w+)"( selected)?/g)].map(([, id, selected]) => `${id}${selected ?? ''}`),
  ).toEqual(['decouverte', 'famille selected', 'pro', 'scale'])
  expect(await (await operator(`/operator/usage?month=${four.month}`, { headers: { cookie } })).text()).toContain(
    'famille 1',
  )
  await app.stop()
})

test('a subscription pays for the new plan, between the other plans', async () => {
  const stripe = createStandInStripe(four.site)
  const { accountId } = await createTestKey(four.site, 'decouverte')
  const planOf = async () =>
    (await four.site.sql<{ plan: string }[]>`select plan from accounts where id = ${accountId}`)[0]?.plan
  const [family, professional] = [stripe.newSubscription(), stripe.newSubscription()]
  const now = Math.floor(Date.now() / 1_000)
  await stripe.deliver(stripe.checkout(family, accountId, now))
  await stripe.deliver(stripe.subscription('created', family, { price: 'price_famille' }, now))
  expect(await planOf()).toBe('famille')
  await stripe.deliver(stripe.checkout(professional, accountId, now + 1))
  await stripe.deliver(stripe.subscription('created', professional, { price: 'price_pro' }, now + 1))
  expect(await planOf()).toBe('pro')
  await stripe.deliver(stripe.subscription('deleted', professional, { price: 'price_pro' }, now + 2))
  expect(await planOf()).toBe('famille')
  await stripe.deliver(stripe.subscription('deleted', family, { price: 'price_famille' }, now + 3))
  expect(await planOf()).toBe('decouverte')
})

test('services apply the new plan’s rights, and refusals lead to it if it is the smallest plan that allows the request', async () => {
  const { key } = await createTestKey(four.site, 'famille')
  expect((await four.ask(key, '/v1/tariff/today')).status).toBe(200)
  const row = findPlan(four.plans, 'famille')
  const principal = JSON.parse(four.service.requests.at(-1)?.headers.get(principalHeader) ?? '')
  expect(principal).toMatchObject({ plan: 'famille', entitlements: { historyDays: row?.historyDays } })
  // A service that is asked takes it.
  const headers = { [internalTokenHeader]: 'a token', [principalHeader]: JSON.stringify(principal) }
  expect(createAdmitGateway(['a token'])(new Headers(headers))).toEqual(principal)
  const refusal = {
    type: 'about:blank',
    title: 'Refused',
    status: 403,
    detail: 'Too deep.',
    code: 'history_depth_exceeded',
    error: 'history_depth_exceeded',
    requiredHistoryDays: 10,
  }
  four.service.answerWith(() =>
    Response.json(refusal, { status: 403, headers: { 'content-type': 'application/problem+json' } }),
  )
  const { key: small } = await createTestKey(four.site, 'decouverte')
  expect(await problemOf(await four.ask(small, '/v1/score/history'))).toMatchObject({
    upgradeUrl: 'http://localhost:8080/account/plan?plan=famille',
  })
})
