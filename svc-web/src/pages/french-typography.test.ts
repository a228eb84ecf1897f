import { expect, test } from 'bun:test'
import { problemCodes } from '@hexawatt/shared/contract/problem'
import { createProblemPages } from './problem-pages.ts'

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

test('the French sentence of every problem page has French spaces', async () => {
  const pages = createProblemPages('https://power.example')
  const bodies = await Promise.all(
    pages.map(async ({ path, answer }) => (await answer(new Request(`http://localhost${path}`))).text()),
  )
  const sentences = bodies.flatMap((body) => body.match(/<p lang="fr">.*<\/p>/) ?? [])
  expect(sentences).toHaveLength(problemCodes.length)
  expect(sentences.filter((sentence) => plainSpace.test(sentence))).toEqual([])
})
