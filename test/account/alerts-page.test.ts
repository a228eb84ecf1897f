import { describe, expect, test } from 'bun:test'
import { signIn, type TestBrowser } from '@hexawatt/svc-web/src/testing/test-browser.ts'
import type { Page } from 'playwright-core'
import { axeViolations, unfoldTables, widthOfPage } from '../dashboard/testing/axe.ts'
import { newVisitor, useBrowser, viewports } from '../dashboard/testing/browser.ts'
import { useTestSiteWithMail } from '../testing/use-site.ts'

const browser = await useBrowser()
const { gateway, mailbox } = await useTestSiteWithMail({
  settings: { ALERT_SIGNING_KEY: 'a signing key of at least thirty-two characters' },
})

async function expectAccessible(page: Page, width: number): Promise<void> {
  await page.evaluate("for (const part of document.querySelectorAll('details')) part.open = true")
  await unfoldTables(page)
  const violations = await axeViolations(page)
  expect(violations.map(({ id, nodes }) => ({ id, nodes: nodes.map(({ html }) => html) }))).toEqual([])
  expect(await widthOfPage(page)).toBeLessThanOrEqual(width)
}

/** A visitor with the session of a member, whose browser runs no script. */
async function openPage(
  member: TestBrowser,
  viewport: { width: number; height: number },
  colorScheme: 'light' | 'dark',
) {
  const context = await newVisitor(browser, { viewport, colorScheme })
  await context.addCookies([...member.cookies].map(([name, value]) => ({ name, value, url: gateway.url })))
  return { page: await context.newPage(), close: () => context.close() }
}

const words = {
  fr: { create: 'Créer l’alerte', test: 'Envoyer un essai', remove: 'Supprimer', sent: 'Un essai part' },
  en: { create: 'Create the alert', test: 'Send a test', remove: 'Delete', sent: 'A test is sent' },
} as const

describe.each(['fr', 'en'] as const)('a member with the page in %s', (language) => {
  test.each([
    ['phone', 'dark'],
    ['desktop', 'light'],
  ] as const)(
    'a webhook is created with its secret shown once, tested and deleted, without a violation of axe: %s',
    async (size, scheme) => {
      const member = await signIn(gateway, mailbox, `${language}-${size}@example.org`)
      const viewport = viewports[size]
      const { page, close } = await openPage(member, viewport, scheme)
      await page.goto(`${gateway.url}/account/alerts?lang=${language}`)
      await expectAccessible(page, viewport.width)
      const form = page.locator('#create-value form')
      await form.locator('select[name=kind]').selectOption('carbon')
      await form.locator('select[name=side]').selectOption('below')
      await form.locator('input[name=threshold]').fill('30')
      await form.locator('input[value=webhook]').check()
      await form.locator('input[name=url]').fill('https://hook.example.com/in')
      await form.getByRole('button', { name: words[language].create }).click()
      expect(await page.locator('#webhook-secret').textContent()).toStartWith('whsec_')
      await expectAccessible(page, viewport.width)
      await page.locator('main a').click()
      await page.getByRole('button', { name: words[language].test }).click()
      expect(await page.locator('.notice').textContent()).toContain(words[language].sent)
      expect(await page.locator('#deliveries tbody tr').count()).toBe(1)
      await expectAccessible(page, viewport.width)
      await page.locator('details button.danger').click()
      expect(page.url()).toBe(`${gateway.url}/account/alerts?done=deleted`)
      expect(await page.locator('#alerts').count()).toBe(0)
      await close()
    },
  )
})
