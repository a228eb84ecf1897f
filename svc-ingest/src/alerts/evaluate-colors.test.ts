import { beforeEach, describe, expect, test } from 'bun:test'
import type { AlertCondition } from '@hexawatt/shared/alerts/alert-conditions'
import { describeMessage } from '@hexawatt/shared/alerts/alert-texts'
import { stopAtEnd } from '@hexawatt/shared/testing/close-at-end'
import { storeTariff } from './testing/alert-snapshots.ts'
import { startEvaluation } from './testing/evaluation-fixture.ts'

const stores = stopAtEnd(await startEvaluation())
let clock: Awaited<ReturnType<typeof stores.reset>>['clock']

beforeEach(async () => {
  ;({ clock } = await stores.reset())
})

const add = (condition: AlertCondition) => stores.add(condition)
const evaluate = () => stores.evaluate()
const messages = (id: string) => stores.messages(id)

describe('the alert on tomorrow’s colour', () => {
  test('is announced once, when it is published, to the subscriptions that ask for it', async () => {
    const red = await add({ kind: 'tariff_color', colors: ['red'] })
    const both = await add({ kind: 'tariff_color', colors: ['white', 'red'] })
    await storeTariff(stores.sql, clock.now(), [{ date: '2026-11-23', color: 'Rouge' }])
    expect(await evaluate()).toEqual([])
    await storeTariff(stores.sql, clock.now(), [{ date: '2026-11-24', color: 'Blanc' }])
    expect(await evaluate()).toEqual([both])
    expect(await evaluate()).toEqual([])
    clock.advance({ hours: 24 })
    await storeTariff(stores.sql, clock.now(), [{ date: '2026-11-25', color: 'Rouge' }])
    expect((await evaluate()).toSorted()).toEqual([red, both].toSorted())
    expect((await messages(both)).map(({ data }) => data)).toMatchObject([
      { date: '2026-11-24', color: 'white' },
      { date: '2026-11-25', color: 'red' },
    ])
  })
})

describe('an early colour of tomorrow that changes before it is binding', () => {
  const announce = async (color: 'Bleu' | 'Blanc' | 'Rouge') => {
    const date = clock.now().toZonedDateTimeISO('Europe/Paris').toPlainDate().add({ days: 1 }).toString()
    await storeTariff(stores.sql, clock.now(), [{ date, color }])
    return (await evaluate()).toSorted()
  }
  const colorsTold = async (id: string) => (await messages(id)).map(({ data }) => Object(data).color)

  test('is announced again to subscriptions that were notified of it, and to those that ask for the new colour', async () => {
    const red = await add({ kind: 'tariff_color', colors: ['red'] })
    const white = await add({ kind: 'tariff_color', colors: ['white'] })
    expect(await announce('Blanc')).toEqual([white])
    expect(await announce('Rouge')).toEqual([red, white].toSorted())
    expect(await announce('Rouge')).toEqual([])
    expect(await announce('Bleu')).toEqual([red, white].toSorted())
    expect([await colorsTold(red), await colorsTold(white)]).toEqual([
      ['red', 'blue'],
      ['white', 'red', 'blue'],
    ])
    const last = (await messages(white)).at(-1)
    expect(last && describeMessage(last, 'en')).toBe('Tomorrow, Tuesday 24 November, is a blue Tempo day after all.')
    expect(last && describeMessage(last, 'fr')).toMatch(
      /^Demain, mardi\s24\snovembre, est finalement un jour Tempo bleu\.$/,
    )
  })

  test('is not announced, when it becomes blue, to subscriptions that were not notified before, and the next day starts afresh', async () => {
    const both = await add({ kind: 'tariff_color', colors: ['white', 'red'] })
    expect(await announce('Bleu')).toEqual([])
    expect(await announce('Rouge')).toEqual([both])
    clock.advance({ hours: 24 })
    expect(await announce('Bleu')).toEqual([])
    expect(await announce('Rouge')).toEqual([both])
  })

  test('a subscription that an earlier version notified of the day is not notified again', async () => {
    const id = await add({ kind: 'tariff_color', colors: ['red'] })
    const date = clock.now().toZonedDateTimeISO('Europe/Paris').toPlainDate().add({ days: 1 }).toString()
    await stores.sql`update alert_subscriptions set fired_for = ${date} where id = ${id}`
    expect(await announce('Rouge')).toEqual([])
  })
})
