import { afterAll, beforeAll, expect, test } from 'bun:test'
import { join } from 'node:path'
import { recordAnswers, recordProblems } from './record-examples.ts'
import { startDocumentedSystem } from './testing/documented-system-fixture.ts'

const folder = join(import.meta.dir, '../../shared/src/openapi/examples')

/** `WRITE_EXAMPLES=1 bun run test test/openapi/examples.test.ts` writes the examples anew. */
const isWriting = Bun.env['WRITE_EXAMPLES'] === '1'

let system: Awaited<ReturnType<typeof startDocumentedSystem>>
beforeAll(async () => {
  system = await startDocumentedSystem()
})
afterAll(() => system.stop())

/** Holds a file of examples to what the product answers now. */
async function expectRecorded(name: string, recorded: object): Promise<void> {
  const path = join(folder, name)
  const text = `${JSON.stringify(recorded, null, 2)}\n`
  if (isWriting) await Bun.write(path, text)
  expect(await Bun.file(path).json()).toEqual(recorded)
}

test('the examples of the documentation are what the product answers, to the last digit', async () => {
  await expectRecorded('answers.json', await recordAnswers(system))
})

test('the examples of the codes are what the product refuses with', async () => {
  await expectRecorded('problems.json', await recordProblems(system))
})
