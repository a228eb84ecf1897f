import { call, expect, type Fixture, readFirstPart, waitUntil } from './smoke-fixture.ts'

/** Requests that are made to meet a limit: more than the smallest plan allows in a minute. */
const burst = 15

/** Pages in addition to the operations; `/account` is the one where members sign in. */
const pages = ['/', '/plans', '/docs', '/problems', '/account', '/llms.txt'] as const

/** The day whose past is loaded. */
const yesterday = Temporal.Now.plainDateISO('UTC').subtract({ days: 1 })

/** Queries of operations that answer nothing without one, by the end of their path. */
const queries: Readonly<Record<string, string>> = {
  '/v1/schedule': '?durationMinutes=60',
  '/carbon-intensity/past': `?datetime=${yesterday}T12:00:00Z`,
  '/carbon-intensity/past-range': `?start=${yesterday}T12:00:00Z&end=${yesterday}T14:00:00Z`,
}
const queryOf = (path: string): string => Object.entries(queries).find(([end]) => path.endsWith(end))?.[1] ?? ''

/** The part of an OpenAPI document that says which operations are read, and by which type. */
type Document = { paths: Record<string, { get?: { responses: Record<string, { content?: object }> } }> }

/** Paths of the documented operations that are read, as this gateway documents them; endless streams apart. */
export async function documentedPaths(fixture: Fixture): Promise<{ paths: string[]; streams: string[] }> {
  const { status, text } = await call(fixture, '/openapi.json')
  expect(status === 200, '/openapi.json', status)
  const document: Document = JSON.parse(text)
  const read = Object.keys(document.paths).filter((path) => document.paths[path]?.get !== undefined)
  const isStream = (path: string) => 'text/event-stream' in (document.paths[path]?.get?.responses['200']?.content ?? {})
  const whole = read.filter((path) => !path.includes('{') && !isStream(path))
  return { paths: whole.map((path) => `${path}${queryOf(path)}`), streams: read.filter(isStream) }
}

/** Loads the past of a day, as an operator does, and calls every documented endpoint until it answers, since the first data take a moment. */
export async function checkEndpoints(fixture: Fixture, key: string): Promise<void> {
  const days = ['--from', `${yesterday}`, '--to', `${yesterday.add({ days: 1 })}`]
  await fixture.compose.exec('svc-ingest-demo', 'hexawatt', 'points', ...days, '--load-feeds')
  const documented = await documentedPaths(fixture)
  const paths = [...documented.paths, ...pages]
  expect(paths.includes('/v1/score') && paths.includes('/api/status'), 'the documented endpoints', paths)
  let unanswered: readonly string[] = paths
  const askAgain = async () => {
    const answers = await Promise.all(unanswered.map(async (path) => ({ path, ...(await call(fixture, path, key)) })))
    const refused = answers.filter(({ status }) => status !== 200)
    unanswered = refused.map(({ path }) => path)
    return refused.map(({ path, status, text }) => `${path}: ${status} ${text.slice(0, 300)}`)
  }
  await waitUntil('200 from every documented endpoint', askAgain, (refusals) => refusals.length === 0)
  for (const path of documented.streams) {
    const text = await readFirstPart(fixture, path, key)
    expect(text.includes('event:'), `events from ${path}`, text)
  }
  const { headers } = await call(fixture, '/v1/score', key)
  expect(headers.get('x-data-mode') === 'demo', 'data that say they are invented', headers.get('x-data-mode'))
  const all = [...paths, ...documented.streams]
  fixture.say(`${all.length} endpoints answer 200: ${all.join(' ')}`)
}

/** Checks that clients without a key are refused and that a plan's limit holds, over all gateways. */
export async function checkRefusals(fixture: Fixture, smallKey: string): Promise<void> {
  const without = await call(fixture, '/v1/score')
  expect(without.status === 401 && without.text.includes('missing_api_key'), '401 without a key', without)
  const unknown = await call(fixture, '/v1/score', `hxw_${'0'.repeat(32)}`)
  expect(unknown.status === 401 && unknown.text.includes('invalid_api_key'), '401 with an unknown key', unknown)
  const answers = await Promise.all(Array.from({ length: burst }, () => call(fixture, '/v1/score', smallKey)))
  const limited = answers.filter(({ status }) => status === 429)
  const served = answers.filter(({ status }) => status === 200)
  expect(
    limited.length > 0 && limited.length + served.length === burst,
    '200 and 429',
    answers.map(({ status }) => status),
  )
  expect(
    limited.every(({ headers }) => Number(headers.get('retry-after')) >= 1),
    'Retry-After',
    limited[0]?.text,
  )
  fixture.say(
    `401 without and with an unknown key; ${limited.length} of ${burst} requests beyond the plan answered 429`,
  )
}
