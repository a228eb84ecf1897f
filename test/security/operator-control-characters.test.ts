import { expect, test } from 'bun:test'
import { stopAtEnd } from '@hexawatt/shared/testing/close-at-end'
import { startTestOperator, token } from '@hexawatt/svc-web/src/operator/testing/operator-fixture.ts'
import { createTestBrowser } from '@hexawatt/svc-web/src/testing/test-browser.ts'
import { type FieldCase, fieldCases, findUnrefused, formsOf, type PageForm } from './testing/page-forms.ts'

const operator = stopAtEnd(await startTestOperator())
const adminPages = createTestBrowser(operator)
await adminPages.ask('/operator/sign-in', { method: 'POST', body: new URLSearchParams({ token }) })
/** An account, whose page has forms of its own. */
const accountId = JSON.parse(await (await operator.ask('POST', '/keys', { account: 'somebody' })).text()).accountId

const operatorQueries: Readonly<Record<string, readonly string[]>> = {
  '/operator': ['search', 'after', 'done'],
  '/operator/keys': ['page', 'done'],
  '/operator/usage': ['month', 'page'],
  '/operator/feeds': ['done'],
  '/operator/queues': ['queue', 'page', 'done'],
  '/operator/audit-log': ['account', 'action', 'before', 'done'],
}

test('no query parameter of an operator page accepts a control character, and the page names the parameter', async () => {
  for (const [path, parameters] of Object.entries(operatorQueries)) {
    const cases = fieldCases(path, [...parameters, 'unknown'])
    const send = ({ field, text }: FieldCase) => adminPages.ask(`${path}?${new URLSearchParams({ [field]: text })}`)
    expect(await findUnrefused(cases, send)).toEqual([])
  }
})

test('no form field of an operator page accepts a control character, and the page names the field', async () => {
  const seen = new Set<string>()
  const forms: Pick<PageForm, 'action' | 'fields'>[] = [
    { action: '/operator/queues/poll/retry', fields: new Map([['job', '1']]) },
    { action: '/operator/sign-in', fields: new Map([['token', '']]) },
  ]
  for (const path of [...Object.keys(operatorQueries), `/operator/accounts/${accountId}`]) {
    const found = formsOf(await (await adminPages.ask(path)).text())
    forms.push(...found.filter(({ method }) => method === 'post'))
  }
  const formToken = forms.map(({ fields }) => fields.get('form-token')).find((value) => value !== undefined) ?? ''
  for (const { action, fields } of forms) {
    if (seen.has(action)) continue
    seen.add(action)
    const cases = fieldCases(`POST ${action}`, [...fields.keys(), 'unknown'])
    const send = ({ field, text }: FieldCase) => {
      const body = new URLSearchParams({ 'form-token': formToken, ...Object.fromEntries(fields), [field]: text })
      return adminPages.ask(action, { method: 'POST', body, headers: { origin: operator.url } })
    }
    expect(await findUnrefused(cases, send)).toEqual([])
  }
  expect([...seen].map((action) => action.replaceAll(/(?:acc|key)_[0-9a-f]+/g, 'ID')).sort()).toEqual([
    '/operator/accounts/ID/plan',
    '/operator/keys/ID/revoke',
    '/operator/keys/find',
    '/operator/queues/poll/retry',
    '/operator/sign-in',
    '/operator/sign-out',
  ])
})

test('no query, body or path of the operator’s JSON accepts a control character, and the refusal names it', async () => {
  const parameters = [
    ['/keys', 'account'],
    ['/usage', 'month'],
  ] as const
  for (const [path, parameter] of parameters) {
    const send = ({ field, text }: FieldCase) =>
      operator.ask('GET', `${path}?${new URLSearchParams({ [field]: text })}`)
    expect(await findUnrefused(fieldCases(path, [parameter]), send)).toEqual([])
  }
  const bodies = [
    ['POST', '/keys', 'account', {}],
    ['POST', '/keys', 'name', { account: 'somebody' }],
    ['POST', '/keys', 'plan', { account: 'somebody' }],
    ['POST', '/keys', 'expiresAt', { account: 'somebody' }],
    ['PUT', `/accounts/${accountId}/plan`, 'plan', {}],
  ] as const
  for (const [method, path, name, body] of bodies) {
    const cases = fieldCases(`${method} ${path}`, [name]).concat({
      field: name,
      text: 'a\ud800b',
      what: `${method} ${path} ${name} half of a pair`,
    })
    const send = ({ field, text }: FieldCase) => operator.ask(method, path, { ...body, [field]: text })
    expect(await findUnrefused(cases, send)).toEqual([])
  }
  for (const path of ['/keys/%00/revoke', '/accounts/%00/plan', '/plan-requests/a%1Bb/approve'])
    expect([
      path,
      (await operator.ask(path.startsWith('/accounts') ? 'PUT' : 'POST', path, { plan: 'pro' })).status,
    ]).toEqual([path, 400])
})
