import { afterAll, expect, test } from 'bun:test'
import type { DashboardResponse } from '@hexawatt/shared/contract/dashboard'
import { until } from '@hexawatt/shared/testing/until'
import type { Page } from 'playwright-core'
import { newVisitor, useBrowser } from '../dashboard/testing/browser.ts'
import { startLocalSite } from './testing/local-site.ts'

const browser = await useBrowser()
const site = await startLocalSite()
afterAll(() => site.stop())

/** The caches of the site, and the paths that they hold, sorted: a cache lists them in the order in which it last stored them. */
type Copies = { names: string[]; stored: string[] }

const readCopies = (page: Page): Promise<Copies> =>
  page.evaluate(`(async () => {
    const names = await caches.keys()
    const lists = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
    return { names, stored: lists.flat().map(({ url }) => url.slice(location.origin.length)).sort() }
  })()`)

/** A visitor who has opened the home page twice: the browser has a copy of it and of its data. */
async function openCopied(): Promise<Page> {
  const context = await newVisitor(browser, { serviceWorkers: 'allow' })
  const page = await context.newPage()
  for (const stored of ['/', '/api/dashboard']) {
    await page.goto(`${site.url}/`)
    await until(`the browser has stored ${stored}`, async () => (await readCopies(page)).stored.includes(stored))
  }
  return page
}

test('offline the home page shows its last known state, with its style and script, and says so', async () => {
  const page = await openCopied()
  const shown = await page.title()
  await site.goAway()
  try {
    await page.goto(`${site.url}/`)
    expect(await page.title()).toBe(shown)
    expect(await page.evaluate<number>('document.styleSheets.length')).toBeGreaterThan(0)
    await page.waitForSelector('#offline:not([hidden])')
    const copy = `fetch('api/dashboard').then(({ status, headers }) => [status, headers.get('x-offline-copy')])`
    expect(await page.evaluate<unknown>(copy)).toEqual([200, '1'])
    // Another page, and another choice, have no copy: what is shown is the page that has one.
    for (const path of ['/plans', '/?appliance=car']) {
      await page.goto(`${site.url}${path}`)
      expect(page.url()).toBe(`${site.url}/`)
    }
  } finally {
    site.comeBack()
    await page.context().close()
  }
}, 20_000)

test('only the home page, its files and its data are stored: no account page, no other operation, nothing with a key or a query', async () => {
  site.answerFirst(({ url }) => {
    const { pathname } = new URL(url)
    const isOwn = pathname.startsWith('/account') || pathname.startsWith('/v1/') || pathname === '/api/plans'
    return isOwn ? new Response('<p>private</p>', { headers: { 'content-type': 'text/html' } }) : undefined
  })
  const page = await openCopied()
  for (const path of ['/account', '/account/keys', '/?lang=en', '/plans', '/consommations', '/?appliance=car']) {
    await page.goto(`${site.url}${path}`)
  }
  const headers = `{ headers: { 'x-api-key': 'key' } }`
  await page.evaluate(`Promise.all([
    fetch('/account/keys'), fetch('/api/plans'), fetch('/v1/score', ${headers}), fetch('/api/dashboard?a=b'),
    fetch('/api/dashboard', ${headers}),
  ])`)
  const { names, stored } = await readCopies(page)
  expect(names).toHaveLength(1)
  expect(stored.filter((path) => !path.startsWith('/dashboard/')).sort()).toEqual(['/', '/api/dashboard'])
  expect(stored.length).toBeLessThan(12)
  await page.selectOption('#theme', 'dark')
  const storedPage = `caches.match('/', { ignoreVary: true }).then((copy) => copy.text())`
  await until('the stored page has the choices made since', async () =>
    (await page.evaluate<string>(storedPage)).includes('<html lang="en" data-theme="dark"'),
  )
  site.answerFirst(() => undefined)
  await page.context().close()
}, 20_000)

