import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { figureRuns, figuresPage, formatFiguresPage } from './figures-page.ts'

const written = await Bun.file(join(import.meta.dir, '../..', figuresPage)).text()

test('the appendix has a chapter for each run, as write-figures writes it', () => {
  const chapters = written.split(/^## .*\n\n {4}bun run .*\n\n/m).slice(1)
  expect(chapters).toHaveLength(figureRuns.length)
  expect(formatFiguresPage(chapters)).toBe(written)
})
