import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { freePort } from '@hexawatt/dev/src/embedded/loopback-port.ts'
import { startStandInService } from '@hexawatt/gateway/src/testing/stand-in-service.ts'
import { ensureDataMode } from '@hexawatt/shared/postgres/data-stamp-store'
import { closeAtEnd, stopAtEnd } from '@hexawatt/shared/testing/close-at-end'
import { createTestRedisUrl } from '@hexawatt/shared/testing/stores-fixture'
import { until } from '@hexawatt/shared/testing/until'
import { useTestDatabase } from '@hexawatt/shared/testing/use-test-database'
import { createTestMailbox } from '@hexawatt/svc-web/src/testing/test-browser.ts'
import type { Page } from 'playwright-core'
import { axeViolations, widthOfPage } from '../dashboard/testing/axe.ts'
import { newVisitor, useBrowser, viewports, writesPictures } from '../dashboard/testing/browser.ts'
import { startTestSite } from '../testing/site-fixture.ts'

const imageFolder = join(import.meta.dir, '../../docs/images')

/** Pictures of docs/guide/accounts.md. */
const pictures = new Set(['account-sign-in-fr.png', 'account-key-en.png', 'account-usage-fr.png'])

const walks = {
  fr: {
    viewport: { width: 390, height: 800 },
    colorScheme: 'light',
    address: 'Anna.Martin@électricité.example',
    words: {
      address: 'Adresse e-mail',
      send: 'Recevoir un lien',
      open: 'Se connecter',
      create: 'Créer la clé',
      usage: 'Utilisation',
      keys: 'Clés',
      change: 'Modifier cette clé',
      rotate: 'Remplacer la clé',
      sure: /Oui, arrêter/,
      revoke: 'Révoquer la clé',
      settings: 'Réglages',
      signOut: 'Se déconnecter',
      delete: 'Supprimer définitivement',
      confirm: /Pour confirmer/,
    },
  },
  en: {
    viewport: viewports.desktop,
    colorScheme: 'dark',
    address: 'anna.martin@example.org',
    words: {
      address: 'E-mail address',
      send: 'Send me a link',
      open: 'Sign in',
      create: 'Create the key',
      usage: 'Usage',
      keys: 'Keys',
      change: 'Change this key',
      rotate: 'Replace the key',
      sure: /Yes, end this key/,
      revoke: 'Revoke the key',
      settings: 'Settings',
      signOut: 'Sign out',
      delete: 'Delete for good',
      confirm: /To confirm/,
    },
  },
} as const

const browser = await useBrowser()
const mailbox = await createTestMailbox()
closeAtEnd(mailbox.remove)
const { sql, url: databaseUrl } = await useTestDatabase()
await ensureDataMode(sql, 'demo')
const service = stopAtEnd(startStandInService())
const port = await freePort()
const gateway = stopAtEnd(
  await startTestSite({
    databaseUrl,
    redisUrl: await createTestRedisUrl(),
    serviceUrl: service.url,
    port,
    settings: { MAILBOX_DIR: mailbox.folder, PUBLIC_BASE_URL: `http://127.0.0.1:${port}` },
  }),
)

