import { expect, test } from 'bun:test'
import { createCachedBody } from '@hexawatt/shared/http/bodies/cached-body'
import { createShapedBodies } from './shaped-bodies.ts'

const changedAt = 'Tue, 03 Feb 2026 18:00:00 GMT'
const headers = { etag: 'W/"a"', 'last-modified': changedAt, 'cache-control': 'private, max-age=1800' }
const answerWith = (more: Readonly<Record<string, string>>) =>
  createCachedBody(more, new TextEncoder().encode('{"value":1}'))
const textOf = ({ body }: { body: Uint8Array }): string => new TextDecoder().decode(body)

test('a body is shaped once for each version of all of its sources, and its tag is that of the version', () => {
  const shapeOnce = createShapedBodies()
  const answer = answerWith(headers)
  const [first, second] = [{ mw: 1 }, { mw: 2 }]
  const shapeWith = (source: { mw: number }, changedAtMs: number) =>
    shapeOnce('mix', answer, 'Accept', () => source, { sources: [source], changedAtMs })
  const shaped = shapeWith(first, 0)
  expect([shapeWith(first, 0) === shaped, textOf(shaped)]).toEqual([true, '{"mw":1}'])
  const later = shapeWith(second, Date.parse(changedAt) + 60_000)
  expect([textOf(later), later.headers['etag'] === shaped.headers['etag']]).toEqual(['{"mw":2}', false])
  expect(shaped.headers['last-modified']).toBe(changedAt)
  expect(later.headers['last-modified']).toBe('Tue, 03 Feb 2026 18:01:00 GMT')
  expect(later.headers['cache-control']).toBe('private, max-age=300')
  expect(textOf(shapeOnce('level', answer, 'Accept', () => ({ level: 'low' })))).toBe('{"level":"low"}')
})

test('a body without further sources has the version of its answer, and a stale one lets nothing be stored', () => {
  const shapeOnce = createShapedBodies()
  expect(shapeOnce('latest', answerWith(headers), 'Accept', () => ({})).headers).toEqual({ ...headers, vary: 'Accept' })
  const stale = answerWith({ 'cache-control': 'no-store' })
  const further = { sources: [1], changedAtMs: 0 }
  expect(shapeOnce('mix', stale, 'Accept', () => ({}), further).headers).toEqual({
    'cache-control': 'no-store',
    vary: 'Accept',
  })
})
