import { expect, test } from 'bun:test'
import { buildLimitStateKey } from '@hexawatt/shared/redis/keys'
import { getMonthAt, type LimitSubject } from '../quota/quota.ts'
import { verdicts } from '../quota/reading.ts'
import { createSubject, december, november, novemberIndex, useLimitScript } from '../testing/limit-script-fixture.ts'
import { changeRequest, restoreRequest, takeRequest } from './limit-request.ts'

const { redis, run, takeMany, readStored } = await useLimitScript()
const { passed, byMinute, byMonth, unrestored } = verdicts

test('a new month begins at 0 and keeps the count of the month before; the minute continues', async () => {
  const subject = createSubject('account', 3, 3)
  expect(await takeMany(december - 1, subject, 3)).toEqual([passed, passed, passed])
  expect(await takeMany(december, subject)).toEqual([byMinute])
  expect(await takeMany(december + 60, subject)).toEqual([passed])
  expect(await readStored(subject)).toMatchObject({
    monthIndex: novemberIndex + 1,
    requests: 1,
    previousRequests: 3,
    isRestored: true,
  })
  // A month without requests lies between: nothing is known of the one before.
  expect(await takeMany(Date.UTC(2097, 1, 15) / 1_000, subject)).toEqual([passed])
  expect(await readStored(subject)).toMatchObject({ monthIndex: 2097 * 12 + 1, requests: 1, previousRequests: 0 })
})

test('a refund changes only its own month, and never goes below 0', async () => {
  const subject = createSubject('account', 9)
  await takeMany(december - 1, subject, 2)
  await run(december, [takeRequest(subject)])
  await run(december, [changeRequest(subject, novemberIndex, -1)])
  expect(await readStored(subject)).toMatchObject({ requests: 1, previousRequests: 1 })
  await run(december, Array(3).fill(changeRequest(subject, novemberIndex + 1, -1)))
  await run(december, [changeRequest(subject, novemberIndex - 1, -1)])
  expect(await readStored(subject)).toMatchObject({ requests: 0, previousRequests: 1 })
  const absent = createSubject('account', 9)
  await run(december, [changeRequest(absent, novemberIndex + 1, -1)])
  expect(await readStored(absent)).toBeNull()
})

test('requests served without Redis are added to their month, also to a missing state', async () => {
  const subject = createSubject('account', 9)
  await run(december, [changeRequest(subject, novemberIndex, 4), changeRequest(subject, novemberIndex + 1, 5)])
  expect(await readStored(subject)).toMatchObject({
    monthIndex: novemberIndex + 1,
    requests: 5,
    previousRequests: 4,
    isRestored: false,
  })
})

test('an account unknown to Redis is not served until its count is restored, which happens once', async () => {
  const subject = createSubject('account', 9, 12)
  const [asked] = await run(november, [takeRequest(subject)])
  expect(asked?.verdict).toBe(unrestored)
  expect(await readStored(subject)).toBeNull()
  const restore = restoreRequest(subject, novemberIndex, { requests: 11, overage: new Map() })
  const readings = await run(november, [restore, restore, takeRequest(subject), restore, takeRequest(subject)])
  expect(readings.slice(2).map(({ verdict }) => verdict)).toEqual([passed, passed, byMonth])
  expect(await readStored(subject)).toMatchObject({ requests: 12, isRestored: true })
})

test('requests served before the restore are added to the restored count', async () => {
  const subject = createSubject('account', 9)
  expect(await takeMany(november, subject, 2)).toEqual([passed, passed])
  expect(await readStored(subject)).toMatchObject({ requests: 2, isRestored: false })
  const [asked] = await run(november, [takeRequest(subject)])
  expect(asked?.verdict).toBe(unrestored)
  await run(november, [
    restoreRequest(subject, novemberIndex - 1, { requests: 50, overage: new Map() }),
    restoreRequest(subject, novemberIndex, { requests: 100, overage: new Map() }),
  ])
  expect(await readStored(subject)).toMatchObject({ requests: 102, isRestored: true })
})

test('addresses need no restore', async () => {
  const subjects = [createSubject('demo', 9), createSubject('anonymous', 9)]
  const readings = await run(
    november,
    subjects.map((subject) => takeRequest(subject)),
  )
  expect(readings.map(({ verdict }) => verdict)).toEqual([passed, passed])
})

test('a state from a distant future month is ignored, one from the next month is kept', async () => {
  const subject = createSubject('account', 9)
  await run(Date.UTC(2099, 0, 1) / 1_000, [restoreRequest(subject, 2099 * 12, { requests: 5, overage: new Map() })])
  expect(await readStored(subject)).toMatchObject({ monthIndex: 2099 * 12, requests: 5, isRestored: true })
  expect((await run(november, [takeRequest(subject)]))[0]?.verdict).toBe(unrestored)
  const other = createSubject('account', 9)
  await takeMany(december, other, 2)
  await takeMany(december - 1, other)
  expect(await readStored(other)).toMatchObject({ monthIndex: novemberIndex + 1, requests: 3 })
})

test('the largest limit and count are kept exactly', async () => {
  const subject = { ...createSubject('account', 60_000), month: { quota: 1e9, cap: 1e12 } }
  await run(november, [restoreRequest(subject, novemberIndex, { requests: 4_000_000_000, overage: new Map() })])
  const readings = await run(november, Array(100).fill(takeRequest(subject)))
  expect(readings.at(-1)).toMatchObject({ verdict: passed, minuteRequests: 100, monthRequests: 4_000_000_100 })
})
test('states expire 35 days after the month for accounts, after at most 31 days for demo addresses, after 2 minutes for others', async () => {
  const at = (subject: LimitSubject) => redis.expiretime(buildLimitStateKey(subject))
  // A real instant: what has expired already is not kept.
  const now = Math.floor(Date.now() / 1_000)
  const { endSeconds } = getMonthAt(now)
  const [account, demo, anonymous] = [
    createSubject('account', 9),
    createSubject('demo', 9),
    createSubject('anonymous', 9),
  ]
  for (const subject of [account, demo, anonymous]) await takeMany(now, subject)
  expect(await at(account)).toBe(endSeconds + 35 * 86_400)
  expect(await at(demo)).toBe(Math.min(endSeconds + 61, now + 31 * 86_400))
  expect(await at(anonymous)).toBe(now + 120)
  for (const subject of [account, demo, anonymous]) await takeMany(now + 50, subject)
  expect(await at(account)).toBe(endSeconds + 35 * 86_400)
  expect(await at(anonymous)).toBe(now + 170)
  const next = getMonthAt(endSeconds)
  for (const subject of [account, demo]) await takeMany(endSeconds, subject)
  expect(await at(account)).toBe(next.endSeconds + 35 * 86_400)
  expect(await at(demo)).toBe(Math.min(next.endSeconds + 61, endSeconds + 31 * 86_400))
})
