import { afterAll, beforeAll, expect, test } from 'bun:test'
import { defaultPlanTable } from '@hexawatt/shared/contract/plans'
import * as v from 'valibot'
import { type System, startPolledSystem } from '../../testing/system-fixture.ts'
import { pinnedPrograms } from '../pinned-programs.ts'
import { describeProgram } from '../testing/program.ts'
import { type RequestCounts, sumCounts } from './testing/counted-way.ts'
import { addLoad, type StartedHome, setUp, startHome } from './testing/home-fixture.ts'
import { homeInstallation } from './testing/install-home.ts'
import { devices, pasteAutomations } from './testing/page-automations.ts'

/** Midnight in Paris. */
const begin = Temporal.Instant.from('2026-02-28T23:00:00Z')
/** Days that are lived through: a month would take longer than all other programs together. */
const days = 1
const daysOfMonth = 31
/** Answers of status 200 that the integration may use of the 3 000 of the free plan. */
const budget = 2_400
/** Timers of Home Assistant are looked at this often. */
const stepMinutes = 3
const quarterMinutes = 15
const Rates = v.array(v.object({ start: v.string(), value: v.number() }))

/** What Home Assistant shows in a quarter-hour, and the price that the API says of it. */
type Shown = { at: string; price: number; expected: number | undefined; isInWindow: boolean; isSwitchedOn: boolean }

await describeProgram(pinnedPrograms.homeAssistant, homeInstallation, (installation) => {
  let [system, started] = [] as unknown as [System, StartedHome]
  let key = ''
  let countedAtSetUp = 0
  const total: RequestCounts = {}
  const shown: Shown[] = []
  const add = (counts: RequestCounts) => {
    for (const [line, count] of Object.entries(counts)) total[line] = (total[line] ?? 0) + count
  }

  async function lookAt(at: Temporal.Instant): Promise<void> {
    const states = await started.current().readStates()
    const stateOf = (entity: string): string => states.get(entity)?.state ?? 'missing'
    const contract = 'quantity=tariff&tariff=tempo&subscribedKva=9'
    const [rate] = v.parse(Rates, await (await system.get(`/v1/export/evcc?${contract}`)).json())
    shown.push({
      at: at.toZonedDateTimeISO('Europe/Paris').toPlainTime().toString(),
      price: Number(stateOf('sensor.hexawatt_prix')),
      expected: rate?.value,
      isInWindow: stateOf('binary_sensor.lave_vaisselle_dans_son_meilleur_creneau') === 'on',
      isSwitchedOn: stateOf('switch.lave_vaisselle') === 'on',
    })
  }

  beforeAll(async () => {
    const cacheTimeMs = () => performance.now()
    system = await startPolledSystem({
      asOf: begin.toString(),
      isClockRunning: true,
      gateway: { seams: { cacheTimeMs } },
    })
    key = await system.createKey('decouverte')
    started = await startHome(installation, system, { language: 'fr', configuration: devices })
    const entryId = await setUp(started.current(), started.way.url, key, { tariff: 'tempo', subscribed_kva: '9' })
    for (const [name, energy, power] of [
      ['Lave-vaisselle', 1.2, 0.6],
      ['Voiture', 20, 7.4],
      ['Chauffe-eau', 6, 2],
    ]) {
      await addLoad(started.current(), entryId, { name, energy_kwh: energy, power_kw: power, objective: 'cost' })
      await started.untilState('sensor.hexawatt_note', (text) => Number(text) > 0)
    }
    await pasteAutomations(started)
    countedAtSetUp = sumCounts(started.way.take(), 200, '/v1/')
  }, 300_000)
  afterAll(async () => {
    await started?.close()
    await system?.stop()
  }, 60_000)

  test(`a day of moved time asks for so few answers that a month needs at most ${budget}, with a contract, three loads and statistics`, async () => {
    for (let hour = 0; hour < days * 24; hour += 1) {
      const from = begin.add({ hours: hour })
      for (let minute = stepMinutes; minute < 60; minute += stepMinutes) {
        await started.letPass(from.add({ minutes: minute }))
        if (minute % quarterMinutes === stepMinutes) await lookAt(from.add({ minutes: minute }))
      }
      await started.moveTo(from.add({ hours: 1 }))
      add(started.way.take())
      if (hour % 6 === 5) await installation.say(`${hour + 1} hours of moved time: ${JSON.stringify(total)}`)
    }
    const counted = sumCounts(total, 200, '/v1/')
    expect(counted).toBeGreaterThanOrEqual(days * 24 - 1)
    expect((counted * daysOfMonth) / days).toBeLessThanOrEqual(budget)
    // The gateway counts the same: what it says is left after all that, and the requests of the set-up.
    const last = await fetch(`${system.gatewayUrl}/v1/grid/status`, { headers: { 'x-api-key': key } })
    const used =
      defaultPlanTable.plans.decouverte.monthlyQuota - Number(last.headers.get('x-ratelimit-remaining-month'))
    expect(used).toBe(counted + countedAtSetUp + 1)
  }, 900_000)

  test('through the day the price follows its quarter-hours, and changes at 06:00 and 22:00 only, as Tempo does on a day without another colour', () => {
    expect(shown).toHaveLength(days * 96)
    for (const { at, price, expected } of shown) expect([at, price]).toEqual([at, Number(expected)])
    const changes = shown.filter(({ price }, index) => index > 0 && price !== shown[index - 1]?.price)
    expect(changes.map(({ at }) => at)).toEqual(['06:03:00', '22:03:00'])
  })

  test('the automations of the page load, and the one of the dishwasher switches it on when its best window begins', async () => {
    const automations = [...(await started.current().readStates())].filter(([name]) => name.startsWith('automation.'))
    expect(automations.map(([, { state }]) => state)).toEqual(['on', 'on', 'on'])
    const begin = shown.findIndex(({ isInWindow }) => isInWindow)
    expect(begin).toBeGreaterThanOrEqual(0)
    expect(shown.map(({ isSwitchedOn }) => isSwitchedOn)).toEqual(shown.map((_, index) => index >= begin))
    expect(shown.slice(begin).some(({ isInWindow }) => !isInWindow)).toBe(true)
    const lines = (await started.home.readLog())
      .split('\n')
      .filter((line) => /(ERROR|WARNING).*(automation|template|switch)/.test(line))
    expect(lines).toEqual([])
  })
})
