import { afterEach, beforeEach, expect, test } from 'bun:test'
import { readDocuments } from '@hexawatt/shared/stored-rows/stored-rows-store'
import { type ComputeFixture, createComputeFixture, utc } from '../testing/compute-fixture.ts'

const span = {
  feed: 'generation_unavailabilities',
  from: utc('2026-02-03T11:00:00'),
  to: utc('2026-02-05T15:00:00'),
} as const
let fixture: ComputeFixture

beforeEach(async () => {
  fixture = await createComputeFixture('2026-02-03T10:00:00')
})
afterEach(() => fixture.stop())

/** Stores a version of a message at an instant. */
async function publish(at: string, key: string, from: string, to: string, status = 'ACTIVE'): Promise<void> {
  fixture.moveTo(at)
  const document = { key, validFrom: utc(from), validTo: utc(to), body: { eventStatus: status }, updatedAt: utc(at) }
  await fixture.bring('generation_unavailabilities', { documents: [document] })
}

/** Key and status of the documents known at an instant. */
async function knownAt(at: string): Promise<unknown[]> {
  return (await readDocuments(fixture.sql, span, utc(at))).map(({ key, body }) => [key, body])
}

test('a message that was moved out of the span is not returned, and is again once it is moved back', async () => {
  await publish('2026-02-03T10:00:00', 'A', '2026-02-03T12:00:00', '2026-02-03T20:00:00')
  await publish('2026-02-03T10:30:00', 'A', '2026-03-03T12:00:00', '2026-03-03T20:00:00')
  expect(await knownAt('2026-02-03T10:29:59')).toEqual([['A', { eventStatus: 'ACTIVE' }]])
  expect(await knownAt('2026-02-03T10:30:00')).toEqual([])
  await publish('2026-02-03T11:00:00', 'A', '2026-02-05T14:00:00', '2026-02-05T20:00:00')
  expect(await knownAt('2026-02-03T12:00:00')).toHaveLength(1)
})

test('a withdrawn message is returned as withdrawn, never as the version before', async () => {
  await publish('2026-02-03T10:00:00', 'A', '2026-02-03T12:00:00', '2026-02-03T20:00:00')
  await publish('2026-02-03T10:30:00', 'A', '2026-02-03T12:00:00', '2026-02-03T20:00:00', 'DISMISSED')
  expect(await knownAt('2026-02-03T11:00:00')).toEqual([['A', { eventStatus: 'DISMISSED' }]])
})

test('validity excludes its end, and messages are sorted by their beginning', async () => {
  await publish('2026-02-03T10:00:00', 'ended', '2026-02-03T02:00:00', '2026-02-03T11:00:00')
  await publish('2026-02-03T10:00:01', 'later', '2026-02-04T00:00:00', '2026-02-09T00:00:00')
  await publish('2026-02-03T10:00:02', 'sooner', '2025-02-04T00:00:00', '2026-02-03T11:00:01')
  await publish('2026-02-03T10:00:03', 'beyond', '2026-02-05T15:00:00', '2026-02-09T00:00:00')
  expect((await readDocuments(fixture.sql, span, utc('2026-02-03T12:00:00'))).map(({ key }) => key)).toEqual([
    'sooner',
    'later',
  ])
})
