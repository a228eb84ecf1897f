import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { loadNextPiece } from '@hexawatt/svc-ingest/src/past/load-past.ts'
import { readPastProgress } from '@hexawatt/svc-ingest/src/past/past-progress.ts'
import { publisherPolicies } from '@hexawatt/svc-ingest/src/sources/publishers.ts'
import { readCallsToday } from '@hexawatt/svc-ingest/src/upstream/publisher-pace-store.ts'
import { type FirstStartFixture, listContents, never, startFirstStartFixture } from './testing/first-start-fixture.ts'

/** Between two planned polls of every publisher. */
const asOf = '2026-04-20T12:07:00Z'

let fixture: FirstStartFixture
beforeEach(async () => {
  fixture = await startFirstStartFixture(asOf, 'polled')
})
afterEach(() => fixture.stop())

describe('polls come first', () => {
  const next = async () => loadNextPiece(fixture.createProgram(listContents(28)), 'odre', never)

  test('a poll that falls due within a minute, and one that is due, are waited for', async () => {
    fixture.clock.moveTo('2026-04-20T12:19:30Z')
    expect(await next()).toBe('waiting')
    fixture.clock.moveTo('2026-04-20T12:21:00Z')
    expect(await next()).toBe('waiting')
    await fixture.pollAll()
    expect(await next()).toBe('loaded')
  }, 60_000)

  test('the calls that the polls need until the end of the day are left to them', async () => {
    const { callsPerDay, pollCallsPerDay } = publisherPolicies.odre.pace
    const { shareLeft } = await readCallsToday(fixture.sql, 'odre')
    const kept = Math.ceil(callsPerDay - pollCallsPerDay * shareLeft)
    await fixture.sql`update publisher_calls set calls = ${kept - 2} where publisher = 'odre'`
    expect(await next()).toBe('waiting')
    await fixture.sql`update publisher_calls set calls = ${kept - 8} where publisher = 'odre'`
    expect(await next()).toBe('loaded')
  }, 60_000)

  test('a publisher that says its quota runs low is left alone', async () => {
    await fixture.sql`update publisher_pauses set is_quota_low = true where publisher = 'odre'`
    expect(await next()).toBe('waiting')
  }, 60_000)

  test('a full disk asks no publisher', async () => {
    const calls = await fixture.countCalls()
    const full = { ...fixture.createProgram(listContents(28)), hasRoom: async () => false }
    expect(await loadNextPiece(full, 'odre', never)).toBe('waiting')
    expect(await fixture.countCalls()).toBe(calls)
  }, 60_000)
})

describe('a refusal', () => {
  test('of too many calls pauses the publisher for every program, and leaves its days open', async () => {
    const contents = listContents(28)
    fixture.faults.set([{ kind: 'rate_limited', subject: 'odre', times: 1 }])
    expect(await loadNextPiece(fixture.createProgram(contents), 'odre', never)).toBe('failed')
    expect(await loadNextPiece(fixture.createProgram(contents, 'two'), 'odre', never)).toBe('waiting')
    await fixture.sql`update past_loaders set not_before = now()`
    expect(await loadNextPiece(fixture.createProgram(contents, 'two'), 'odre', never)).toBe('waiting')
    await fixture.sql`update publisher_pauses set not_before = null`
    expect(await fixture.loadAll(fixture.createProgram(contents, 'two'), ['odre'])).toEqual(['loaded', 'done'])
  }, 60_000)

  test('that repeats for one piece leaves its days out after four tries, so that older days are loaded', async () => {
    const contents = listContents(28).filter(({ id }) => id === 'energy_charts_price')
    const program = fixture.createProgram(contents)
    fixture.faults.set([{ kind: 'html_200', subject: 'energy-charts' }])
    for (let failure = 1; failure <= 4; failure++) {
      expect(await loadNextPiece(program, 'energy-charts', never)).toBe('failed')
      await fixture.sql`update past_loaders set not_before = now()`
    }
    fixture.faults.clear()
    expect(await fixture.loadAll(program, ['energy-charts'])).toEqual(['loaded', 'done'])
    expect(await readPastProgress(fixture.sql, contents, fixture.clock.now())).toMatchObject({ state: 'complete' })
  }, 60_000)

  test('of a publisher that answers no poll either leaves no day out, however long it lasts', async () => {
    const contents = listContents(28).filter(({ id }) => id === 'energy_charts_price')
    const program = fixture.createProgram(contents)
    // The last successful polls are older than the refusals, and none is due.
    await fixture.sql`update source_status set last_success_at = last_success_at - interval '45 minutes'`
    fixture.faults.set([{ kind: 'html_200', subject: 'energy-charts' }])
    for (let failure = 1; failure <= 6; failure++) {
      expect(await loadNextPiece(program, 'energy-charts', never)).toBe('failed')
      await fixture.sql`update past_loaders set not_before = now()`
    }
    fixture.faults.clear()
    await fixture.loadAll(program, ['energy-charts'])
    expect(await fixture.countKnownDays()).toEqual({ energy_charts_price: 27 })
  }, 60_000)
})
