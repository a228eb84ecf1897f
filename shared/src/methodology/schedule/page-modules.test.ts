import { expect, test } from 'bun:test'
import { join } from 'node:path'

const modules = [
  'load-curve/reading/read-load-curve.ts',
  'load-curve/statement/compute-statement.ts',
  'load-curve/texts/describe.ts',
  'load-curve/texts/statement/describe-changes.ts',
  'load-curve/texts/statement/describe-statement.ts',
  'schedule/load.ts',
  'schedule/optimise.ts',
  'schedule/plan-load.ts',
  'schedule/plan-advice.ts',
  'schedule/value-paths.ts',
  'tariffs/unusual-off-peak.ts',
  'tariffs/contract-prices.ts',
  'tariffs/merge-tables.ts',
  'tariffs/shipped-contracts.ts',
  'tariffs/slot-prices.ts',
  'tariffs/tariff-prices.ts',
]

test('the planning modules bundle for a browser without schemas, Temporal or server modules', async () => {
  const entrypoints = modules.map((module) => join(import.meta.dir, '..', module))
  const { success, outputs } = await Bun.build({ entrypoints, target: 'browser', external: ['valibot', 'node:*'] })
  expect(success).toBe(true)
  const code = (await Promise.all(outputs.map((output) => output.text()))).join('\n')
  expect(code).toContain('planLoad')
  expect(code).not.toMatch(/valibot|node:|Temporal\.|process\./)
})
