import { expect, test } from 'bun:test'
import { hourMs, minuteMs } from '@hexawatt/shared/time/instant'
import * as v from 'valibot'
import { startPolledSystem } from '../../testing/system-fixture.ts'
import { pinnedPrograms } from '../pinned-programs.ts'
import { describeProgram } from '../testing/program.ts'
import { emhassInstallation, startEmhass } from './emhass-server.ts'
import { Dictionary, readSteps } from './read-steps.ts'

const stepMinutes = 30

/** Half a day before each clock change of Europe/Paris, which is at 01:00 UTC. */
const days = [
  ['in spring', '2026-03-28T12:20:00Z', '2026-03-29T01:00:00Z'],
  ['in autumn', '2026-10-24T12:20:00Z', '2026-10-25T01:00:00Z'],
] as const

await describeProgram(pinnedPrograms.emhass, emhassInstallation, (installation) => {
  test.each(days)(
    'over the clock change %s it reads the price of an off-peak contract at every step as served',
    async (_name, asOf, change) => {
      const system = await startPolledSystem({ asOf })
      const emhass = await startEmhass(installation, { stepMinutes, asOf })
      try {
        const ask = async (query: string): Promise<Dictionary> =>
          v.parse(Dictionary, await (await system.get(`/v1/export/emhass?${query}`)).json())
        const cost = await ask('quantity=tariff&tariff=hphc&offPeak=22h30-6h30')
        const market = await ask('quantity=price')
        const parameters = { load_cost_forecast: cost, prod_price_forecast: market }
        const plan = await emhass.optimise('naive-mpc-optim', parameters)
        const starts = plan.map(({ timestamp }) => Date.parse(timestamp))
        expect(starts).toEqual(starts.map((_, index) => (starts[0] ?? 0) + index * stepMinutes * minuteMs))
        expect(starts[0]).toBeLessThan(Date.parse(change) - hourMs)
        expect(starts.at(-1)).toBeGreaterThan(Date.parse(change) + 8 * hourMs)
        expect(plan.map(({ unit_load_cost }) => unit_load_cost)).toEqual(readSteps(cost, starts, stepMinutes))
        const sold = plan.map(({ unit_prod_price }, index) => [index, unit_prod_price])
        expect(sold.map(([, value]) => value?.toFixed(9))).toEqual(
          readSteps(market, starts, stepMinutes).map((value) => value.toFixed(9)),
        )
      } finally {
        await emhass.stop()
        await system.stop()
      }
    },
  )
})