describe.each(['fr', 'en'] as const)('a new visitor, in %s, on pages without scripts', (language) => {
  const { words, address, viewport, colorScheme } = walks[language]
  /** In the order in which they were made. */
  const keys: string[] = []
  let page: Page

  beforeAll(async () => {
    const context = await newVisitor(browser, { viewport, colorScheme })
    page = await context.newPage()
    await page.goto(`${gateway.url}/account?lang=${language}`)
  })
  afterAll(() => page.context().close())

  /** No script, no violation of axe, nothing wider than the screen, and the language that was chosen. @param picture name of it, for the documents */
  async function expectGoodPage(picture = ''): Promise<void> {
    expect(await page.content()).not.toMatch(/<script|\son[a-z]+=/)
    const violations = await axeViolations(page)
    await page.emulateMedia({ colorScheme: colorScheme === 'dark' ? 'light' : 'dark' })
    violations.push(...(await axeViolations(page, 'colors')))
    await page.emulateMedia({ colorScheme })
    expect(violations.map(({ id, nodes }) => ({ id, nodes: nodes.map(({ html }) => html) }))).toEqual([])
    expect(await widthOfPage(page)).toBeLessThanOrEqual(viewport.width)
    expect(await page.locator('html').getAttribute('lang')).toBe(language)
    const name = `account-${picture}-${language}.png`
    if (writesPictures && pictures.has(name)) await page.screenshot({ path: join(imageFolder, name), fullPage: true })
  }

  /** From the form to the mailbox, and through the newest link there. */
  async function signIn(checkPage: (picture?: string) => Promise<void>): Promise<void> {
    await checkPage('sign-in')
    await page.getByLabel(words.address).fill(address)
    await page.getByRole('button', { name: words.send }).click()
    await checkPage()
    await page.locator('a[href="/account/mailbox"]').click()
    await checkPage()
    await page.locator('.mail a').first().click()
    await checkPage()
    await page.getByRole('button', { name: words.open }).click()
    await checkPage()
  }

  test('a link from the mailbox signs a new visitor up', async () => {
    await signIn(expectGoodPage)
    expect(await page.locator('.signed-in').textContent()).toContain('anna.martin@')
  })

  /** The status of a call with a key. */
  async function statusWith(key: string): Promise<number> {
    return (await fetch(`${gateway.url}/v1/carbon/intensity`, { headers: { 'x-api-key': key } })).status
  }
  /** The key that the page shows this once. */
  async function shownKey(): Promise<string> {
    const key = await page.locator('#new-key').textContent()
    expect(key).toMatch(/^hxw_[0-9a-f]{32}$/)
    return key ?? ''
  }
  const keyCard = (key: string) => page.locator('article', { hasText: key.slice(-4) })

  test('a new key works at once, and its calls appear in the usage', async () => {
    expect(new URL(page.url()).pathname).toBe('/account/keys')
    await page.getByRole('button', { name: words.create }).click()
    await expectGoodPage('key')
    keys.push(await shownKey())
    for (let call = 0; call < 3; call++) expect(await statusWith(keys[0] ?? '')).toBe(200)
    await page.getByRole('link', { name: words.usage, exact: true }).click()
    await expectGoodPage('usage')
    expect(await page.locator('#usage-requests').textContent()).toBe('3')
  })

  test('after a rotation both keys work, and the revoked one stops', async () => {
    const [first = ''] = keys
    await page.getByRole('link', { name: words.keys, exact: true }).click()
    await page.getByText(words.change).click()
    await page.getByRole('button', { name: words.rotate }).click()
    await expectGoodPage()
    const second = await shownKey()
    expect([second === first, await statusWith(first), await statusWith(second)]).toEqual([false, 200, 200])
    await keyCard(first).getByText(words.change).click()
    await keyCard(first).getByLabel(words.sure).check()
    await keyCard(first).getByRole('button', { name: words.revoke }).click()
    await expectGoodPage()
    await until('the revoked key stops', async () => (await statusWith(first)) === 401)
    expect(await statusWith(second)).toBe(200)
    keys.push(second)
  })

  test('signing out and in again needs another link', async () => {
    await page.getByRole('button', { name: words.signOut }).click()
    expect(new URL(page.url()).pathname).toBe('/account')
    // The same pages as before.
    await signIn(async () => undefined)
    expect(new URL(page.url()).pathname).toBe('/account/keys')
  })

  test('the open session is listed, and deleting the account ends the last key', async () => {
    await page.getByRole('link', { name: words.settings }).click()
    await expectGoodPage()
    await page.getByLabel(words.confirm).fill(address)
    await page.getByRole('button', { name: words.delete }).click()
    expect(new URL(page.url()).pathname).toBe('/account')
    await expectGoodPage()
    const [row] = await gateway.sql<{ count: number }[]>`select count(*)::int as count from members`
    expect(row?.count).toBe(0)
    await until('the other key stops', async () => (await statusWith(keys[1] ?? '')) === 401)
  })
})
