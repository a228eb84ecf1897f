import { beforeEach, describe, expect, test } from 'bun:test'
import type { PlanId } from '@hexawatt/shared/contract/plans'
import { stopAtEnd } from '@hexawatt/shared/testing/close-at-end'
import { startHistoryFixture } from './testing/history-fixture.ts'
import { plainPoints } from './testing/sample-points.ts'
import { flatPoint } from './testing/sample-series.ts'

const now = '2025-06-20T12:05:00Z'
/** Yesterday noon to this morning: the present day is cut. */
const past = 'from=2025-06-19T12:00:00Z&to=2025-06-20T06:00:00Z'
const paths = ['/v1/score/history', '/v1/score/analytics'] as const

const fixture = stopAtEnd(await startHistoryFixture(now))
await fixture.addPoints(plainPoints('2025-06-10T00:00:00Z', '2025-06-20T12:05:00Z'))
beforeEach(() => fixture.moveTo(now))

async function headersOf(path: string, plan?: PlanId, init?: RequestInit): Promise<Headers> {
  const response = await fixture.ask(path, plan, init)
  expect(response.status).toBe(200)
  await response.bytes()
  return response.headers
}
const tagOf = async (path: string, plan?: PlanId, init?: RequestInit) => (await headersOf(path, plan, init)).get('etag')
const maxAgeOf = async (path: string) => (await headersOf(path)).get('cache-control')

