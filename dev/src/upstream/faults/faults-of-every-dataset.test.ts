import { describe, expect, test } from 'bun:test'
import { feedSamples, openSamples, referenceSamples, samplesAsOf } from '../testing/sample-calls.ts'
import { useUpstreams } from '../testing/upstream-fixture.ts'
import type { FaultInput } from './fault.ts'

const upstreamAt = useUpstreams()
const upstream = await upstreamAt(samplesAsOf, { enforceQuota: false })

/** A fault without its subject. `Omit` alone would forget the members of each kind. */
type FaultOfSample = FaultInput extends infer Fault
  ? Fault extends FaultInput
    ? Omit<Fault, 'subject'>
    : never
  : never

const refusals = [
  ['rate_limited', 429],
  ['error_500', 500],
  ['unavailable_503', 503],
] as const

describe.each([...feedSamples, ...referenceSamples, ...openSamples])('$subject', ({ subject, path, query }) => {
  const ask = () => upstream.get(path, query)
  const askUnder = (fault: FaultOfSample) => {
    upstream.faults.set([{ ...fault, subject } as FaultInput])
    return ask()
  }
  const isOpen = openSamples.some((sample) => sample.subject === subject)
  const isFeed = feedSamples.some((sample) => sample.subject === subject)
  const own = isOpen ? ([['not_found_404', 404]] as const) : isFeed ? ([['expired_token', 401]] as const) : []

  test.each([...refusals, ...own])('%s: %i as often as asked, then an answer', async (kind, status) => {
    expect((await askUnder({ kind, times: 1 })).status).toBe(status)
    expect((await ask()).status).toBe(200)
  })

  test('rate_limited: the wait is named, or it is not', async () => {
    for (const [retryAfterSeconds, header] of [
      [90, '90'],
      [null, null],
    ] as const) {
      const response = await askUnder({ kind: 'rate_limited', retryAfterSeconds })
      expect([response.status, response.headers.get('retry-after')]).toEqual([429, header])
    }
  })

  test('slow, slow_body: the answer comes later and stays whole', async () => {
    const whole = await (await ask()).bytes()
    for (const kind of isOpen ? (['slow', 'slow_body'] as const) : (['slow'] as const)) {
      const startedMs = performance.now()
      const body = await (await askUnder({ kind, delayMs: 60 } as FaultInput)).bytes()
      expect(performance.now() - startedMs).toBeGreaterThanOrEqual(55)
      expect(body).toEqual(whole)
    }
  })

  test('cut_off_json: the first half of the body, or a connection that breaks', async () => {
    const whole = await (await ask()).bytes()
    const half = await (await askUnder({ kind: 'cut_off_json' })).bytes()
    expect(half).toEqual(whole.slice(0, Math.ceil(whole.length / 2)))
    const broken = await askUnder({ kind: 'cut_off_json', cut: 'connection' })
    await expect(broken.bytes()).rejects.toThrow()
  })
})

test.each(openSamples)(
  'html_200 and no_answer of $subject: a page with status 200, and no status at all',
  async (sample) => {
    const { subject, path, query } = sample
    upstream.faults.set([{ kind: 'html_200', subject }])
    const response = await upstream.get(path, query)
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
    expect(await response.text()).toStartWith('<!DOCTYPE html>')
    upstream.faults.set([{ kind: 'no_answer', subject }])
    await expect(upstream.get(path, query)).rejects.toThrow()
  },
)

describe.each([...feedSamples, ...referenceSamples])('the shape of $subject', ({ subject, path, query, rootName }) => {
  const rootUnder = async (faults: FaultInput[]) => {
    upstream.faults.set(faults)
    return (await (await upstream.get(path, query)).json()) as Record<string, unknown>
  }

  test('wrong_shape: the root has another name, or a text replaces its content', async () => {
    expect(await rootUnder([])).toHaveProperty(rootName)
    const renamed = Object.keys(await rootUnder([{ kind: 'wrong_shape', subject }]))
    expect([renamed.includes(rootName), renamed.includes(`${rootName}_v2`)]).toEqual([false, true])
    const text = (await rootUnder([{ kind: 'wrong_shape', subject, shape: 'text_values' }]))[rootName]
    const [block] = Array.isArray(text) ? text : [text]
    expect(typeof block === 'string' ? block : block.values).toBe('n/a')
  })
})

test('the metadata of the emission factors keep their shape', async () => {
  upstream.faults.set([{ kind: 'wrong_shape', subject: 'emission_factors', times: 1 }])
  const metadata = await (await upstream.get('/data-fair/api/v1/datasets/base-carboner')).json()
  expect(metadata).toHaveProperty('title', 'Base carbone®')
  expect(upstream.faults.list()).toHaveLength(1)
})
