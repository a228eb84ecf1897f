import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { operations } from '@hexawatt/shared/contract/operations'
import { callMcp } from '@hexawatt/shared/contract/operations/call-mcp'
import { getEvents } from '@hexawatt/shared/contract/operations/get-events'
import { publicProblemCodes } from '@hexawatt/shared/contract/problem'
import { renderApiMarkdown } from '@hexawatt/shared/openapi/api-markdown'
import { createProductDocument } from '@hexawatt/shared/openapi/document'
import { listNamedSchemas } from '@hexawatt/shared/openapi/schemas/component-schemas'

const written = await Bun.file(join(import.meta.dir, '../../docs/guide/api.md')).text()

test('docs/guide/api.md is what `bun run docs` makes of the contract', () => {
  expect(written).toBe(renderApiMarkdown(createProductDocument()))
})

test('docs/guide/api.md has a chapter for every endpoint and object, and a line for every code', () => {
  for (const { method, path } of [...operations, getEvents, callMcp]) {
    expect(written).toContain(`\n### ${method} ${path}\n`)
  }
  for (const name of Object.keys(listNamedSchemas(operations))) expect(written).toContain(`\n### ${name}\n`)
  for (const code of publicProblemCodes) expect(written).toMatch(new RegExp(`^\\| \\d{3} \\| \`${code}\` \\| .+`, 'm'))
})

test('every link inside of docs/guide/api.md has its heading', () => {
  const headings = [...written.matchAll(/^#{2,3} (.+)$/gm)].map(([, title = '']) =>
    title.toLowerCase().replaceAll(' ', '-'),
  )
  const targets = [...written.matchAll(/\]\(#([^)]+)\)/g)].map(([, target = '']) => target)
  expect(targets.length).toBeGreaterThan(50)
  expect(targets.filter((target) => !headings.includes(target))).toEqual([])
})
