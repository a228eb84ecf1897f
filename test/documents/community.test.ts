import { describe, expect, test } from 'bun:test'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import * as v from 'valibot'
import { parse } from 'yaml'
import { readText, root } from '../deploy/testing/deploy-files.ts'
import { parseEditorConfig } from './testing/editor-config.ts'
import { IssueForm, markdownOf, requiredFields, TemplateChooser } from './testing/issue-forms.ts'
import { scriptsOf } from './testing/markdown-files.ts'

const folder = '.github/ISSUE_TEMPLATE'
const formFiles = ['fault.yml', 'proposal.yml', 'wrong-number.yml']
const readForm = async (file: string): Promise<IssueForm> =>
  v.parse(IssueForm, parse(await readText(`${folder}/${file}`)))

const isThere = (path: string): Promise<boolean> =>
  stat(join(root, path)).then(
    () => true,
    () => false,
  )

describe('the issue forms', () => {
  test('the folder holds the known forms and the chooser, which allows no report without a form', async () => {
    const files = await Array.fromAsync(new Bun.Glob('*').scan({ cwd: join(root, folder) }))
    expect(files.sort()).toEqual(['config.yml', ...formFiles])
    expect(v.parse(TemplateChooser, parse(await readText(`${folder}/config.yml`)))).toEqual({
      blank_issues_enabled: false,
    })
  })

  test.each(formFiles)('%s has only keys and labels that GitHub knows, and asks for something', async (file) => {
    expect(requiredFields(await readForm(file)).length).toBeGreaterThan(0)
  })

  test('a wrong number is reported with instant, zone, endpoint, both values and the source', async () => {
    const asked = requiredFields(await readForm('wrong-number.yml'))
    expect(asked).toEqual(['endpoint', 'instant', 'zone', 'served', 'expected', 'source'])
  })

  test('every link of a form leads to a file of the repository, another form, or the security policy', async () => {
    const texts = await Promise.all(formFiles.map(async (file) => markdownOf(await readForm(file))))
    const links = texts.flatMap((text) => [...text.matchAll(/\]\(([^)]+)\)/g)].map(([, link = '']) => link))
    expect(links.length).toBeGreaterThan(3)
    // GitHub shows a form at /OWNER/REPOSITORY/issues/new.
    const targets = links.map((link) =>
      link
        .replace('../security/policy', 'SECURITY.md')
        .replace('../blob/HEAD/', '')
        .replace('./new?template=', `${folder}/`),
    )
    const lost = await Promise.all(targets.map(async (target) => ((await isThere(target)) ? [] : [target])))
    expect(lost.flat()).toEqual([])
  })
})

test('the form of pull requests names commands and files that exist', async () => {
  const path = '.github/PULL_REQUEST_TEMPLATE.md'
  const text = await readText(path)
  const { scripts } = await Bun.file(join(root, 'package.json')).json()
  const named = scriptsOf({ path, text })
  expect(named).toContain('check')
  expect(named.filter((name) => !(name in scripts))).toEqual([])
  const files = [...text.matchAll(/\b[A-Z]+\.md\b/g)].map(([file]) => file)
  expect(files).toEqual(['CONTRIBUTING.md', 'CHANGELOG.md'])
  for (const file of files) expect([file, await isThere(file)]).toEqual([file, true])
})

describe('.editorconfig', () => {
  const sections = readText('.editorconfig').then(parseEditorConfig)

  test('indents and breaks lines as Biome formats', async () => {
    const { formatter } = await Bun.file(join(root, 'biome.json')).json()
    const { '': top, '*': all, '*.{ts,mjs,json,css}': code } = await sections
    expect(top).toEqual({ root: 'true' })
    expect(all).toMatchObject({
      indent_style: formatter.indentStyle,
      indent_size: String(formatter.indentWidth),
      end_of_line: 'lf',
      charset: 'utf-8',
    })
    expect(code).toEqual({ max_line_length: String(formatter.lineWidth) })
    expect(await readText('.gitattributes')).toContain('eol=lf')
  })

  test('breaks lines of Python as Ruff does', async () => {
    const { tool } = Bun.TOML.parse(await readText('clients/python/pyproject.toml')) as { tool: unknown }
    const { '*.py': python } = await sections
    expect(tool).toMatchObject({ ruff: { 'line-length': Number(python?.['max_line_length']) } })
    expect(python?.['indent_size']).toBe('4')
  })
})
