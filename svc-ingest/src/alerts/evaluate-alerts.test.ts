import { beforeEach, describe, expect, test } from 'bun:test'
import type { AlertCondition } from '@hexawatt/shared/alerts/alert-conditions'
import { defaultPlanTable } from '@hexawatt/shared/contract/plans'
import { stopAtEnd } from '@hexawatt/shared/testing/close-at-end'
import { storeCarbon, storeForecast, storeScore } from './testing/alert-snapshots.ts'
import { startEvaluation } from './testing/evaluation-fixture.ts'

const stores = stopAtEnd(await startEvaluation())
let clock: Awaited<ReturnType<typeof stores.reset>>['clock']
let accountId: string

beforeEach(async () => {
  ;({ clock, accountId } = await stores.reset())
})

const add = (condition: AlertCondition) => stores.add(condition)
const evaluate = () => stores.evaluate()
const messages = (id: string) => stores.messages(id)

/** Evaluates a quarter of an hour later, with this score. */
async function atScore(score: number, changes = {}): Promise<string[]> {
  clock.advance({ minutes: 15 })
  await storeScore(stores.sql, clock.now(), score, changes)
  return evaluate()
}

describe('an alert on a threshold', () => {
  test('fires when the value crosses it, and fires again only after the value has gone back by the margin', async () => {
    const id = await add({ kind: 'score', side: 'above', threshold: 70 })
    const fired: number[] = []
    for (const score of [60, 69, 70, 75, 69, 71, 67, 71, 66, 90, 20, 70]) {
      if ((await atScore(score)).includes(id)) fired.push(score)
    }
    expect(fired).toEqual([70, 90, 70])
    expect((await messages(id))[0]).toMatchObject({
      type: 'alert.score',
      data: {
        subscriptionId: id,
        condition: { kind: 'score', side: 'above', threshold: 70 },
        value: 70,
        unit: 'points',
      },
    })
  })

  test('does not fire on a condition that already holds when it is created, until it is crossed', async () => {
    const id = await add({ kind: 'score', side: 'below', threshold: 40 })
    for (const score of [30, 35, 41]) expect(await atScore(score)).toEqual([])
    expect(await atScore(44)).toEqual([])
    expect(await atScore(40)).toEqual([id])
  })

  test('accepts a negative price, and compares the carbon intensity as it is served', async () => {
    const price = await add({ kind: 'price', side: 'below', threshold: -10 })
    const carbon = await add({ kind: 'carbon', side: 'below', threshold: 20.13 })
    await atScore(50, { spotPriceEurPerMWh: 3 })
    await storeCarbon(stores.sql, clock.now(), 40)
    await evaluate()
    await storeCarbon(stores.sql, clock.now(), 20.1254)
    expect(await atScore(50, { spotPriceEurPerMWh: -10.5 })).toEqual([carbon, price])
    expect((await messages(carbon))[0]?.data).toMatchObject({ value: 20.13, unit: 'gCO2eq/kWh' })
    expect((await messages(price))[0]?.data).toMatchObject({ value: -10.5, unit: 'EUR/MWh' })
  })

  test('fires at its level of the grid signal and above', async () => {
    const tense = await add({ kind: 'grid_signal', side: 'above', threshold: 2 })
    const veryTense = await add({ kind: 'grid_signal', side: 'above', threshold: 3 })
    expect(await atScore(50, { gridSignalStatus: 'Favorable' })).toEqual([])
    expect(await atScore(50, { gridSignalStatus: 'Tendu' })).toEqual([tense])
    expect(await atScore(50, { gridSignalStatus: 'TresTendu' })).toEqual([veryTense])
    expect(await atScore(50, { gridSignalStatus: 'Tendu' })).toEqual([])
    expect(await atScore(50, { gridSignalStatus: 'Favorable' })).toEqual([])
    expect(await atScore(50, { gridSignalStatus: 'TresTendu' })).toEqual([tense, veryTense].toSorted())
  })

  test('never fires on a value that is unknown, too old, too uncertain or in the future, and such a value does not arm it', async () => {
    const price = await add({ kind: 'price', side: 'below', threshold: 0 })
    const score = await add({ kind: 'score', side: 'below', threshold: 40 })
    await atScore(60)
    expect(await atScore(20, { confidence: 40, spotPriceEurPerMWh: null })).toEqual([])
    await storeScore(stores.sql, clock.now(), 20, { spotPriceEurPerMWh: -5 })
    clock.advance({ hours: 2 })
    expect(await evaluate()).toEqual([])
    await storeScore(stores.sql, clock.now().add({ hours: 1 }), 20, { spotPriceEurPerMWh: -5 })
    expect(await evaluate()).toEqual([])
    expect(await atScore(20, { spotPriceEurPerMWh: -5 })).toEqual([score, price])
  })

  test('fires at most once in ten minutes on a value that keeps crossing it', async () => {
    const id = await add({ kind: 'score', side: 'above', threshold: 70 })
    await atScore(50)
    expect(await atScore(80)).toEqual([id])
    for (const score of [50, 80, 50, 80]) {
      clock.advance({ minutes: 1 })
      await storeScore(stores.sql, clock.now(), score)
      expect(await evaluate()).toEqual([])
    }
    expect(await atScore(80)).toEqual([id])
  })

  test('fires once however many programs compare at the same time, and not at all when disabled', async () => {
    const id = await add({ kind: 'score', side: 'above', threshold: 70 })
    const disabled = await add({ kind: 'score', side: 'above', threshold: 70 })
    await stores.sql`update alert_subscriptions set state = 'disabled', disabled_at = now() where id = ${disabled}`
    await atScore(50)
    clock.advance({ minutes: 15 })
    await storeScore(stores.sql, clock.now(), 80)
    const fired = await Promise.all([evaluate(), evaluate(), evaluate()])
    expect(fired.flat()).toEqual([id])
    expect(await messages(id)).toHaveLength(1)
    expect(await messages(disabled)).toEqual([])
  })
})

