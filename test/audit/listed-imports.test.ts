import { expect, test } from 'bun:test'
import { stopAtEnd } from '@hexawatt/shared/testing/close-at-end'
import { last, startAuditFixture } from './testing/audit-fixture.ts'

const fixture = stopAtEnd(await startAuditFixture())

test('the audit of one point lists its imports with their yearly intensities, from which its consumption intensity follows', async () => {
  const { out } = await fixture.audit(`--at ${last}`)
  const read = (pattern: RegExp) => Number(out.match(pattern)?.[1])
  const generationMw = read(/next to ([\d.]+) MW of generation:/)
  const imports = [...out.matchAll(/^[A-Z]{2} +([\d.]+) +([\d.]+) +\d{4} +\d{4}-\d{2}$/gm)].map(
    ([, powerMw, gCo2eqPerKwh]) => ({ powerMw: Number(powerMw), gCo2eqPerKwh: Number(gCo2eqPerKwh) }),
  )
  expect(imports.length).toBeGreaterThan(0)
  const importedMw = imports.reduce((sum, { powerMw }) => sum + powerMw, 0)
  const emissions = imports.reduce(
    (sum, { powerMw, gCo2eqPerKwh }) => sum + powerMw * gCo2eqPerKwh,
    generationMw * read(/^production_g_co2eq_per_kwh +([\d.]+)/m),
  )
  expect(emissions / (generationMw + importedMw)).toBeCloseTo(read(/^consumption_g_co2eq_per_kwh +([\d.]+)/m), 9)
})
