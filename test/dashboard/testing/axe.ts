import { fileURLToPath } from 'node:url'
import type { AxeResults, RunOptions } from 'axe-core'
import type { Page } from 'playwright-core'

/** Rows of the long tables behind the first eight: one is like the other, and of all of them axe would make a minute. */
const repeatedRows = 'tbody tr:nth-child(n + 9)'

const axeOptions: RunOptions = { resultTypes: ['violations'] }

/** The rules that look at colours: of the others the same markup gives the same result. */
const colorRules = ['color-contrast', 'link-in-text-block']

/** Half the size of what the package exports, and a page parses it anew. */
const axeScript = await Bun.file(fileURLToPath(import.meta.resolve('axe-core/axe.min.js'))).text()

/**
 * Runs axe inside the page: its Playwright package also collects partial results of frames, which takes six times as long.
 *
 * @param of `colors`: only the rules that look at colours, for a page whose markup has been read before
 */
export async function axeViolations(
  page: Page,
  of: 'everything' | 'colors' = 'everything',
): Promise<AxeResults['violations']> {
  // A click resolves when the next page begins to load; axe fails on a page without its elements.
  await page.waitForLoadState()
  if (await page.evaluate(`typeof axe === 'undefined'`)) await page.evaluate(axeScript)
  const options = of === 'colors' ? { ...axeOptions, runOnly: colorRules } : axeOptions
  const { violations }: AxeResults = await page.evaluate(
    `axe.run({ exclude: [[${JSON.stringify(repeatedRows)}]] }, ${JSON.stringify(options)})`,
  )
  return violations
}

/** Folded content is read too. */
export const unfoldTables = (page: Page): Promise<void> =>
  page.locator('summary').evaluateAll((summaries) => {
    for (const summary of summaries) if (!summary.closest('details')?.open) summary.click()
  })

/** Width that needs sideways scrolling, px. */
export const widthOfPage = (page: Page): Promise<number> => page.evaluate('document.documentElement.scrollWidth')
