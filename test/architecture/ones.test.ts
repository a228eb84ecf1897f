import { describe, expect, test } from 'bun:test'
import { isTest, readSources } from './source-files.ts'

/** What the repository ships or measures; tests build independent checks of their own. */
const code = (await readSources()).filter(({ path }) => !isTest(path))

/** Files whose text has a match. */
const filesWith = (pattern: RegExp): string[] => code.filter(({ text }) => pattern.test(text)).map(({ path }) => path)

describe('one mechanism for each job', () => {
  test('secrets are compared in one file', () => {
    expect(filesWith(/timingSafeEqual/)).toEqual(['shared/src/bounds/same-secret.ts'])
  })
  test('workers of queues are started in one file, and queues are opened there and where they are read', () => {
    expect(filesWith(/new Worker[<(]/)).toEqual(['shared/src/queue/workers.ts'])
    expect(filesWith(/new Queue[<(]/)).toEqual(['shared/src/queue/read-queues.ts', 'shared/src/queue/workers.ts'])
  })
})
