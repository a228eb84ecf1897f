import { afterAll, expect, test } from 'bun:test'
import { createRedis, whenRedisReady } from '@hexawatt/shared/redis/client'
import { buildLimitStateKey } from '@hexawatt/shared/redis/keys'
import { readStateMonths } from '@hexawatt/shared/redis/limit-state'
import { createLogger } from '@hexawatt/shared/telemetry/logger'
import { createTestRedisUrl } from '@hexawatt/shared/testing/stores-fixture'
import fc from 'fast-check'
import { getMonthAt, type LimitSubject, listStates, type MonthTerms } from '../quota/quota.ts'
import { type Reading, verdicts } from '../quota/reading.ts'
import {
  createFormerInput,
  packFormerChange,
  packFormerRestore,
  packFormerTake,
  readFormerReply,
  scriptBefore,
} from '../testing/limit-script-before-fixture.ts'
import { december, useLimitScript } from '../testing/limit-script-fixture.ts'
import { changeRequest, restoreRequest, takeRequest } from './limit-request.ts'

/** Gateways of both releases use one Redis; beside it, another one that only gateways of the release before use. */
const { redis, run } = await useLimitScript()
const redisBefore = createRedis(await createTestRedisUrl(), createLogger('test', 'silent'))
await whenRedisReady(redisBefore)
afterAll(() => redisBefore.disconnect())

const maxAddressesOfTag = 2

type Step =
  | { name: 'take'; pauseSeconds: number; subject: number; times: number; isExempt: boolean }
  | {
      name: 'change'
      pauseSeconds: number
      subject: number
      monthsBack: number
      change: number
      minuteRequests: number
    }
  | { name: 'restore'; pauseSeconds: number; subject: number; monthsBack: number; requests: number; overage: number[] }

const subject = fc.nat(5)
/** Only what is counted by month is changed. */
const ofMonth = fc.nat(3)
const pauseSeconds = fc.oneof(fc.nat(3), fc.nat(70), fc.integer({ min: -5, max: 0 }), fc.constant(40_000))
const monthsBack = fc.nat(1)
const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    {
      weight: 6,
      arbitrary: fc.record({
        name: fc.constant('take' as const),
        pauseSeconds,
        subject,
        times: fc.integer({ min: 1, max: 9 }),
        isExempt: fc.boolean(),
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        name: fc.constant('change' as const),
        pauseSeconds,
        subject: ofMonth,
        monthsBack,
        change: fc.integer({ min: -9, max: 9 }),
        minuteRequests: fc.nat(3),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        name: fc.constant('restore' as const),
        pauseSeconds,
        subject: fc.nat(2),
        monthsBack,
        requests: fc.nat(12),
        overage: fc.array(fc.nat(4), { minLength: 3, maxLength: 3 }),
      }),
    },
  ),
  { minLength: 5, maxLength: 50 },
)

/** Accounts on two plans and without one, and client addresses in blocks. */
function subjectsOf(id: string): LimitSubject[] {
  const account = (terms: MonthTerms): LimitSubject => ({
    kind: 'account',
    id: `acc_${id}`,
    requestsPerMinute: 20,
    month: terms,
  })
  const block = (kind: 'demo' | 'anonymous', name: string, factor: number): LimitSubject => ({
    kind,
    id: `${id} ${name}`,
    placedBy: id,
    requestsPerMinute: 4 * factor,
    month: kind === 'demo' ? { quota: 9 * factor, cap: 9 * factor } : null,
  })
  return [
    account({ quota: 5, cap: 60, overagePlanIndex: 2 }),
    account({ quota: 12, cap: 80, overagePlanIndex: 3 }),
    account({ quota: 12, cap: 12 }),
    { ...block('demo', 'own', 1), wider: [block('demo', 'wide', 4)] },
    { ...block('anonymous', 'own', 1), wider: [block('anonymous', 'middle', 4), block('anonymous', 'wide', 16)] },
    block('anonymous', 'other', 1),
  ]
}

async function runBefore(connection: typeof redis, now: number, operations: ReturnType<typeof packFormerTake>) {
  const { keys, args } = createFormerInput(operations, now, maxAddressesOfTag)
  const reply = await connection.eval(scriptBefore, keys.length, ...keys, ...args)
  return readFormerReply(numbersOf(reply))
}

/** @throws unless a reply is a list of numbers */
function numbersOf(reply: unknown): number[] {
  if (!Array.isArray(reply)) throw new Error('the script did not reply a list')
  return reply.map(Number)
}

/** What a step asks, in the words of both releases. */
function requestsOf(step: Step, subject: LimitSubject, index: number) {
  if (step.name === 'take') {
    return { before: packFormerTake(subject, index, step.isExempt), after: takeRequest(subject, step.isExempt) }
  }
  const month = index - step.monthsBack
  if (step.name === 'change') {
    const { change, minuteRequests } = step
    return {
      before: packFormerChange(subject, month, change, minuteRequests),
      after: changeRequest(subject, month, change, minuteRequests),
    }
  }
  const { requests, overage } = step
  const byIndex = new Map(overage.map((count, i) => [i + 1, count]))
  return {
    before: packFormerRestore(subject, month, requests, overage),
    after: restoreRequest(subject, month, { requests, overage: byIndex }),
  }
}

/** What a caller is told. Beside a refusal nothing else of the states is shown. */
function told(
  readings: readonly (Pick<Reading, 'freeSeconds' | 'minuteRequests' | 'monthRequests'> & { verdict: number })[],
) {
  return readings.map(({ verdict, freeSeconds, minuteRequests, monthRequests }) =>
    verdict === verdicts.undone ? [verdict, minuteRequests] : [verdict, freeSeconds, minuteRequests, monthRequests],
  )
}

test('gateways of this release and the one before decide, count and price on one Redis like the one before', async () => {
  await fc.assert(
    fc.asyncProperty(steps, fc.infiniteStream(fc.boolean()), async (sequence, isBefore) => {
      await Promise.all([redis, redisBefore].map((each) => each.flushdb()))
      const subjects = subjectsOf('x')
      let now = december - 100_000
      for (const step of sequence) {
        now += step.pauseSeconds
        const asked = subjects[step.subject]
        if (asked === undefined) throw new Error('no subject')
        const { before, after } = requestsOf(step, asked, getMonthAt(now).index)
        const times = step.name === 'take' ? step.times : 1
        const expected = await runBefore(redisBefore, now, Array(times).fill(before).flat())
        const readings =
          isBefore.next().value === true
            ? await runBefore(redis, now, Array(times).fill(before).flat())
            : await run(now, Array(times).fill(after), 2)
        if (step.name === 'take') expect(told(readings as Reading[])).toEqual(told(expected as Reading[]))
        for (const state of listStates(asked)) {
          const [mine, theirs] = await Promise.all(
            [redis, redisBefore].map((each) => each.getBuffer(buildLimitStateKey(state))),
          )
          expect(mine && readStateMonths(mine)).toEqual(theirs && readStateMonths(theirs))
        }
      }
    }),
    { numRuns: 120 },
  )
})
