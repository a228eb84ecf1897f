import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { freePorts } from '@hexawatt/dev/src/embedded/loopback-port.ts'
import { startTestGateway, type TestGateway } from '@hexawatt/gateway/src/testing/gateway-fixture.ts'
import { startStandInService } from '@hexawatt/gateway/src/testing/stand-in-service.ts'
import { createTestMailbox } from '@hexawatt/gateway/src/testing/test-browser.ts'
import { createSql } from '@hexawatt/shared/postgres/client'
import { ensureDataMode } from '@hexawatt/shared/postgres/data-stamp-store'
import { createTestDatabase, createTestRedisUrl } from '@hexawatt/shared/testing/stores-fixture'
import type { Browser, Page } from 'playwright-core'
import { axeViolations, widthOfPage } from '../dashboard/testing/axe.ts'
import { launchBrowser, newVisitor, viewports } from '../dashboard/testing/browser.ts'

const imageFolder = join(import.meta.dir, '../../docs/images')

/** `WRITE_SCREENSHOT=1 bun run test ./test/account` writes the pictures of docs/accounts.md anew. */
const writesPictures = Bun.env['WRITE_SCREENSHOT'] === '1'

const walks = {
  fr: {
    viewport: { width: 390, height: 800 },
    colorScheme: 'light',
    address: 'Anna.Martin@électricité.example',
    words: {
      address: 'Adresse de courriel',
      send: 'Recevoir un lien',
      open: 'Se connecter',
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
      settings: 'Settings',
      signOut: 'Sign out',
      delete: 'Delete for good',
      confirm: /To confirm/,
    },
  },
} as const

const closing: (() => Promise<unknown>)[] = []
let browser: Browser
let gateway: TestGateway

beforeAll(async () => {
  browser = await launchBrowser()
  closing.push(() => browser.close())
  const [database, mailbox, service] = [await createTestDatabase(), await createTestMailbox(), startStandInService()]
  closing.push(database.drop, mailbox.remove, service.stop)
  const sql = createSql(database.url, 'stamp', 1)
  await ensureDataMode(sql, 'demo')
  await sql.end()
  const [port = 0] = await freePorts(1, [])
  gateway = await startTestGateway({
    databaseUrl: database.url,
    redisUrl: await createTestRedisUrl(),
    serviceUrl: service.url,
    port,
    settings: { MAILBOX_DIR: mailbox.folder, PUBLIC_BASE_URL: `http://127.0.0.1:${port}` },
  })
  closing.push(gateway.stop)
})
afterAll(async () => {
  for (const close of closing.reverse()) await close()
})

describe.each(['fr', 'en'] as const)('a stranger, in %s, on pages without scripts', (language) => {
  const { words, address, viewport, colorScheme } = walks[language]
  let page: Page

  beforeAll(async () => {
    const context = await newVisitor(browser, { viewport, colorScheme })
    page = await context.newPage()
    await page.goto(`${gateway.url}/account?lang=${language}`)
  })
  afterAll(() => page.context().close())

  /** No script, no violation of axe, nothing wider than the screen, and the language that was chosen. @param picture name of it, for the documents */
  async function expectGoodPage(picture: string | null = null): Promise<void> {
    expect(await page.content()).not.toMatch(/<script|\son[a-z]+=/)
    const violations = await axeViolations(page)
    expect(violations.map(({ id, nodes }) => ({ id, nodes: nodes.map(({ html }) => html) }))).toEqual([])
    expect(await widthOfPage(page)).toBeLessThanOrEqual(viewport.width)
    expect(await page.locator('html').getAttribute('lang')).toBe(language)
    if (writesPictures && picture !== null) {
      await page.screenshot({ path: join(imageFolder, `account-${picture}-${language}.png`), fullPage: true })
    }
  }

  /** From the form to the mailbox, and through the newest link there. */
  async function signIn(): Promise<void> {
    await expectGoodPage('sign-in')
    await page.getByLabel(words.address).fill(address)
    await page.getByRole('button', { name: words.send }).click()
    await expectGoodPage()
    await page.locator('a[href="/account/mailbox"]').click()
    await expectGoodPage()
    await page.locator('.mail a').first().click()
    await expectGoodPage()
    await page.getByRole('button', { name: words.open }).click()
    await expectGoodPage()
  }

  test('signs up by a link from the mailbox', async () => {
    await signIn()
    expect(await page.locator('.signed-in').textContent()).toContain('anna.martin@')
  })

  test('signs out, and in again with another link', async () => {
    await page.getByRole('button', { name: words.signOut }).click()
    expect(new URL(page.url()).pathname).toBe('/account')
    await signIn()
  })

  test('sees the open session, and deletes the account', async () => {
    await page.getByRole('link', { name: words.settings }).click()
    await expectGoodPage('settings')
    await page.getByLabel(words.confirm).fill(address)
    await page.getByRole('button', { name: words.delete }).click()
    expect(new URL(page.url()).pathname).toBe('/account')
    await expectGoodPage()
    const [row] = await gateway.sql<{ count: number }[]>`select count(*)::int as count from members`
    expect(row?.count).toBe(0)
  })
})
