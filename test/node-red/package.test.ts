import { describe, expect, test } from 'bun:test'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { makeTemporaryFolder } from '@hexawatt/dev/src/embedded/test-servers.ts'
import { closeAtEnd } from '@hexawatt/shared/testing/close-at-end'
import { pinnedPrograms } from '../programs/pinned-programs.ts'
import { packNodes } from './testing/node-red-fixture.ts'

const root = join(import.meta.dir, '../..')
const folder = await makeTemporaryFolder()
closeAtEnd(() => rm(folder, { recursive: true, force: true }))
const installed = join(folder, 'package')
const read = (file: string): Promise<string> => Bun.file(join(installed, file)).text()

const tarball = await packNodes(folder)
await new Bun.Archive(await Bun.file(tarball).bytes()).extract(folder)

/** Every key of a catalogue with its text, nested ones with dots. */
function texts(catalogue: object, prefix = ''): [string, string][] {
  return Object.entries(catalogue).flatMap(([name, value]): [string, string][] =>
    typeof value === 'string' ? [[prefix + name, value]] : texts(value, `${prefix}${name}.`),
  )
}
const catalogue = async (lang: string) => new Map(texts(JSON.parse(await read(`dist/locales/${lang}/hexawatt.json`))))
const namesOf = (text: string, attribute: string) =>
  [...text.matchAll(new RegExp(`${attribute}="([^"]+)"`, 'g'))].map(([, name = '']) => name)

describe('the nodes as they are published', () => {
  test('the package has its code, editor, texts, examples, README and LICENSE, and nothing else', async () => {
    const files = await Array.fromAsync(new Bun.Glob('**/*').scan({ cwd: installed }))
    expect(files.toSorted()).toEqual([
      'LICENSE',
      'README.md',
      'dist/hexawatt.html',
      'dist/hexawatt.js',
      'dist/locales/en-US/hexawatt.html',
      'dist/locales/en-US/hexawatt.json',
      'dist/locales/fr/hexawatt.html',
      'dist/locales/fr/hexawatt.json',
      'examples/plan-a-load.json',
      'examples/when-good.json',
      'package.json',
    ])
    expect(await read('LICENSE')).toBe(await Bun.file(join(root, 'LICENSE')).text())
  })

  test('the package has no dependency, because the client is bundled into its one file', async () => {
    const manifest = JSON.parse(await read('package.json'))
    expect([manifest.dependencies, manifest.peerDependencies, manifest.optionalDependencies]).toEqual([
      undefined,
      undefined,
      undefined,
    ])
    expect(manifest.keywords).toContain('node-red')
    expect(await read('dist/hexawatt.js')).not.toMatch(/\brequire\(|\bimport\b/)
  })

  test('the Node-RED that is run with the nodes is the pinned one of the list and of the page', async () => {
    const { devDependencies } = await Bun.file(join(root, 'clients/node-red/package.json')).json()
    expect(devDependencies['node-red']).toBe(pinnedPrograms.nodeRed.version)
    const page = await Bun.file(join(root, 'docs/guide/integrations/node-red.md')).text()
    expect(page).toContain(`Node-RED ${pinnedPrograms.nodeRed.version} with the packed nodes`)
  })

  test('every English text has a French one with the same values', async () => {
    const [english, french] = [await catalogue('en-US'), await catalogue('fr')]
    expect([...french.keys()]).toEqual([...english.keys()])
    const values = (text: string | undefined) => (text?.match(/__\w+?__/g) ?? []).toSorted()
    for (const [key, text] of english) {
      expect([key, values(french.get(key))]).toEqual([key, values(text)])
      expect(french.get(key)).not.toBe('')
    }
  })

  test('every label of the editor has a text, every text is used, and every node has its help', async () => {
    const html = await read('dist/hexawatt.html')
    const code = `${html}\n${await read('dist/hexawatt.js')}`
    const known = await catalogue('en-US')
    for (const key of namesOf(html, 'data-i18n')) expect([key, known.has(key)]).toEqual([key, true])
    for (const key of known.keys()) {
      const isUsed = code.includes(`"${key}"`) || (key.startsWith('runtime.failure.') && code.includes(key.slice(16)))
      expect([key, isUsed]).toEqual([key, true])
    }
    const types = namesOf(html, 'data-template-name')
    expect(types.toSorted()).toEqual(['hexawatt outlook', 'hexawatt plan', 'hexawatt server', 'hexawatt when good'])
    for (const lang of ['en-US', 'fr']) {
      const help = await read(`dist/locales/${lang}/hexawatt.html`)
      expect(namesOf(help, 'data-help-name').toSorted()).toEqual(types.toSorted())
    }
  })
})
