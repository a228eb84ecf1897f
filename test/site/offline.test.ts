import { afterAll, afterEach, expect, test } from 'bun:test'
import type { DashboardResponse } from '@hexawatt/shared/contract/dashboard'
import { until } from '@hexawatt/shared/testing/until'
import type { Page } from 'playwright-core'
import { newVisitor, useBrowser } from '../dashboard/testing/browser.ts'
import { startLocalSite } from './testing/local-site.ts'

const browser = await useBrowser()
const site = await startLocalSite()
afterAll(() => site.stop())
afterEach(async () => {
  site.answerFirst(() => undefined)
  await Promise.all(browser.contexts().map((context) => context.close()))
})

/** The caches of the site, and the paths that they hold, sorted: a cache lists them in the order in which it last stored them. */
type Copies = { names: string[]; stored: string[] }

/** Opening a cache makes it anew where a worker has just deleted it: while one is being replaced, only {@link readNames} may be asked. */
const readCopies = (page: Page): Promise<Copies> =>
  page.evaluate(`(async () => {
    const names = await caches.keys()
    const lists = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
    return { names, stored: lists.flat().map(({ url }) => url.slice(location.origin.length)).sort() }
  })()`)

const readNames = (page: Page): Promise<string[]> => page.evaluate('caches.keys()')

/** Text of the stored home page. */
const readStoredPage = (page: Page): Promise<string> =>
  page.evaluate(`caches.match('/', { ignoreVary: true }).then((copy) => copy.text())`)

const untilStored = (page: Page, path: string): Promise<void> =>
  until(`the browser has stored ${path}`, async () => (await readCopies(page)).stored.includes(path))

/** A visitor who has opened the home page twice: the browser has a copy of it and of its data. */
async function openCopied(): Promise<Page> {
  const context = await newVisitor(browser, { serviceWorkers: 'allow' })
  const page = await context.newPage()
  await page.goto(`${site.url}/`)
  // A page that is opened while the worker is only being installed asks for its data without it.
  await until('the worker has the page', () =>
    page.evaluate('navigator.serviceWorker.controller?.state === "activated"'),
  )
  await untilStored(page, '/')
  await page.goto(`${site.url}/`)
  await untilStored(page, '/api/dashboard')
  return page
}

/** Asks for the newest worker until the browser has found one: the answer may be that of a check of its own, on its way with the earlier script. */
async function updateWorker(page: Page): Promise<void> {
  await page.evaluate(`navigator.serviceWorker.getRegistration().then((registration) => {
    registration.addEventListener('updatefound', () => { window.newWorker = registration.installing })
  })`)
  const ask = 'navigator.serviceWorker.getRegistration().then((registration) => registration.update())'
  await until('the browser has found the new worker', async () => {
    await page.evaluate(`${ask}.catch(() => undefined)`)
    return page.evaluate<boolean>('window.newWorker !== undefined')
  })
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
  }
})

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
  await until('the stored page has the choices made since', async () =>
    (await readStoredPage(page)).includes('<html lang="en" data-theme="dark"'),
  )
})

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
  await untilStored(page, '/dashboard/new/new.css')
  answers['/sw.js'] = ['text/javascript', newWorker]
  await updateWorker(page)
  await until('the old copy is gone', async () => (await readNames(page)).join() === 'hexawatt next-version')
  await until('the new copy is complete', async () => (await readCopies(page)).stored.length === 2)
  expect((await readCopies(page)).stored).toEqual(['/', '/dashboard/new/new.css'])
})

test('of two pages that are being stored at once the newer one stays, with its files', async () => {
  const page = await openCopied()
  const worker = page.context().serviceWorkers()[0]
  await worker?.evaluate(`
    self.storedPages = 0
    const put = Cache.prototype.put
    Cache.prototype.put = async function (...args) {
      await put.apply(this, args)
      if (String(args[0]).endsWith('/')) self.storedPages++
    }
  `)
  const pageWith = (name: string) =>
    new Response(`<!doctype html><title>${name}</title><link rel="stylesheet" href="dashboard/${name}.css">`, {
      headers: { 'content-type': 'text/html' },
    })
  let shown = 'earlier'
  let isAsked = false
  const slow = Promise.withResolvers<void>()
  site.answerFirst(({ url }) => {
    const { pathname } = new URL(url)
    if (pathname === '/') return pageWith(shown)
    if (!pathname.endsWith('.css')) return undefined
    const style = () => new Response('p { color: red }', { headers: { 'content-type': 'text/css' } })
    if (pathname !== '/dashboard/earlier.css') return style()
    isAsked = true
    return slow.promise.then(style)
  })
  await page.goto(`${site.url}/`, { waitUntil: 'commit' })
  await until('the style of the earlier page is asked for', () => isAsked)
  shown = 'later'
  await page.goto(`${site.url}/`)
  slow.resolve()
  await until('both pages have been stored', async () => (await worker?.evaluate('self.storedPages')) === 2)
  expect(await readStoredPage(page)).toContain('<title>later</title>')
  expect((await readCopies(page)).stored).toContain('/dashboard/later.css')
})

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
})

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
})

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
  await updateWorker(page)
  await until('the new worker has given up', () => page.evaluate('window.newWorker.state === "redundant"'))
  expect(await readCopies(page)).toEqual(before)
})
