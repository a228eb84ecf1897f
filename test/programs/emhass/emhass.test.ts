import { afterAll, beforeAll, expect, test } from 'bun:test'
import { join } from 'node:path'
import { parisTimeZone } from '@hexawatt/shared/time/paris'
import * as v from 'valibot'
import { pinnedPrograms } from '../pinned-programs.ts'
import { product } from '../testing/product.ts'
import { describeProgram } from '../testing/program.ts'
import {
  type EmhassServer,
  emhassInstallation,
  loadHours,
  loadW,
  type PlannedStep,
  startEmhass,
} from './emhass-server.ts'
import { Dictionary, meanOfLowest, readSteps } from './read-steps.ts'

const contract = 'tariff=hphc&subscribedKva=9&offPeak=22h30-6h30'

async function askForecast(query: string): Promise<Dictionary> {
  const url = `${product.url}/v1/export/emhass?${query}`
  const response = await fetch(url, { headers: { 'x-api-key': product.key } })
  return v.parse(Dictionary, await response.json())
}

const startsOf = (plan: readonly PlannedStep[]): number[] => plan.map(({ timestamp }) => Date.parse(timestamp))
const isRunning = ({ P_deferrable0 }: PlannedStep): boolean => P_deferrable0 > loadW / 2
const meanCost = (steps: readonly PlannedStep[]): number =>
  steps.reduce((sum, { unit_load_cost }) => sum + unit_load_cost, 0) / steps.length

await describeProgram(pinnedPrograms.emhass, emhassInstallation, (installation) => {
  let emhass: EmhassServer
  beforeAll(async () => {
    emhass = await startEmhass(installation, { stepMinutes: 15 })
  })
  afterAll(() => emhass.stop())

  /** The plan reads the forecast at each step as this project does, and runs the load in the steps that cost least. */
  function expectCheapestPlan(plan: readonly PlannedStep[], cost: Dictionary, stepMinutes: number): void {
    const expected = readSteps(cost, startsOf(plan), stepMinutes)
    const read = plan.map(({ unit_load_cost }) => unit_load_cost)
    expect(read.map((value, index) => Math.abs(value - (expected[index] ?? Number.NaN)) < 1e-9)).not.toContain(false)
    const running = plan.filter(isRunning)
    expect(running).toHaveLength((loadHours * 60) / stepMinutes)
    expect(meanCost(running)).toBeCloseTo(meanOfLowest(expected, running.length), 6)
    expect(meanCost(running)).toBeLessThan(meanCost(plan))
  }

  test.each(['quantity=price', 'quantity=carbon', `quantity=tariff&${contract}`, 'quantity=tariff&tariff=tempo'])(
    'its plan reads every quarter-hour of %s as served, and runs the load in the cheapest ones',
    async (query) => {
      const [cost, market] = await Promise.all([askForecast(query), askForecast('quantity=price')])
      const parameters = { load_cost_forecast: cost, prod_price_forecast: market }
      const plan = await emhass.optimise('naive-mpc-optim', parameters)
      expect(plan).toHaveLength(96)
      expectCheapestPlan(plan, cost, 15)
      const sold = plan.map(({ unit_prod_price }) => unit_prod_price)
      expect(sold).toEqual(readSteps(market, startsOf(plan), 15))
    },
  )

  test('with an off-peak contract the load runs in the off-peak hours of the contract, in Paris time', async () => {
    const cost = await askForecast(`quantity=tariff&${contract}`)
    const market = await askForecast('quantity=price')
    const parameters = { load_cost_forecast: cost, prod_price_forecast: market }
    const plan = await emhass.optimise('naive-mpc-optim', parameters)
    const times = plan
      .filter(isRunning)
      .map(({ timestamp }) => Temporal.Instant.from(timestamp).toZonedDateTimeISO(parisTimeZone).toPlainTime())
    const outside = times.filter((time) => time.toString() < '22:30' && time.toString() >= '06:30:00')
    expect([times.length, outside.map(String)]).toEqual([12, []])
  })

  test('with its default step of 30 minutes a step costs the mean of its two quarter-hours, day-ahead as well', async () => {
    const server = await startEmhass(installation, { stepMinutes: 30 })
    try {
      const cost = await askForecast('quantity=price')
      const parameters = { load_cost_forecast: cost, prod_price_forecast: cost }
      for (const action of ['naive-mpc-optim', 'dayahead-optim'] as const) {
        expectCheapestPlan(await server.optimise(action, parameters), cost, 30)
      }
    } finally {
      await server.stop()
    }
  })

  test('beyond the end of a forecast it repeats the last value, as its page warns', async () => {
    const cost = Object.entries(await askForecast('quantity=price')).slice(0, 40)
    const forecast = Object.fromEntries(cost)
    const plan = await emhass.optimise('naive-mpc-optim', {
      load_cost_forecast: forecast,
      prod_price_forecast: forecast,
    })
    const [lastStart, lastValue] = cost.at(-1) ?? ['', Number.NaN]
    const beyond = plan.filter(({ timestamp }) => Date.parse(timestamp) > Date.parse(lastStart))
    expect(beyond.length).toBeGreaterThan(50)
    expect(new Set(beyond.map(({ unit_load_cost }) => unit_load_cost))).toEqual(new Set([lastValue]))
  })

  test('the commands of its page make a plan, and send nothing when the forecast is refused', async () => {
    const page = await Bun.file(join(import.meta.dir, '../../../docs/guide/integrations/emhass.md')).text()
    const commands = [...page.matchAll(/```sh\n(.*?)```/gs)].map(([, command = '']) => command)
    expect(commands.length).toBeGreaterThan(1)
    const plans: PlannedStep[][] = []
    let requests = 0
    // No Home Assistant knows the consumption of the house here: the relay adds it.
    const relay = Bun.serve({
      port: 0,
      hostname: '127.0.0.1',
      idleTimeout: 120,
      async fetch(request) {
        requests += 1
        const parameters = v.parse(v.record(v.string(), Dictionary), await request.json())
        const action = v.parse(v.picklist(['naive-mpc-optim']), new URL(request.url).pathname.split('/').at(-1))
        plans.push(await emhass.optimise(action, parameters))
        return new Response('done')
      },
    })
    const runPage = (command: string, key: string) => {
      const local = command
        .replaceAll('http://hexawatt.local:8080', product.url)
        .replaceAll('http://localhost:5000/', relay.url.href)
      return installation.runToEnd(['bash', '-c', local], { env: { HEXAWATT_API_KEY: key } })
    }
    try {
      for (const command of commands) {
        const refused = await runPage(command, `hxw_${'0'.repeat(32)}`)
        expect([refused.exitCode, requests]).toEqual([22, plans.length])
        expect(await runPage(command, product.key)).toMatchObject({ exitCode: 0 })
      }
    } finally {
      await relay.stop(true)
    }
    expect(plans.map((plan) => plan.filter(isRunning).length)).toEqual(commands.map(() => 12))
  })
})
