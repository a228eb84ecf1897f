import { expect, test } from 'bun:test'
import { problemCodes } from '@hexawatt/shared/contract/problem'
import { buildAssets } from '../kit/assets.ts'
import { createProblemPages } from './problems/problem-pages.ts'

/** A plain space where French has a no-break one: a line break could tear the sign off. */
const plainSpace = /[\p{L}\d»)] [:;!?%€»]/u

const textFiles = new Bun.Glob('**/{*-texts,french,french-*}.ts')

/** The strings of a module's exports, also those that its functions make. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (typeof value === 'function') return textsOfCall(() => Reflect.apply(value, null, [3, 2, 'x']))
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}

function textsOfCall(make: () => unknown): string[] {
  try {
    const made = make()
    return typeof made === 'string' ? [made] : []
  } catch {
    // It takes something else than numbers and texts.
    return []
  }
}

test('no French page text has a plain space before a sign that needs a no-break space', async () => {
  const found = await Array.fromAsync(textFiles.scan({ cwd: import.meta.dir }))
  // Entries of page scripts run in a browser; the texts that they show are imported.
  const files = found.filter((file) => !file.includes('/browser/'))
  const texts = (await Promise.all(files.map((file) => import(`./${file}`)))).flatMap((module) =>
    textsIn({ ...module }),
  )
  expect(texts.length).toBeGreaterThan(500)
  expect(texts.filter((text) => plainSpace.test(text))).toEqual([])
})

test('the French page of every problem has French spaces', async () => {
  const site = { publicBaseUrl: 'https://power.example', assets: await buildAssets(), hasAccounts: true }
  const pages = createProblemPages(site)
  expect(pages).toHaveLength(problemCodes.length + 1)
  for (const { path, answer } of pages) {
    const page = await (await answer(new Request(`http://localhost${path}`))).text()
    const sentences = page.match(/<(?:h1|p|p class="lead")>.*?<\/(?:h1|p)>/g) ?? []
    expect(sentences.length).toBeGreaterThan(1)
    const texts = sentences.map((sentence) =>
      sentence
        .replaceAll(/<code>.*?<\/code>/g, '')
        .replaceAll('Authorization: Bearer', '')
        .replaceAll('Content-Type: ', ''),
    )
    expect([path, texts.filter((text) => plainSpace.test(text))]).toEqual([path, []])
  }
})
