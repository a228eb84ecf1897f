import { expect, test } from 'bun:test'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { exitCodes } from '../../clients/typescript/src/cli/commands/command.ts'
import { pinnedPrograms } from '../programs/pinned-programs.ts'
import type { Program } from '../programs/testing/install.ts'
import { readProgramsTable } from '../programs/testing/programs-table.ts'

const folder = join(import.meta.dir, '../../docs/guide/integrations')
const read = (name: string): Promise<string> => Bun.file(join(folder, `${name}.md`)).text()

test('every program of the list has a page, and every page is in the list', async () => {
  const pages = (await readdir(folder)).filter((name) => name.endsWith('.md') && name !== 'README.md')
  const listed = [...(await read('README')).matchAll(/^\| \[[^\]]+\]\(([^)]+)\)/gm)].map(([, file]) => file)
  expect(listed.toSorted()).toEqual(pages.toSorted())
  expect(pages.length).toBeGreaterThan(10)
})

test('the table of programs that were run has every pinned program in its version (bun test/programs/write-table.ts)', async () => {
  const rows = readProgramsTable(await read('README'))
  const pinned: Program[] = Object.values(pinnedPrograms)
  expect(rows.map(({ name, version, ran }) => ({ name, version, ran }))).toEqual(pinned)
})

test('every pinned program has a test that runs it', async () => {
  const tests = new Bun.Glob('**/*.test.ts').scan({ cwd: join(folder, '../../../test/programs'), absolute: true })
  const texts = await Promise.all((await Array.fromAsync(tests)).map((file) => Bun.file(file).text()))
  expect(texts.length).toBeGreaterThan(3)
  const isUsed = (id: string, text: string) =>
    new RegExp(`\\bpinnedPrograms\\.${id}\\b|^const \\{[^}]*\\b${id}\\b[^}]*\\} = pinnedPrograms$`, 'm').test(text)
  const unused = Object.keys(pinnedPrograms).filter((id) => !texts.some((text) => isUsed(id, text)))
  expect(unused).toEqual([])
})

test('Command line: every exit code of the page is one of the help', async () => {
  const codes = [...(await read('command-line')).matchAll(/^\| (\d+)(?:, \d+)* \|/gm)].map(([, code]) => Number(code))
  expect(codes).toEqual(Object.values(exitCodes))
})

test('a command that hands an answer to jq goes on only if it is one: otherwise the body of a refusal would take its place', async () => {
  const pages = (await readdir(folder)).filter((name) => name.endsWith('.md')).map((name) => name.replace(/\.md$/, ''))
  const commands: string[][] = []
  for (const page of pages) {
    const blocks = [...(await read(page)).matchAll(/```sh\n(.*?)```/gs)].map(([, block = '']) => block)
    commands.push(...blocks.filter((block) => /^curl [\s\S]*\bjq\b/.test(block)).map((block) => [page, block]))
  }
  expect(commands.length).toBeGreaterThan(2)
  const goesOn = /^(curl -fsS .* > \w+\.json \\\n {2}&& )+jq /
  expect(commands.filter(([, block = '']) => !goesOn.test(block))).toEqual([])
})

/** What the reader of a page of a program looks for, by what shows that it is there. */
const parts: { [part: string]: RegExp } = {
  'whom the page is for': /^# .+\n\nFor a /,
  'something to paste': /^```\w+\n/m,
  'what the reader sees then': /^## What you see then$|You see |It prints |^```(text|json)$/m,
  'the requests of a month': /requests|answers/,
  'the free plan next to them': /\b3 000\b/,
  'what was run': /^## What was run$/m,
  'the date of the run': /2026-\d\d-\d\d|\d+ \w+ 2026/,
}

test('every page says whom it is for, what to paste, what is seen then, the requests a month on the free plan, and what was run', async () => {
  const pages = (await readdir(folder)).filter((name) => name.endsWith('.md') && name !== 'README.md')
  const missing: string[] = []
  for (const page of pages) {
    const text = await read(page.replace(/\.md$/, ''))
    missing.push(...Object.keys(parts).flatMap((part) => (parts[part]?.test(text) ? [] : [`${page}: ${part}`])))
  }
  expect(missing).toEqual([])
})
