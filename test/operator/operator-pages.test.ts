import { describe, expect, test } from 'bun:test'
import { defaultPlanTable } from '@hexawatt/shared/contract/plans'
import { stopAtEnd } from '@hexawatt/shared/testing/close-at-end'
import { requestPlan } from '@hexawatt/svc-web/src/accounts/plan-changes.ts'
import { startTestOperator, token } from '@hexawatt/svc-web/src/operator/testing/operator-fixture.ts'
import { createSilentAccounts, createTestKey } from '@hexawatt/svc-web/src/testing/account-fixture.ts'
import { axeViolations, unfoldTables, widthOfPage } from '../dashboard/testing/axe.ts'
import { newVisitor, takePicture, useBrowser } from '../dashboard/testing/browser.ts'

const browser = await useBrowser()
const operator = stopAtEnd(await startTestOperator())
const accounts = createSilentAccounts({ sql: operator.sql, planTable: defaultPlanTable })
const { accountId } = await createTestKey({ accounts }, 'pro', 'Ma Maison')
await requestPlan(accounts, accountId, 'scale')

const pages = ['', '/keys', '/usage', '/feeds', '/queues', '/audit-log', `/accounts/${accountId}`]

describe.each([
  ['light', 390, 'everything'],
  ['dark', 1_280, 'colors'],
] as const)('the operator’s pages, %s, at %d px', (colorScheme, width, of) => {
  test('have the look of the site from their own port, without a script, a violation of axe or sideways scrolling', async () => {
    const context = await newVisitor(browser, { viewport: { width, height: 800 }, colorScheme })
    const page = await context.newPage()
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    const expectGoodPage = async (name: string) => {
      await takePicture(page, `.hexawatt/screenshots/operator${name.replaceAll('/', '-')}-${width}.png`)
      await unfoldTables(page)
      const violations = await axeViolations(page, of)
      expect(violations.map(({ id, nodes }) => ({ id, nodes: nodes.map(({ html }) => html) }))).toEqual([])
      expect(await widthOfPage(page)).toBeLessThanOrEqual(width)
      expect(await page.content()).not.toMatch(/<script|\son[a-z]+=/)
      const border = await page.evaluate(`getComputedStyle(document.querySelector('header.top')).borderBottomWidth`)
      expect(border).toBe('1px')
    }
    await page.goto(`${operator.url}/operator`)
    await expectGoodPage('/sign-in')
    await page.getByLabel('Operator token').fill(token)
    await page.getByRole('button', { name: 'Sign in' }).click()
    for (const path of pages) {
      await page.goto(`${operator.url}/operator${path}`)
      await expectGoodPage(path)
    }
    // Nothing of the page comes from elsewhere, and nothing is missing.
    expect(asked.filter((url) => !url.startsWith(operator.url))).toEqual([])
    await context.close()
  })
})
