import { join } from 'node:path'
import type { StatementInput } from '@hexawatt/shared/methodology/load-curve/statement/compute-statement'
import type { Statement } from '@hexawatt/shared/methodology/load-curve/statement/statement'
import type { Page } from 'playwright-core'

/** A page with a field for a file, and the code of `browser-statement.ts` as a bundle. */
export async function makeStatementPage() {
  const entrypoints = [join(import.meta.dir, 'browser-statement.ts')]
  const { outputs } = await Bun.build({ entrypoints, target: 'browser', format: 'iife' })
  const code = await outputs[0]?.text()
  if (code === undefined) throw new Error('nothing was bundled')
  return {
    '/page': {
      type: 'text/html',
      body: '<!doctype html><link rel="icon" href="data:,"><input type="file"><script src="/code.js"></script>',
    },
    '/code.js': { type: 'text/javascript', body: code },
  }
}

/** Chooses a file on the page, as a person does, and returns what the page has calculated. */
export async function calculateOnPage(
  page: Page,
  file: { name: string; text: string },
  contracts: StatementInput['contracts'],
) {
  await page.locator('input').setInputFiles({ name: file.name, mimeType: 'text/csv', buffer: Buffer.from(file.text) })
  const calculated: { statement: Statement; readMs: number; computeMs: number } = await page.evaluate(
    `document.querySelector('input').files[0].arrayBuffer().then((bytes) =>
      makeStatement(location.origin, new Uint8Array(bytes), ${JSON.stringify(contracts)}))`,
  )
  return calculated
}