describe('the alert on the best window of the next 24 hours', () => {
  const valuesAt = (hour: number) => ({
    score: hour === 5 || hour === 6 ? 90 : 50,
    carbon: hour === 9 ? 10 : 30,
    price: null,
  })

  test('is sent once a day at the chosen hour of Paris, with the window that the schedule operation finds', async () => {
    const id = await add({ kind: 'best_window', durationMinutes: 120, objective: 'score', atHour: 12 })
    const carbon = await add({ kind: 'best_window', durationMinutes: 60, objective: 'carbon', atHour: 13 })
    await storeForecast(stores.sql, clock.now(), valuesAt)
    expect(await evaluate()).toEqual([id])
    expect(await evaluate()).toEqual([])
    clock.advance({ hours: 1 })
    expect(await evaluate()).toEqual([carbon])
    expect((await messages(id))[0]).toMatchObject({
      type: 'alert.best_window',
      data: { start: '2026-11-23T16:00:00Z', end: '2026-11-23T18:00:00Z', averageValue: 90, unit: 'points' },
    })
    expect((await messages(carbon))[0]?.data).toMatchObject({ start: '2026-11-23T20:00:00Z', averageValue: 10 })
    // The next day, even when svc-ingest was not there at the hour itself.
    clock.advance({ hours: 25 })
    await storeForecast(stores.sql, clock.now(), valuesAt)
    expect((await evaluate()).toSorted()).toEqual([id, carbon].toSorted())
  })

  test('waits until a whole day of forecast and prices is known', async () => {
    const id = await add({ kind: 'best_window', durationMinutes: 30, objective: 'price', atHour: 12 })
    expect(await evaluate()).toEqual([])
    await storeForecast(stores.sql, clock.now(), valuesAt)
    expect(await evaluate()).toEqual([])
    await storeForecast(stores.sql, clock.now(), (hour) => ({ ...valuesAt(hour), price: 40 - hour }))
    expect(await evaluate()).toEqual([id])
  })
})

describe('the alert on the quota', () => {
  const use = (requests: number, month = '2026-11-01') => stores.sql`
    insert into usage_months (account_id, month, requests, plan) values (${accountId}, ${month}::date, ${requests}, 'pro')
    on conflict (account_id, month) do update set requests = ${requests}`

  test('is sent at 80 and at 100 per cent, once each in a month', async () => {
    const id = await add({ kind: 'quota' })
    for (const [requests, fires] of [
      [23_999, false],
      [24_000, true],
      [29_999, false],
      [30_000, true],
      [40_000, false],
    ] as const) {
      await use(requests)
      expect([requests, await evaluate()]).toEqual([requests, fires ? [id] : []])
    }
    clock.advance({ hours: 10 * 24 })
    expect(await evaluate()).toEqual([])
    await use(35_000, '2026-12-01')
    expect(await evaluate()).toEqual([id])
    expect((await messages(id)).map(({ data }) => data)).toMatchObject([
      { percent: 80, month: '2026-11', requests: 24_000, monthlyQuota: 30_000 },
      { percent: 100, month: '2026-11' },
      { percent: 100, month: '2026-12' },
    ])
  })

  test('uses the quota of the account’s plan, of an operator’s own plan too, and is not sent without its row', async () => {
    const id = await add({ kind: 'quota' })
    await stores.sql`update accounts set plan = 'famille' where id = ${accountId}`
    await use(8_000)
    expect(await evaluate()).toEqual([])
    const { plans } = defaultPlanTable
    expect(await stores.evaluate({ ...plans, famille: { ...plans.pro, monthlyQuota: 8_000, index: 4 } })).toEqual([id])
    expect((await messages(id))[0]).toMatchObject({ data: { percent: 100, monthlyQuota: 8_000 } })
  })
})
