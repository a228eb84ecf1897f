import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { chooseSignalMessage } from '@hexawatt/shared/methodology/score/texts/advice-texts'
import { gridStatusSnapshot } from '@hexawatt/shared/snapshot/kinds'
import { addParisDays } from '@hexawatt/shared/time/paris'
import { normaliseGridSignals } from '../sources/rte/grid-signals.ts'
import { type ComputeFixture, createComputeFixture } from '../testing/compute-fixture.ts'
import { refreshGridStatus } from './refresh-grid-status.ts'

let fixture: ComputeFixture

beforeEach(async () => {
  fixture = await createComputeFixture('2026-02-03T17:00:00')
})
afterEach(() => fixture.stop())

/** A day as the publisher sends it: local midnight, level of the day, levels of these steps. */
type Day = { jour: string; level?: number; message?: string | null; steps: Record<number, number> }

/** Stores an issue at an instant, as the poll that fetches it does. */
async function issue(at: string, ...days: Day[]): Promise<void> {
  fixture.moveTo(at)
  const signals = days.map(({ jour, level = 1, message = 'Pas d’alerte.', steps }) => ({
    GenerationFichier: `${at}Z`,
    jour,
    dvalue: level,
    message,
    values: Object.entries(steps).map(([pas, hvalue]) => ({ pas: Number(pas), hvalue })),
  }))
  const { measurements, documents } = normaliseGridSignals({ signals })
  const lastDay = Temporal.Instant.from(days.at(-1)?.jour ?? '')
  await fixture.bring('grid_signals', { measurements, documents, newestSlotEnd: addParisDays(lastDay, 1) })
}

async function snapshotAt(at: string) {
  fixture.moveTo(at)
  await refreshGridStatus(fixture.deps)
  return fixture.snapshot(gridStatusSnapshot)
}

/** The same level in steps `first` to `last`. */
function steps(first: number, last: number, level = 1): Record<number, number> {
  return Object.fromEntries(Array.from({ length: last - first + 1 }, (_, index) => [first + index, level]))
}

test('before the first issue nothing is written', async () => {
  expect(await snapshotAt('2026-02-03T17:05:00')).toBeNull()
})

test('hours of today that the newest issue no longer has come from the issue that had them', async () => {
  await issue('2026-02-02T16:00:00', { jour: '2026-02-03T00:00:00+01:00', steps: steps(0, 23) })
  await issue('2026-02-03T17:00:00', { jour: '2026-02-03T00:00:00+01:00', level: 2, steps: steps(18, 23, 2) })
  const day = (await snapshotAt('2026-02-03T17:05:00'))?.days[0]
  expect(day).toMatchObject({ date: '2026-02-03', status: 'Tendu', message: 'Pas d’alerte.' })
  expect(day?.hours.map(({ status }) => status)).toEqual([
    ...Array<'Favorable'>(18).fill('Favorable'),
    ...Array<'Tendu'>(6).fill('Tendu'),
  ])
  expect(day?.hours[0]?.time).toBe('2026-02-02T23:00:00Z')
})

test('an hour that was not published is listed without a status, and a day without a message gets a sentence for its level', async () => {
  await issue('2026-02-03T17:00:00', { jour: '2026-02-03T00:00:00+01:00', message: null, steps: steps(18, 23) })
  const snapshot = await snapshotAt('2026-02-03T17:05:00')
  const hours = snapshot?.days[0]?.hours ?? []
  expect(hours.map(({ status }) => status)).toEqual([
    ...Array<null>(18).fill(null),
    ...Array<'Favorable'>(6).fill('Favorable'),
  ])
  expect([hours[0]?.time, hours[18]?.time]).toEqual(['2026-02-02T23:00:00Z', '2026-02-03T17:00:00Z'])
  expect(snapshot?.days[0]?.message).toBe(chooseSignalMessage('', 1))
})

describe('a day whole', () => {
  for (const { name, jour, hours, first, last } of [
    { name: '23', jour: '2026-03-29T00:00:00+01:00', hours: 23, first: '2026-03-28T23', last: '2026-03-29T21' },
    { name: '25', jour: '2026-10-25T00:00:00+02:00', hours: 25, first: '2026-10-24T22', last: '2026-10-25T22' },
  ]) {
    test(`of ${name} hours has them all, each once`, async () => {
      await issue('2026-03-28T17:00:00', { jour, steps: steps(0, hours - 1) })
      const day = (await snapshotAt(`${last}:30:00`))?.days[0]
      const times = day?.hours.map(({ time }) => time) ?? []
      expect(new Set(times).size).toBe(hours)
      expect([times[0], times.at(-1)]).toEqual([`${first}:00:00Z`, `${last}:00:00Z`])
    })

    test(`of ${name} hours has them all on the first day of an installation, null before its first issue`, async () => {
      // Steps count the hours of the wall clock here: 18 to 23 are the last six of either day.
      await issue('2026-03-28T17:00:00', { jour, steps: steps(18, 23) })
      const day = (await snapshotAt(`${last}:30:00`))?.days[0]
      expect(day?.hours.map(({ status }) => status)).toEqual([
        ...Array<null>(hours - 6).fill(null),
        ...Array<'Favorable'>(6).fill('Favorable'),
      ])
    })
  }
})

test('the days are today and those published after it, ascending, and yesterday disappears at midnight', async () => {
  const days = ['02-03', '02-04', '02-05'].map((date) => ({ jour: `2026-${date}T00:00:00+01:00`, steps: steps(0, 23) }))
  await issue('2026-02-03T17:00:00', ...days.toReversed())
  const dates = async (at: string) => (await snapshotAt(at))?.days.map(({ date }) => date)
  expect(await dates('2026-02-03T22:59:59')).toEqual(['2026-02-03', '2026-02-04', '2026-02-05'])
  expect(await dates('2026-02-03T23:00:00')).toEqual(['2026-02-04', '2026-02-05'])
})

test('the answer says when it was issued and fetched, and is stale when the next issue is overdue beyond its tolerance', async () => {
  const jour = '2026-02-06T00:00:00+01:00'
  await issue('2026-02-03T16:00:00', { jour, steps: steps(0, 23) })
  // The next issue, covering D+3 = 7 February, is due on the 4th at 17:00 Paris and may be 12 hours late.
  const onTime = await snapshotAt('2026-02-05T04:00:00')
  expect(onTime).toMatchObject({
    publishedAt: '2026-02-03T16:00:00Z',
    fetchedAt: '2026-02-03T16:00:00Z',
    isStale: false,
  })
  expect((await snapshotAt('2026-02-05T04:00:01'))?.isStale).toBe(true)
})

test('an issue that became known after the instant is not used', async () => {
  await issue('2026-02-03T17:00:00', { jour: '2026-02-03T00:00:00+01:00', steps: steps(0, 23) })
  await issue('2026-02-03T17:20:00', { jour: '2026-02-03T00:00:00+01:00', level: 3, steps: steps(0, 23, 3) })
  expect((await snapshotAt('2026-02-03T17:19:59'))?.days[0]?.status).toBe('Favorable')
  expect((await snapshotAt('2026-02-03T17:20:00'))?.days[0]?.status).toBe('TresTendu')
})
