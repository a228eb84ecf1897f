import { expect, test } from 'bun:test'
import { chanceExponent } from '@hexawatt/shared/methodology/schedule/honest-chance'
import { toSpanMs } from '../recorded/recorded-hours.ts'
import { createMadeUpRecord } from '../testing/made-up-record.ts'
import { fitRecordedChances, writeChanceFit } from './fit-recorded-chances.ts'

const day = Temporal.PlainDate.from

test('the exponent of the chances is fitted on the plans of a record, and not on too few of them', async () => {
  // Paths take 32 days of issues after the first 15; on a few days of plans of a grid of noise, waiting pays by chance.
  const fit = await fitRecordedChances(createMadeUpRecord(toSpanMs(day('2024-01-05'), day('2024-02-27'))))
  expect(fit.plans).toBeGreaterThan(50)
  expect(fit.shipped).toBe(chanceExponent)
  expect(fit.fitted === null).toBe(fit.plans < 1_000)
  const short = await fitRecordedChances(createMadeUpRecord(toSpanMs(day('2024-01-05'), day('2024-01-25'))))
  expect(short).toEqual({ shipped: chanceExponent, fitted: null, plans: 0 })
  expect(writeChanceFit(short)).toContain('0.78 shipped, not fitted: it takes 1000 plans (0 plans)')
  expect(writeChanceFit({ shipped: 0.78, fitted: 0.6543, plans: 2_000 })).toContain('0.654 by the record')
}, 60_000)
