import { expect, test } from 'bun:test'
import { markdownFiles } from './testing/markdown-files.ts'

const files = (await markdownFiles()).filter(({ path }) => path.startsWith('docs/develop/adr/'))
const records = files.filter(({ path }) => path !== 'docs/develop/adr/README.md')

test('decisions are numbered without a gap, each with context, decision and consequences, and in the index', () => {
  const index = files.find(({ path }) => path === 'docs/develop/adr/README.md')?.text ?? ''
  expect(records.length).toBeGreaterThan(10)
  for (const [position, { path, text }] of records.entries()) {
    const number = position + 1
    expect(path).toMatch(new RegExp(`^docs/develop/adr/${String(number).padStart(4, '0')}-[a-z-]+\\.md$`))
    expect(text.split('\n', 1)[0]).toMatch(new RegExp(`^# ${number}\\. `))
    const sections = [...text.matchAll(/^## (.*)$/gm)].map((match) => match[1])
    expect(sections).toEqual(['Context', 'Decision', 'Consequences'])
    const title = text.split('\n', 1)[0]?.replace(/^# \d+\. /, '')
    expect(index).toContain(`| ${number} | [${title}](${path.replace('docs/develop/adr/', '')}) |`)
  }
})
