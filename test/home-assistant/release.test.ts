import { expect, test } from 'bun:test'
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { writeRelease } from '../../clients/home-assistant/write-release.ts'

const project = join(import.meta.dir, '../..')
const component = join(project, 'clients/home-assistant/custom_components/hexawatt')

type Texts = { [key: string]: Texts | string }

const readJson = (path: string) => Bun.file(path).json()

/** Paths of all texts, such as `config.step.user.title`. */
function pathsOf(texts: Texts, before = ''): string[] {
  return Object.entries(texts).flatMap(([key, value]) =>
    typeof value === 'string' ? [`${before}${key}`] : pathsOf(value, `${before}${key}.`),
  )
}

async function readTexts(language: 'en' | 'fr'): Promise<Map<string, string>> {
  const texts = (await readJson(join(component, `translations/${language}.json`))) as Texts
  const at = (path: string) => path.split('.').reduce<Texts | string>((part, key) => (part as Texts)[key] ?? '', texts)
  return new Map(pathsOf(texts).map((path) => [path, String(at(path))]))
}

async function inFolder(run: (folder: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'hexawatt-hacs-'))
  await run(folder).finally(() => rm(folder, { recursive: true }))
}

test('the release has the layout that HACS reads, with links to the repository that publishes it', () =>
  inFolder(async (folder) => {
    await writeRelease(folder, 'https://github.com/someone/hexawatt-home-assistant')
    const files = await readdir(folder)
    expect(files.sort()).toEqual(['LICENSE', 'README.md', 'brand', 'custom_components', 'hacs.json'])
    expect(await readdir(join(folder, 'custom_components'))).toEqual(['hexawatt'])
    const manifest = await readJson(join(folder, 'custom_components/hexawatt/manifest.json'))
    expect(Object.keys(manifest).slice(0, 2)).toEqual(['domain', 'name'])
    expect(manifest).toMatchObject({
      version: (await readJson(join(project, 'package.json'))).version,
      codeowners: ['@someone'],
      documentation: 'https://github.com/someone/hexawatt-home-assistant#readme',
      issue_tracker: 'https://github.com/someone/hexawatt-home-assistant/issues',
    })
    const all = await readdir(folder, { recursive: true })
    expect(all.filter((path) => path.includes('__pycache__'))).toEqual([])
  }))

test('a release without a repository names none, and an address of another kind is refused', () =>
  inFolder(async (folder) => {
    await writeRelease(folder)
    expect(await readJson(join(folder, 'custom_components/hexawatt/manifest.json'))).not.toHaveProperty('documentation')
    await expect(writeRelease(folder, 'https://example.org/hexawatt')).rejects.toThrow(
      'Not the address of a repository',
    )
  }))

test('a release replaces the files of the one before', () =>
  inFolder(async (folder) => {
    await cp(component, join(folder, 'custom_components/older'), { recursive: true })
    await writeRelease(folder)
    expect(await readdir(join(folder, 'custom_components'))).toEqual(['hexawatt'])
  }))

test('icons have the sizes that Home Assistant asks for', async () => {
  const sizeOf = async (name: string) => {
    const bytes = await Bun.file(join(component, 'brand', name)).bytes()
    const view = new DataView(bytes.buffer)
    return [view.getUint32(16), view.getUint32(20)]
  }
  expect(await sizeOf('icon.png')).toEqual([256, 256])
  expect(await sizeOf('icon@2x.png')).toEqual([512, 512])
})

test('both languages have the same texts with the same placeholders', async () => {
  const [english, french] = await Promise.all([readTexts('en'), readTexts('fr')])
  expect([...french.keys()]).toEqual([...english.keys()])
  const placeholders = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(([name]) => name).sort()
  for (const [path, text] of english) {
    expect({ path, found: placeholders(french.get(path) ?? '') }).toEqual({ path, found: placeholders(text) })
    expect({ path, isEmpty: text === '' || french.get(path) === '' }).toEqual({ path, isEmpty: false })
  }
})

test('French texts have a narrow no-break space before double punctuation', async () => {
  for (const [path, text] of await readTexts('fr'))
    expect({ path, text }).not.toMatchObject({ text: expect.stringMatching(/ [:;!?»]/) })
})

test('an icon belongs to an entity that has a name', async () => {
  const english = await readTexts('en')
  const icons = await readJson(join(component, 'icons.json'))
  const named = [...english.keys()].flatMap(
    (path) => /^entity\.(\w+)\.(\w+)\.name$/.exec(path)?.slice(1, 3).join('.') ?? [],
  )
  const withIcon = Object.entries(icons.entity as Texts).flatMap(([kind, keys]) =>
    Object.keys(keys).map((key) => `${kind}.${key}`),
  )
  expect(withIcon.filter((key) => !named.includes(key))).toEqual([])
})
