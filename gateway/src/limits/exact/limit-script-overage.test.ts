import { expect, test } from 'bun:test'
import { buildLimitStateKey } from '@hexawatt/shared/redis/keys'
import { readStateMonths } from '@hexawatt/shared/redis/limit-state'
import type { LimitSubject, MonthTerms } from '../quota/quota.ts'
import { verdicts } from '../quota/reading.ts'
import { createSubject, december, november, novemberIndex, useLimitScript } from '../testing/limit-script-fixture.ts'
import { changeRequest, restoreRequest, takeRequest } from './limit-request.ts'

const { redis, run, takeMany, readStored } = await useLimitScript()
const { passed, byMonth } = verdicts

const pro: MonthTerms = { quota: 2, cap: 100, overagePlanIndex: 2 }
const scale: MonthTerms = { quota: 5, cap: 100, overagePlanIndex: 3 }

/** The account under the terms of a plan. */
function under(subject: LimitSubject, month: LimitSubject['month']): LimitSubject {
  return { ...subject, month }
}

test('overage is counted for the plan in force, and a larger quota includes requests again', async () => {
  const subject = createSubject('account', 99)
  await takeMany(november, under(subject, pro), 4)
  expect((await readStored(subject))?.overage).toEqual({ decouverte: 0, pro: 2, scale: 0 })
  await takeMany(november, under(subject, scale), 3)
  expect(await readStored(subject)).toMatchObject({ requests: 7, overage: { decouverte: 0, pro: 2, scale: 2 } })
})

test('a refund lowers overage first; if its plan has none, that of the other plans', async () => {
  const subject = under(createSubject('account', 99), pro)
  await takeMany(november, subject, 4)
  const giveBack = changeRequest(under(subject, { ...pro, overagePlanIndex: 3 }), novemberIndex, -1)
  await run(november, [giveBack])
  expect(await readStored(subject)).toMatchObject({ requests: 3, overage: { pro: 1, scale: 0 } })
  await run(november, [giveBack, giveBack])
  expect(await readStored(subject)).toMatchObject({ requests: 1, overage: { decouverte: 0, pro: 0, scale: 0 } })
})

test('requests added after an outage count as overage from the quota on', async () => {
  const subject = under(createSubject('account', 99), pro)
  await takeMany(november, subject)
  await run(november, [changeRequest(subject, novemberIndex, 6)])
  expect(await readStored(subject)).toMatchObject({ requests: 7, overage: { pro: 5 } })
})

test('a new month keeps the overage of the month before, and late changes still reach that month', async () => {
  const subject = under(createSubject('account', 99), pro)
  await takeMany(december - 1, subject, 4)
  await takeMany(december, subject, 3)
  const turned = { requests: 3, previousRequests: 4, overage: { pro: 1 }, previousOverage: { pro: 2 } }
  expect(await readStored(subject)).toMatchObject(turned)
  await run(december, [changeRequest(subject, novemberIndex, 1), changeRequest(subject, novemberIndex + 1, -1)])
  const told = { requests: 2, previousRequests: 5, overage: { pro: 0 }, previousOverage: { pro: 3 } }
  expect(await readStored(subject)).toMatchObject(told)
  // The window of the minute and a clock that goes back leave it alone.
  await takeMany(december + 100, subject, 2)
  await takeMany(december + 90, subject)
  expect(await readStored(subject)).toMatchObject({ requests: 5, overage: { pro: 3 }, previousOverage: { pro: 3 } })
})

test('requests served before the restore come after the restored ones, and count as overage accordingly', async () => {
  const subject = under(createSubject('account', 99), pro)
  await takeMany(november, subject, 3)
  expect((await readStored(subject))?.overage).toMatchObject({ pro: 1 })
  const persisted = { requests: 4, overage: new Map([2, 3].map((index) => [index, 1])) }
  await run(november, [restoreRequest(subject, novemberIndex, persisted)])
  expect(await readStored(subject)).toMatchObject({ requests: 7, overage: { decouverte: 0, pro: 4, scale: 1 } })
})

test('raised terms apply in their month only, also to a request at the turn of the month', async () => {
  const raised = { ...scale, cap: 6, monthIndex: novemberIndex }
  const subject = under(createSubject('account', 99), { ...pro, cap: 3, raised })
  expect(await takeMany(december - 1, subject, 7)).toEqual([...Array(6).fill(passed), byMonth])
  expect(await takeMany(december, subject, 4)).toEqual([passed, passed, passed, byMonth])
  const told = { overage: { pro: 1, scale: 0 }, previousOverage: { pro: 0, scale: 1 } }
  expect(await readStored(subject)).toMatchObject(told)
  expect(takeRequest(subject).raised?.monthIndex).toBe(novemberIndex)
})

test('overage of every plan index is stored separately through refunds, restores and a new month', async () => {
  const subject = createSubject('account', 99)
  const priced = (overagePlanIndex: number) => under(subject, { quota: 1, cap: 100, overagePlanIndex })
  for (const index of [4, 2, 200]) await takeMany(december - 9, priced(index), 3)
  const overageOf = async () => {
    const state = await redis.getBuffer(buildLimitStateKey(subject))
    const months = state === null ? null : readStateMonths(state)
    const nonzero = (counts: Iterable<[number, number]>) => Object.fromEntries([...counts].filter(([, n]) => n > 0))
    return months && [nonzero(months.overage), nonzero(months.previousOverage)]
  }
  expect(await overageOf()).toEqual([{ 2: 3, 4: 2, 200: 3 }, {}])
  // Four of the plan with index 200 are given back: it had three, and the next one loses the fourth.
  await run(december - 8, [changeRequest(priced(200), novemberIndex, -4)])
  expect(await overageOf()).toEqual([{ 2: 2, 4: 2 }, {}])
  const stored = {
    requests: 5,
    overage: new Map([
      [4, 3],
      [255, 1],
    ]),
  }
  await run(december - 7, [restoreRequest(priced(4), novemberIndex, stored)])
  // The five stored requests fill the quota, and those of Redis came after them.
  expect(await overageOf()).toEqual([{ 2: 2, 4: 6, 255: 1 }, {}])
  await takeMany(december + 90, priced(255), 2)
  expect(await overageOf()).toEqual([{ 255: 1 }, { 2: 2, 4: 6, 255: 1 }])
  await takeMany(Date.UTC(2097, 0, 5) / 1_000, priced(4), 2)
  expect(await overageOf()).toEqual([{ 4: 1 }, { 255: 1 }])
})

test('the minute window is exact beyond the quota, also where its ring of seconds restarts', async () => {
  const subject = under(createSubject('account', 99), pro)
  // The second half of the ring: the requests half a minute later lie in the first half.
  const start = november + 61 - (november % 61) + 50
  await takeMany(start, subject, 4)
  await takeMany(start + 30, subject)
  const [reading] = await run(start + 61, [takeRequest(subject, true)])
  expect(reading).toMatchObject({ verdict: passed, minuteRequests: 2, freeSeconds: 29 })
})
