import { expect, test } from 'bun:test'
import { makeUpForecast } from '../../../../../test/home/testing/made-up-forecast.ts'
import { findPageNow } from './page-now.ts'

const { dashboard } = makeUpForecast(1, '2026-02-03T17:07:00Z', 50)
const nowOf = (generatedAt: string): string => new Date(findPageNow({ ...dashboard, generatedAt })).toISOString()

test('the page counts from its data, and from the first quarter-hour that is left while they are not renewed', () => {
  expect(dashboard.outlook?.start).toBe('2026-02-03T17:15:00Z')
  expect(nowOf('2026-02-03T17:07:00Z')).toBe('2026-02-03T17:07:00.000Z')
  expect(nowOf('2026-02-03T15:02:00Z')).toBe('2026-02-03T17:00:00.000Z')
  expect(findPageNow({ generatedAt: '2026-02-03T15:02:00Z', outlook: null })).toBe(Date.parse('2026-02-03T15:02:00Z'))
})