test('a new version of the site is shown at the next visit, and its copy replaces the old one', async () => {
  const page = await openCopied()
  const [before = ''] = (await readCopies(page)).names
  const newWorker = site.assets.serviceWorker.replaceAll(before.slice('hexawatt '.length), 'next-version')
  const answers: Record<string, [type: string, body: string]> = {
    '/': ['text/html', '<!doctype html><title>new page</title><link rel="stylesheet" href="dashboard/new/new.css">'],
    '/dashboard/new/new.css': ['text/css', 'p { color: red }'],
  }
  site.answerFirst(({ url }) => {
    const [type, body] = answers[new URL(url).pathname] ?? []
    return type === undefined ? undefined : new Response(body ?? '', { headers: { 'content-type': type } })
  })
  await page.goto(`${site.url}/`)
  expect(await page.title()).toBe('new page')
  // The old worker stores the page that it has shown: the new one comes after that, or the old cache could be made again behind it.
  const hasStored = async () => (await readCopies(page)).stored.includes('/dashboard/new/new.css')
  await until('the old worker has stored the new page', hasStored)
  answers['/sw.js'] = ['text/javascript', newWorker]
  await page.evaluate('navigator.serviceWorker.getRegistration().then((worker) => worker.update())')
  await until('the old copy is gone', async () => {
    const { names, stored } = await readCopies(page)
    const isReplaced = names.length === 1 && names[0] === 'hexawatt next-version'
    return isReplaced && stored.includes('/dashboard/new/new.css') && stored.length === 2
  })
  site.answerFirst(() => undefined)
  await page.context().close()
}, 20_000)

test('while an installation is upgraded, data of a gateway of the release before are shown, and are no lost connection', async () => {
  const newest = (await (await fetch(`${site.url}/api/dashboard`)).json()) as DashboardResponse
  const { exchanges, regions, incidents, ...older } = newest
  expect([exchanges, regions, incidents]).not.toContain(undefined)
  site.answerFirst(({ url }) => (new URL(url).pathname === '/api/dashboard' ? Response.json(older) : undefined))
  const context = await newVisitor(browser)
  const page = await context.newPage()
  const hasData = page.waitForResponse((response) => response.url().endsWith('/api/dashboard'))
  await page.goto(`${site.url}/`)
  await (await hasData).finished()
  await page.locator('#exchanges.empty').waitFor()
  expect(await page.locator('#offline').isVisible()).toBe(false)
  site.answerFirst(() => undefined)
  await context.close()
}, 20_000)

test('a network that answers everything by a page of its own replaces no copy', async () => {
  const page = await openCopied()
  const before = await readCopies(page)
  const html = { headers: { 'content-type': 'text/html' } }
  site.answerFirst(({ url }) =>
    new URL(url).pathname === '/sw.js' ? undefined : new Response('<h1>Sign in</h1>', html),
  )
  await page.goto(`${site.url}/`)
  await page.evaluate(`fetch('/api/dashboard')`)
  // The caches are written after the answers.
  await page.evaluate(`navigator.serviceWorker.ready.then(() => new Promise((done) => setTimeout(done, 300)))`)
  const copies = `Promise.all(['/', '/api/dashboard'].map(async (path) => (await caches.match(path, { ignoreVary: true })).text()))`
  const [home = '', data = ''] = await page.evaluate<string[]>(copies)
  expect([home.includes('<title>'), data.startsWith('{')]).toEqual([true, true])
  expect(await readCopies(page)).toEqual(before)
  site.answerFirst(() => undefined)
  await page.context().close()
}, 20_000)

test('a new release whose home page cannot be stored yet leaves the copy of the release before', async () => {
  const page = await openCopied()
  const before = await readCopies(page)
  const [, version = ''] = before.names[0]?.split(' ') ?? []
  const script = await (await fetch(`${site.url}/sw.js`)).text()
  const head = { headers: { 'content-type': 'text/javascript' } }
  site.answerFirst(({ url }) => {
    const { pathname } = new URL(url)
    if (pathname === '/sw.js') return new Response(script.replaceAll(version, 'next'), head)
    return pathname === '/' ? new Response('no data yet', { status: 503 }) : undefined
  })
  await page.evaluate(`(async () => {
    const registration = await navigator.serviceWorker.getRegistration()
    const { installing, active } = await registration.update()
    for (const one = installing ?? active; one.state !== 'activated' && one.state !== 'redundant'; ) {
      await new Promise((changed) => one.addEventListener('statechange', changed, { once: true }))
    }
  })()`)
  expect(await readCopies(page)).toEqual(before)
  site.answerFirst(() => undefined)
  await page.context().close()
}, 20_000)
