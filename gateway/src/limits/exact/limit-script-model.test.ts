import { expect, test } from 'bun:test'
import { buildLimitStateKey } from '@hexawatt/shared/redis/keys'
import { type OverageByPlanIndex, readStateMonths } from '@hexawatt/shared/redis/limit-state'
import fc from 'fast-check'
import { getMonthAt, type LimitSubject } from '../quota/quota.ts'
import { verdicts } from '../quota/reading.ts'
import { december, useLimitScript } from '../testing/limit-script-fixture.ts'
import { changeRequest, takeRequest } from './limit-request.ts'

const { redis, run } = await useLimitScript()

/** Indexes with a place of their own in a state, and others; 0 = requests beyond the quota are not counted apart. */
const planIndexes = [0, 1, 2, 3, 4, 7, 128, 254, 255] as const
const requestsPerMinute = 30
const cap = 60
const quotaOf = (plan: number): number => 3 + (plan % 5)

/** A month as this model counts it. */
type Month = { requests: number; overage: Map<number, number> }

const newMonth = (): Month => ({ requests: 0, overage: new Map() })

/** One account as it should be counted, in the plainest way. */
function createModel() {
  const months = new Map<number, Month>()
  let newestMonth: number | null = null
  let admittedAt: number[] = []
  let newest = 0

  const monthOf = (index: number): Month => months.getOrInsertComputed(index, newMonth)

  function addOverage({ overage }: Month, plan: number, change: number): void {
    // What is given back may have been counted for another plan: the next one loses it.
    for (let at = plan, left = change, turns = 0; left !== 0 && turns < 255; at = (at % 255) + 1, turns += 1) {
      const part = Math.max(left, -(overage.get(at) ?? 0))
      overage.set(at, (overage.get(at) ?? 0) + part)
      left -= part
    }
  }

  function countMonth(month: Month, plan: number, change: number): void {
    const before = month.requests
    month.requests = Math.max(0, before + change)
    const beyond = (requests: number) => Math.max(0, requests - quotaOf(plan))
    if (plan > 0) addOverage(month, plan, beyond(month.requests) - beyond(before))
  }

  /** Where the clock goes back, all requests count as of now. */
  function admittedIn(now: number): number[] {
    const moved = now < newest ? admittedAt.map(() => now) : admittedAt
    return moved.filter((second) => now - second < 61)
  }

  return {
    take(now: number, plan: number): [verdict: number, monthRequests: number] {
      const index = getMonthAt(now).index
      const month = monthOf(index)
      const admitted = admittedIn(now)
      // Of the oldest second, which has left the minute in part, a 60th of the limit does not count.
      const leaving = admitted.filter((second) => now - second === 60).length
      const counting = admitted.length - Math.min(leaving, Math.ceil(requestsPerMinute / 60))
      if (counting >= requestsPerMinute) return [verdicts.byMinute, month.requests]
      newestMonth = index
      newest = now
      admittedAt = [...admitted, now]
      if (month.requests >= cap) return [verdicts.byMonth, month.requests]
      countMonth(month, plan, 1)
      return [verdicts.passed, month.requests]
    },
    change(now: number, index: number, plan: number, change: number): void {
      const month = monthOf(index)
      const before = month.requests
      countMonth(month, plan, change)
      if (month.requests === before) return
      // The script writes the whole state: a clock that went back, or a window that is over, is then settled for the minute too.
      admittedAt = admittedIn(now)
      if (now < newest || now - newest >= 61) newest = now
    },
    months: () =>
      newestMonth === null
        ? null
        : [monthOf(newestMonth), monthOf(newestMonth - 1)].map(({ requests, overage }) => ({
            requests,
            overage: counted(overage),
          })),
  }
}

/** The counts above 0, in order. */
function counted(overage: OverageByPlanIndex): [plan: number, requests: number][] {
  return [...overage].filter(([, requests]) => requests > 0).sort(([one], [other]) => one - other)
}

const plan = fc.constantFrom(...planIndexes)
const pauseSeconds = fc.oneof(fc.nat(3), fc.nat(70), fc.integer({ min: -5, max: 0 }), fc.constant(40_000))
const take = fc.record({ plan, pauseSeconds, times: fc.integer({ min: 1, max: 9 }) })
const change = fc.record({ plan, monthsBack: fc.nat(1), change: fc.integer({ min: -9, max: 9 }) })

test('requests, refunds and plan changes are counted as in a plain model, for every plan index', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.oneof(take, take, change), { minLength: 5, maxLength: 40 }), async (steps) => {
      await redis.flushdb()
      const model = createModel()
      let now = december - 100_000
      for (const step of steps) {
        const month = { quota: quotaOf(step.plan), cap, ...(step.plan > 0 && { overagePlanIndex: step.plan }) }
        const subject: LimitSubject = { kind: 'account', id: 'modelled', requestsPerMinute, month }
        if ('times' in step) {
          now += step.pauseSeconds
          const readings = await run(now, Array(step.times).fill(takeRequest(subject, true)))
          const expected = Array.from({ length: step.times }, () => model.take(now, step.plan))
          expect(readings.map(({ verdict, monthRequests }): [number, number] => [verdict, monthRequests])).toEqual(
            expected,
          )
        } else if (model.months() !== null) {
          const index = getMonthAt(now).index - step.monthsBack
          await run(now, [changeRequest(subject, index, step.change)])
          model.change(now, index, step.plan, step.change)
        }
        const bytes = await redis.getBuffer(buildLimitStateKey(subject))
        const stored = bytes && readStateMonths(bytes)
        expect(
          stored && [
            { requests: stored.requests, overage: counted(stored.overage) },
            { requests: stored.previousRequests, overage: counted(stored.previousOverage) },
          ],
        ).toEqual(model.months())
      }
    }),
    { numRuns: 100 },
  )
})