for (const path of paths) {
  describe(`${path}: the tag`, () => {
    test('the tag of a past window stays while time passes and later points come', async () => {
      const tag = await tagOf(`${path}?${past}`)
      expect(tag).toMatch(/^W\/".+"$/)
      fixture.moveTo('2025-06-20T12:12:00Z')
      await fixture.addPoints([flatPoint('2025-06-20T12:10:00Z', 500)])
      expect(await tagOf(`${path}?${past}`)).toBe(tag)
      fixture.moveTo('2025-06-20T23:59:59Z')
      expect(await tagOf(`${path}?${past}`)).toBe(tag)
      fixture.moveTo('2025-06-22T08:00:00Z')
      expect(await tagOf(`${path}?${past}`)).toBe(tag)
      await fixture.removePoints('2025-06-20T12:10:00Z')
    })

    test('the tag of a window to now stays within a tick and changes with the next point', async () => {
      for (const window of ['', '?from=2025-06-19T12:00:00Z', '?to=2025-06-21T00:00:00Z']) {
        fixture.moveTo('2025-06-20T12:05:00Z')
        const tag = await tagOf(path + window)
        fixture.moveTo('2025-06-20T12:09:59Z')
        expect(await tagOf(path + window)).toBe(tag)
        fixture.moveTo('2025-06-20T12:10:11Z')
        await fixture.addPoints([flatPoint('2025-06-20T12:10:00Z', 500)])
        expect(await tagOf(path + window)).not.toBe(tag)
        await fixture.removePoints('2025-06-20T12:10:00Z')
      }
    })

    test('the tag of a window that begins 24 hours ago changes when its oldest point leaves it', async () => {
      fixture.moveTo('2025-06-20T12:10:00Z')
      const tag = await tagOf(path)
      fixture.moveTo('2025-06-20T12:10:01Z')
      expect(await tagOf(path)).not.toBe(tag)
    })

    test('the tag changes with a filled point, on a whole day and on the day that is cut', async () => {
      await fixture.removePoints('2025-06-15T10:00:00Z')
      await fixture.removePoints('2025-06-20T05:50:00Z')
      const window = `${path}?from=2025-06-14T00:00:00Z&to=2025-06-20T06:00:00Z`
      const tags = [await tagOf(window)]
      await fixture.addPoints(plainPoints('2025-06-15T10:00:00Z', '2025-06-15T10:01:00Z'))
      tags.push(await tagOf(window))
      await fixture.addPoints(plainPoints('2025-06-20T05:50:00Z', '2025-06-20T05:51:00Z'))
      tags.push(await tagOf(window))
      expect(new Set(tags).size).toBe(3)
    })

    test('the tag changes with parameters and depth, and not with another spelling', async () => {
      const tag = await tagOf(`${path}?${past}`)
      const others = [
        'from=2025-06-19T12:00:01Z&to=2025-06-20T06:00:00Z',
        'from=2025-06-19T12:00:00.001Z&to=2025-06-20T06:00:00Z',
        'from=2025-06-19T12:00:00Z&to=2025-06-20T06:00:01Z',
        `${past}&granularity=hourly`,
        `${past}&profile=national`,
        `${past}&profile=carbon`,
        `${past}&wPrice=0.3&wCarbon=0.3&wGrid=0.2&wAdequacy=0.2`,
      ]
      const tags = [tag, ...(await Promise.all(others.map((query) => tagOf(`${path}?${query}`))))]
      expect(new Set(tags).size).toBe(tags.length)
      expect(await tagOf(`${path}?${past}`, 'pro')).not.toBe(tag)
      expect(await tagOf(`${path}?${past}&granularity=raw`)).toBe(tag)
      const inParis = 'from=2025-06-19T14:00:00%2B02:00&to=2025-06-20T06:00:00.000Z'
      expect(await tagOf(`${path}?${inParis}`)).toBe(tag)
    })
  })

  describe(`${path}: Cache-Control`, () => {
    test('the past is cacheable for an hour, from ten minutes after its last tick on', async () => {
      expect(await maxAgeOf(`${path}?${past}`)).toBe('private, max-age=3600')
      const recent = `${path}?from=2025-06-20T06:00:00Z&to=2025-06-20T12:00:00Z`
      fixture.moveTo('2025-06-20T12:00:00Z')
      expect(await maxAgeOf(recent)).toBe('private, max-age=3600')
      // The point of 12:00 may still be computed: such a window is not past.
      fixture.moveTo('2025-06-20T12:09:50Z')
      for (const to of ['2025-06-20T12:00:01Z', '2025-06-20T12:00:00.0001Z']) {
        expect(await maxAgeOf(`${path}?from=2025-06-20T06:00:00Z&to=${to}`)).toBe('private, max-age=10')
      }
    })

    test('a window to now is cacheable to the next tick, or until the due point is there', async () => {
      fixture.moveTo('2025-06-20T12:05:00Z')
      for (const window of ['', '?to=2025-06-21T00:00:00Z']) {
        expect(await maxAgeOf(path + window)).toBe('private, max-age=300')
      }
      fixture.moveTo('2025-06-20T12:10:05Z')
      expect(await maxAgeOf(path)).toBe('private, max-age=10')
      fixture.moveTo('2025-06-20T12:10:15Z')
      expect(await maxAgeOf(path)).toBe('private, max-age=60')
      // Exactly on a tick, with nothing said of an end: the window moves on at once.
      fixture.moveTo('2025-06-20T12:20:00Z')
      expect(await maxAgeOf(path)).toBe('private, max-age=15')
    })
  })

  describe(`${path}: a client that has it`, () => {
    test('a client that has the response gets a 304 without a body and with the same validators, and no day of points is read', async () => {
      const window = `${path}?from=2025-06-11T06:00:00Z&to=2025-06-13T06:00:00Z`
      const headers = await headersOf(window)
      const queries = await fixture.dayQueries()
      for (const condition of [
        { 'if-none-match': headers.get('etag') ?? '' },
        { 'if-none-match': '*' },
        { 'if-modified-since': headers.get('last-modified') ?? '' },
      ] as Record<string, string>[]) {
        const known = await fixture.ask(window, 'scale', { headers: condition })
        expect([known.status, await known.text()]).toEqual([304, ''])
        for (const name of ['etag', 'last-modified', 'cache-control', 'x-data-mode']) {
          expect(known.headers.get(name)).toBe(headers.get(name))
        }
      }
      expect(await fixture.dayQueries()).toBe(queries)
      const other = { 'if-none-match': '"other"', 'if-modified-since': headers.get('last-modified') ?? '' }
      expect((await fixture.ask(window, 'scale', { headers: other })).status).toBe(200)
    })

    test('a client that sends only the date gets a point that was filled in long after its tick', async () => {
      const window = `${path}?from=2025-06-11T00:00:00Z&to=2025-06-12T00:00:00Z`
      await fixture.removePoints('2025-06-11T10:00:00Z')
      const since = { 'if-modified-since': (await headersOf(window)).get('last-modified') ?? '' }
      fixture.moveTo('2025-06-20T12:06:00Z')
      expect((await fixture.ask(window, 'scale', { headers: since })).status).toBe(304)
      await fixture.addPoints(plainPoints('2025-06-11T10:00:00Z', '2025-06-11T10:01:00Z'))
      expect((await fixture.ask(window, 'scale', { headers: since })).status).toBe(200)
    })

    test('a client is refused what its plan does not reach, whatever tag it sends', async () => {
      const tooDeep = await fixture.ask(`${path}?from=2025-06-10T00:00:00Z`, 'decouverte', {
        headers: { 'if-none-match': '*' },
      })
      expect([tooDeep.status, tooDeep.headers.get('etag')]).toEqual([403, null])
    })
  })
}

test('every format of a history and every zone of analytics has its own tag', async () => {
  const formats = ['application/json', 'text/csv', 'application/x-ndjson']
  const ofFormats = formats.map((accept) => tagOf(`${paths[0]}?${past}`, 'scale', { headers: { accept } }))
  const ofZones = ['UTC', 'Europe/Paris'].map((zone) => tagOf(`${paths[1]}?${past}&timezone=${zone}`))
  expect(new Set(await Promise.all([...ofFormats, ...ofZones])).size).toBe(5)
  expect(await tagOf(`${paths[1]}?${past}`)).toBe(await tagOf(`${paths[1]}?${past}&timezone=UTC`))
})
