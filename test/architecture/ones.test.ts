import { describe, expect, test } from 'bun:test'
import { isTest, readSources } from './source-files.ts'

/** Code that the repository ships or measures; tests build independent checks of their own. */
const code = (await readSources()).filter(({ path }) => !isTest(path))

/** Files whose text has a match. */
const filesWith = (pattern: RegExp): string[] => code.filter(({ text }) => pattern.test(text)).map(({ path }) => path)

describe('one mechanism for each job', () => {
  test('secrets are compared in one file', () => {
    expect(filesWith(/timingSafeEqual/)).toEqual(['shared/src/bounds/same-secret.ts'])
  })
  test('workers of queues are started in one file, and queues are opened there and where they are read', () => {
    // A worker of a page is a thread of the browser.
    const workers = filesWith(/new Worker[<(]/).filter((path) => !/^svc-web\/src\/.*\/browser\//.test(path))
    expect(workers).toEqual(['shared/src/queue/workers.ts'])
    expect(filesWith(/new Queue[<(]/)).toEqual(['shared/src/queue/read-queues.ts', 'shared/src/queue/workers.ts'])
  })
  test('servers outside of the product are called through one client; the receiver of a webhook over a connection to its checked address', () => {
    // A call of the global function; `fetch(…) {` declares a method of that name.
    const calls = filesWith(/(?<![.\w])fetch\((?![^()]*\)\s*(?::[^\n]*)?\{)/)
    // A page asks the site that it comes from.
    const isOfPage = (path: string) => /^svc-web\/src\/.*\/browser\//.test(path)
    // A command asks svc-web, from the container of a gateway.
    const isOfCommand = (path: string) => path === 'svc-web/src/cli/gateway-container.ts'
    // A reader of the documentation copies the call.
    const isCopied = (path: string) => path === 'svc-web/src/pages/reference/snippets.ts'
    const outside = calls.filter((path) => !isOfPage(path) && !isOfCommand(path) && !isCopied(path))
    expect(outside.filter((path) => /^(shared|svc-\w+|analysis)\//.test(path))).toEqual([
      'shared/src/upstream/http-client.ts',
    ])
    // The launcher asks the programs that it started; which mode to start in, and recordings, depend on servers elsewhere.
    expect(calls.filter((path) => /^dev\/(?!src\/up\/(answers\/)?[\w-]+\.ts)/.test(path))).toEqual([])
    const sockets = code.filter(({ imports }) =>
      imports.some((target) => /^node:(http|https|http2|net|tls)$/.test(target)),
    )
    expect(sockets.map(({ path }) => path).filter((path) => /^(shared|svc-\w+|analysis)\//.test(path))).toEqual([
      'svc-ingest/src/alerts/send-webhook.ts',
    ])
  })
  test('the time zone of Paris is named in one module of the product and one of the clients; elsewhere it is an example of a value', () => {
    const examples =
      /^(bench|shared\/src\/(contract|openapi)|clients\/typescript\/src\/requests|svc-history\/src\/analytics)\//
    expect(filesWith(/Europe\/Paris/).filter((path) => !examples.test(path))).toEqual([
      'clients/typescript/src/paris-time.ts',
      'shared/src/time/paris.ts',
    ])
  })
  test('numbers are rounded to decimals by one helper, except in benchmarks and in the published clients, which stand alone', () => {
    const wrong = filesWith(/Math\.round\([^\n]*\)\s*\/\s*(10+|1e\d|1_0)|Number\([^\n]*\.toFixed\(/)
    expect(wrong.filter((path) => !/^(bench|clients)\//.test(path))).toEqual([])
  })
  test('command lines are read by the library of one folder, and in the published client by the platform', () => {
    expect(filesWith(/\bparseArgs\b/)).toEqual(['clients/typescript/src/cli/arguments/read-options.ts'])
    const libraries = code.filter(({ imports }) => imports.some((target) => /^(commander|@bomb\.sh\/tab)/.test(target)))
    expect(
      libraries.filter(({ path }) => !path.startsWith('shared/src/command-line/')).map(({ path }) => path),
    ).toEqual([])
  })
  test('work that svc-ingest repeats outside of its queues is repeated in one way', () => {
    expect(filesWith(/\bsetInterval\(/).filter((path) => path.startsWith('svc-ingest/'))).toEqual([
      'svc-ingest/src/jobs/repeat-work.ts',
    ])
  })
})
