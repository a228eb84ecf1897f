import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readMails, type StoredMail } from '@hexawatt/shared/mail/mailbox'
import { until } from '@hexawatt/shared/testing/until'
import { formTokenField } from '../kit/forms.ts'

/** The site of a browser: svc-web with the headers of a gateway, a gateway, or a listener. */
export type TestSite = { url: string; fetch(path: string, init: RequestInit): Promise<Response> }

/** A site at its address. */
export const createTestSite = (url: string): TestSite => ({
  url,
  fetch: (path, init) => fetch(`${url}${path}`, { redirect: 'manual', ...init }),
})

/** A browser from the account pages' point of view: it keeps cookies, and sends forms with the hidden fields of their page. */
export function createTestBrowser(site: TestSite) {
  const cookies = new Map<string, string>()
  // Its own network, where the gateway trusts the forwarding header: sign-ups are limited by network.
  const network = `10.${[0, 0, 0].map(() => Math.floor(Math.random() * 256)).join('.')}`

  async function ask(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers)
    const sent = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    if (sent !== '') headers.set('cookie', sent)
    if (!headers.has('x-forwarded-for')) headers.set('x-forwarded-for', network)
    const response = await site.fetch(path, { ...init, headers })
    for (const cookie of response.headers.getSetCookie()) {
      const [pair = ''] = cookie.split(';', 1)
      const name = pair.slice(0, pair.indexOf('='))
      if (/max-age=0/i.test(cookie)) cookies.delete(name)
      else cookies.set(name, pair.slice(name.length + 1))
    }
    return response
  }

  /** The value of the form token on a page. */
  async function formTokenOf(path: string): Promise<string> {
    const text = await (await ask(path)).text()
    return text.match(new RegExp(`name="${formTokenField}" value="([^"]+)"`))?.[1] ?? ''
  }

  /** Sends a form as a page of this site would. @param page page of the form; default: the path that it is sent to */
  async function send(path: string, fields: Record<string, string>, page = path, headers: Record<string, string> = {}) {
    const form = new URLSearchParams({ [formTokenField]: await formTokenOf(page), ...fields })
    return ask(path, {
      method: 'POST',
      body: form,
      headers: { origin: site.url, 'sec-fetch-site': 'same-origin', ...headers },
    })
  }

  return { cookies, ask, formTokenOf, send }
}
export type TestBrowser = ReturnType<typeof createTestBrowser>

/** A mailbox in a folder of its own. */
export async function createTestMailbox() {
  const folder = await mkdtemp(join(tmpdir(), 'hexawatt-mailbox-'))

  /** The newest message to an address, once `count` messages have arrived. */
  async function newest(address: string, count = 1): Promise<StoredMail> {
    let mails: StoredMail[] = []
    await until(`${count} messages to ${address}`, async () => {
      mails = (await readMails(folder)).filter(({ to }) => to === address)
      return mails.length >= count
    })
    const [mail] = mails
    if (mail === undefined) throw new Error('no mail')
    return mail
  }

  return {
    folder,
    newest,
    /** Path and query of the link in the newest message to an address. */
    async linkTo(address: string, count = 1): Promise<string> {
      const { text } = await newest(address, count)
      const link = new URL(text.match(/https?:\/\/\S+/)?.[0] ?? '')
      return `${link.pathname}${link.search}`
    },
    remove: () => rm(folder, { recursive: true }),
  }
}
export type TestMailbox = Awaited<ReturnType<typeof createTestMailbox>>

/** Uses a link as its page does. */
export async function followLink(browser: TestBrowser, link: string): Promise<Response> {
  const query = new URL(link, 'http://localhost').searchParams
  return browser.send('/account/link', { token: query.get('token') ?? '', return: query.get('return') ?? '' }, link)
}

/** Signs up or in: form, mail, link. @returns the browser, with the session's cookie */
export async function signIn(site: TestSite, mailbox: TestMailbox, address: string, count = 1): Promise<TestBrowser> {
  const browser = createTestBrowser(site)
  await browser.send('/account', { address })
  const response = await followLink(browser, await mailbox.linkTo(address, count))
  if (response.status !== 303)
    throw new Error(`the link was answered with ${response.status}: ${await response.text()}`)
  return browser
}
