import { expect, test } from 'bun:test'
import type { Deprecation } from '@hexawatt/shared/contract/entry/operation'
import { getPlans } from '@hexawatt/shared/contract/operations/get-plans'
import { getProfiles } from '@hexawatt/shared/contract/operations/get-profiles'
import { createDeprecationHeaders } from '@hexawatt/shared/http/bodies/deprecation-headers'
import { createProductDocument } from '@hexawatt/shared/openapi/document'
import { useTestGateway } from '../testing/use-gateway.ts'

// An invented announcement: no operation of the product is deprecated.
const deprecated: Deprecation = {
  since: '2027-01-01T00:00:00Z',
  sunset: '2028-01-01T00:00:00Z',
  instead: 'Read the prices of the plans elsewhere.',
}
const { gateway } = await useTestGateway({ operations: [{ ...getPlans, deprecated }, getProfiles] })

const announced = {
  deprecation: '@1798761600',
  sunset: 'Sat, 01 Jan 2028 00:00:00 GMT',
  link: '<http://localhost:8080/docs>; rel="deprecation"; type="text/html"',
}

/** Headers of an answer that announce an end. */
async function readAnnouncement(path: string, init: RequestInit = {}) {
  const { status, headers } = await fetch(`${gateway.url}${path}`, init)
  const names = ['deprecation', 'sunset', 'link'].filter((name) => headers.has(name))
  return {
    status,
    exposed: headers.get('access-control-expose-headers'),
    headers: Object.fromEntries(names.map((name) => [name, headers.get(name)])),
  }
}

test('every answer of a deprecated operation announces its end, also a refusal and a 304, and scripts may read it', async () => {
  const whole = await readAnnouncement(getPlans.path)
  expect([whole.status, whole.headers]).toEqual([200, announced])
  expect(whole.exposed).toContain('X-Request-Id')
  expect(whole.exposed).toEndWith('Deprecation, Sunset, Link')
  expect(await readAnnouncement(getPlans.path, { method: 'HEAD' })).toMatchObject({ status: 200, headers: announced })
  expect(await readAnnouncement(`${getPlans.path}?nothing=1`)).toMatchObject({ status: 400, headers: announced })
  const etag = (await fetch(`${gateway.url}${getPlans.path}`)).headers.get('etag') ?? ''
  const known = await readAnnouncement(getPlans.path, { headers: { 'if-none-match': etag } })
  expect([known.status, known.headers]).toEqual([304, announced])
})

test('no other answer announces an end', async () => {
  for (const path of [getProfiles.path, '/problems', '/nothing'])
    expect((await readAnnouncement(path)).headers).toEqual({})
})

test('an end less than twelve months after its announcement is refused', () => {
  const create = (sunset: string) => createDeprecationHeaders({ ...deprecated, sunset }, '')
  expect(() => create('2027-12-31T23:59:59Z')).toThrow('works until 2028-01-01T00:00:00Z at least')
  expect(create(deprecated.sunset)['sunset']).toBe(announced.sunset)
})

test('no operation of the product is deprecated without its headers in the document', () => {
  const operations = Object.values(createProductDocument().paths).flatMap((item) => Object.values(item))
  const unannounced = operations.filter((operation) =>
    Object.values(operation.responses).some(({ headers }) => (operation.deprecated === true) !== 'Sunset' in headers),
  )
  expect(unannounced).toEqual([])
})
