/** Made from the addresses of all files: another version of the site has another worker, and a cache of its own. */
declare const siteVersion: string

/** What the worker uses of its scope; the types of pages do not contain it. */
type WorkerScope = {
  readonly registration: { readonly scope: string }
  readonly clients: { claim(): Promise<void> }
  skipWaiting(): Promise<void>
  addEventListener(kind: 'install' | 'activate', listener: (event: LifeEvent) => void): void
  addEventListener(kind: 'fetch', listener: (event: RequestEvent) => void): void
}
type LifeEvent = { waitUntil(work: Promise<unknown>): void }
type RequestEvent = LifeEvent & { readonly request: Request; respondWith(response: Promise<Response>): void }

const worker = self as unknown as WorkerScope
const { scope } = worker.registration

const cachePrefix = 'hexawatt '
const cacheName = `${cachePrefix}${siteVersion}`
const homeAddress = new URL('./', scope).href
const dataAddress = new URL('api/dashboard', scope).href
const filesAddress = new URL('dashboard/', scope).href
const closedAddress = new URL('account', scope).href

// The home page with its files, and its last data: nothing else is ever stored. Everything comes from the network first, so that a visitor of a new version
// is never kept on an old page.

worker.addEventListener('install', (event) => {
  event.waitUntil(install())
})

/** Without a copy of the home page the worker of the release before stays, with its copy, until the next visit. */
async function install(): Promise<void> {
  if (!(await fetchHome())) throw new Error('the home page cannot be stored')
  await worker.skipWaiting()
}

worker.addEventListener('activate', (event) => {
  event.waitUntil(deleteOldCaches().then(() => worker.clients.claim()))
})

worker.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname, search } = new URL(request.url)
  const address = `${origin}${pathname}`
  if (request.method !== 'GET' || hasKey(request) || address.startsWith(closedAddress)) return
  if (request.mode === 'navigate' && address.startsWith(scope)) {
    keepCopy(event, openPage(event), search)
  } else if (request.url === dataAddress) {
    event.respondWith(readData(event))
  } else if (address.startsWith(filesAddress)) {
    event.respondWith(readFile(request))
  } else if (isChoice(search)) {
    keepCopy(event, fetch(request), search)
  }
})

/** Whether a query chooses language, appearance or contract: it changes the home page, once its cookie is set. */
const isChoice = (search: string): boolean => /[?&](?:lang|theme|keep)=/.test(search)

function keepCopy(event: RequestEvent, answer: Promise<Response>, search: string): void {
  event.respondWith(answer)
  if (isChoice(search)) event.waitUntil(answer.then(fetchHome))
}

const hasKey = ({ headers }: Request): boolean => headers.has('x-api-key') || headers.has('authorization')

async function openPage(event: RequestEvent): Promise<Response> {
  const { request } = event
  try {
    const response = await fetch(request)
    // A query may be anything, and may have set a cookie: only the page at its own address is stored.
    if (request.url === homeAddress) event.waitUntil(storeHome(response.clone()))
    return response
  } catch (error) {
    const home = await (await caches.open(cacheName)).match(homeAddress, { ignoreVary: true })
    if (home === undefined) throw error
    // Another page, or another choice, has no copy: the home page says that the device is offline.
    return request.url === homeAddress ? home : Response.redirect(homeAddress)
  }
}

/** Tells the page that the data are a copy. */
const copyHeader = 'x-offline-copy'

async function readData(event: RequestEvent): Promise<Response> {
  const cache = await caches.open(cacheName)
  try {
    const response = await fetch(event.request)
    if (response.ok && isJson(response)) event.waitUntil(cache.put(dataAddress, response.clone()))
    return response
  } catch (error) {
    const copy = await cache.match(dataAddress, { ignoreVary: true })
    if (copy === undefined) throw error
    const headers = new Headers(copy.headers)
    headers.set(copyHeader, '1')
    return new Response(copy.body, { status: copy.status, headers })
  }
}

const isJson = ({ headers }: Response): boolean => headers.get('content-type')?.startsWith('application/json') === true

async function readFile(request: Request): Promise<Response> {
  const copy = await (await caches.open(cacheName)).match(request, { ignoreVary: true })
  return copy ?? fetch(request)
}

/** Stores the home page as the server has it now; without a network the copy stays. @returns whether it was stored */
async function fetchHome(): Promise<boolean> {
  return fetch(homeAddress, { headers: { accept: 'text/html' } }).then(storeHome, () => false)
}

/** What is stored last of all that has begun. */
let lastStoring: Promise<unknown> = Promise.resolve()

/**
 * Stores the home page after those that came before it: of two at once, the first could be left as the copy, without the files that the second forgets.
 *
 * @returns whether it was stored
 */
function storeHome(response: Response): Promise<boolean> {
  const storing = lastStoring.then(() => storeCopy(response))
  lastStoring = storing.catch(() => undefined)
  return storing
}

/**
 * Stores the home page with the files that it names, and forgets files of earlier copies. The browser has these files: nothing is downloaded again. The data
 * are stored when the page asks for them.
 */
async function storeCopy(response: Response): Promise<boolean> {
  if (!response.ok || response.redirected || response.headers.get('cache-control')?.includes('no-store')) return false
  const cache = await caches.open(cacheName)
  const files = listFiles(await response.clone().text())
  // A network that asks for a sign-in first, or a proxy, may answer in place of the site.
  if (files.length === 0) return false
  // The page is stored last: whatever copy there is has its files.
  await cache.addAll(files)
  await cache.put(homeAddress, response)
  const kept = new Set([...files, homeAddress, dataAddress])
  for (const { url } of await cache.keys()) if (!kept.has(url)) await cache.delete(url)
  return true
}

/** Addresses of the styles, scripts and icons that a page names. */
function listFiles(markup: string): string[] {
  const named = [...markup.matchAll(/(?:href|src)="([^"]+)"/g)].map(([, address = '']) => new URL(address, scope).href)
  return [...new Set(named.filter((address) => address.startsWith(filesAddress)))]
}

async function deleteOldCaches(): Promise<void> {
  const names = await caches.keys()
  const old = names.filter((name) => name.startsWith(cachePrefix) && name !== cacheName)
  await Promise.all(old.map((name) => caches.delete(name)))
}
