import { afterAll, beforeAll, expect, test } from 'bun:test'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { revokeTestKey } from '@hexawatt/shared/testing/key-fixture'
import { until } from '@hexawatt/shared/testing/until'
import * as v from 'valibot'
import { type System, startPolledSystem } from '../../testing/system-fixture.ts'
import { pinnedPrograms } from '../pinned-programs.ts'
import { describeProgram } from '../testing/program.ts'
import { sumCounts } from './testing/counted-way.ts'
import type { FlowStep, HomeApi } from './testing/home-api.ts'
import { addLoad, type StartedHome, startHome } from './testing/home-fixture.ts'
import { homeCommand, homeInstallation } from './testing/install-home.ts'

const errorsOf = ({ errors }: FlowStep): unknown => errors ?? {}
const Events = v.array(v.object({ summary: v.string(), start: v.object({ dateTime: v.string() }) }))
const toSecond = (instant: string): number => Math.round(Date.parse(instant) / 1000)
const isInstant = (text: string): boolean => Number.isFinite(Date.parse(text))
const Rates = v.array(v.object({ start: v.string(), value: v.number() }))

/** 19:20 in Paris on a red day; the forecast begins at 19:30. */
const asOf = '2026-02-03T18:20:00Z'
const beginOfForecast = '2026-02-03T18:30:00Z'

await describeProgram(pinnedPrograms.homeAssistant, homeInstallation, (installation) => {
  let [system, started, api, entryId] = [] as unknown as [System, StartedHome, HomeApi, string]
  let key = ''
  const state = async (name: string) => (await api.readStates()).get(name)
  const ask = async (path: string): Promise<unknown> => (await system.get(path)).json()

  beforeAll(async () => {
    system = await startPolledSystem({ asOf, isClockRunning: true })
    key = await system.createKey('decouverte')
    started = await startHome(installation, system)
    api = started.current()
  }, 300_000)
  afterAll(async () => {
    await started?.close()
    await system?.stop()
  }, 60_000)

  test('it is the pinned release', async () => {
    const version = await installation.run(homeCommand('home', ['hass', '--version']), { folder: '/' })
    expect(version.trim()).toBe(pinnedPrograms.homeAssistant.version)
  })

  test('a wrong address and a wrong key are refused at their field, and the right ones make an entry', async () => {
    const { url } = started.way
    let step = await api.configFlow.start({ handler: 'hexawatt' })
    const answer = async (input: object) => {
      step = await api.configFlow.answer(step, input)
      return [step.step_id, errorsOf(step)]
    }
    expect(await answer({ url: 'hexawatt.local', api_key: key })).toEqual(['user', { url: 'invalid_url' }])
    expect(await answer({ url: 'http://127.0.0.1:9', api_key: key })).toEqual(['user', { url: 'cannot_connect' }])
    expect(await answer({ url: started.home.url, api_key: key })).toEqual(['user', { url: 'not_hexawatt' }])
    const unknownKey = `hxw_${'0'.repeat(32)}`
    expect(await answer({ url, api_key: unknownKey })).toEqual(['user', { api_key: 'invalid_auth' }])
    started.way.take()
    expect(await answer({ url, api_key: key })).toEqual(['contract', {}])
    expect(await answer({ tariff: 'tempo' })).toEqual(['details', {}])
    step = await api.configFlow.answer(step, { subscribed_kva: '9' })
    expect(step.type).toBe('create_entry')
    entryId = Object(step['result']).entry_id
    await started.untilState('sensor.hexawatt_score', (text) => text !== 'unknown')
    // The free plan allows ten requests a minute: the set-up must fit.
    expect(sumCounts(started.way.take(), 200, '/v1/')).toBeLessThanOrEqual(10)
  })

  test('the same installation cannot be added twice', async () => {
    const step = await api.configFlow.start({ handler: 'hexawatt' })
    const again = await api.configFlow.answer(step, { url: started.way.url, api_key: key })
    expect([again.type, again['reason']]).toEqual(['abort', 'already_configured'])
  })

  test('every value is the API’s, in its unit', async () => {
    expect((await state('sensor.hexawatt_score'))?.state).toBe(String(Object(await ask('/v1/score')).globalScore))
    await started.letPass(Temporal.Instant.from(beginOfForecast))
    await started.untilState('sensor.hexawatt_carbon_intensity', (text) => Number(text) > 0)
    const [carbon] = v.parse(Rates, await ask('/v1/export/evcc?quantity=carbon'))
    const [price] = v.parse(Rates, await ask('/v1/export/evcc?quantity=tariff&tariff=tempo&subscribedKva=9'))
    const shown = async (name: string) => {
      const found = await state(`sensor.hexawatt_${name}`)
      return [Number(found?.state), found?.attributes['unit_of_measurement']]
    }
    expect(await shown('carbon_intensity')).toEqual([carbon?.value, 'gCO2eq/kWh'])
    expect(await shown('price')).toEqual([price?.value, 'EUR/kWh'])
    expect((await state('sensor.hexawatt_tempo_today'))?.state).toBe('red')
    expect((await state('sensor.hexawatt_ecowatt'))?.state).toBe('tense')
  })

  test('no entity of the integration has an unknown value', async () => {
    const own = [...(await api.readStates())].filter(([name]) => name.includes('hexawatt'))
    expect(own.length).toBeGreaterThan(11)
    expect(own.filter(([, { state }]) => ['unknown', 'unavailable'].includes(state)).map(([name]) => name)).toEqual([])
  })

  test('the best window of a load is the one that the planner of the API gives', async () => {
    await addLoad(api, entryId, { name: 'Lave-vaisselle', energy_kwh: 1.2, power_kw: 0.6, objective: 'cost' })
    const { state: begin, attributes } = await started.untilState('sensor.lave_vaisselle_best_start', isInstant)
    const load = 'energyKWh=1.2&powerKW=0.6&maxSegments=1&objective=cost'
    const times = `earliest=${beginOfForecast}&latest=2026-02-04T18:30:00Z`
    const { plan } = Object(await ask(`/v1/schedule?${load}&${times}&tariff=tempo&subscribedKva=9`))
    expect(toSecond(begin)).toBe(toSecond(plan.segments[0].start))
    expect(toSecond(String(attributes['end']))).toBe(toSecond(plan.segments.at(-1).end))
    expect(Number(attributes['cost_eur'])).toBeCloseTo(plan.cost.eur, 4)
    expect((await state('binary_sensor.lave_vaisselle_in_its_best_window'))?.state).toBe('off')
  })

  test('the action hexawatt.plan answers with a plan, and a refusal of the API in its words', async () => {
    const plan = Object(await api.act('hexawatt', 'plan', { energy_kwh: 20, power_kw: 7.4, latest: '07:00' }))
    const { plan: expected } = Object(
      await ask('/v1/schedule?energyKWh=20&powerKW=7.4&latest=07:00&tariff=tempo&subscribedKva=9&maxSegments=1'),
    )
    expect(toSecond(plan.start)).toBe(toSecond(expected.segments[0].start))
    expect(plan.cost_eur).toBeCloseTo(expected.cost.eur, 4)
    expect(plan.advice).toBeString()
    await expect(api.act('hexawatt', 'plan', { energy_kwh: 20, power_kw: 0.1, latest: '20:00' })).rejects.toThrow(
      'answered 400',
    )
  })

  test('the calendars have the red days and the windows of the loads', async () => {
    const range = 'start=2026-02-03T00:00:00Z&end=2026-02-06T00:00:00Z'
    const read = async (name: string) =>
      v
        .parse(Events, await api.get(`/api/calendars/calendar.hexawatt_${name}?${range}`))
        .map(({ summary, start }) => [summary, start.dateTime])
    const red = await read('tempo_days')
    expect(red).toContainEqual(['Tempo red day', '2026-02-03T06:00:00+01:00'])
    expect(red).toContainEqual(['Tempo red day', '2026-02-04T06:00:00+01:00'])
    expect((await read('best_windows')).map(([summary]) => summary)).toEqual(['Lave-vaisselle'])
  })

  test('the recorder has the hours of the API as statistics', async () => {
    const id = 'hexawatt:carbon_intensity_production'
    const ask = { type: 'recorder/statistics_during_period', period: 'hour', start_time: '2026-02-03T00:00:00Z' }
    let rows: { start: number; mean: number }[] = []
    await until('statistics', async () => {
      const found = Object(await api.call({ ...ask, statistic_ids: [id], types: ['mean'] }))
      rows = found[id] ?? []
      return rows.length > 0
    })
    const { hours, productionGCo2PerKwh } = Object(await (await system.get('/api/hours?month=2026-02')).json())
    const known = new Map<number, number>(
      hours.map((hour: string, at: number) => [Date.parse(hour), productionGCo2PerKwh[at]]),
    )
    for (const { start, mean } of rows) expect([start, mean]).toEqual([start, Number(known.get(start))])
  })

  test('another contract in the options changes the price, and keeps the preferences', async () => {
    const before = (await state('sensor.hexawatt_price'))?.state
    let step = await api.optionsFlow.start({ handler: entryId })
    step = await api.optionsFlow.answer(step, { next_step_id: 'preferences' })
    step = await api.optionsFlow.answer(step, { good_above: 70, good_below: 40 })
    expect(step.type).toBe('create_entry')
    await until('the thresholds', async () => {
      const good = await state('binary_sensor.hexawatt_good_time')
      return good?.attributes['on_from'] === 70 && good.attributes['off_below'] === 40
    })
    step = await api.optionsFlow.start({ handler: entryId })
    step = await api.optionsFlow.answer(step, { next_step_id: 'contract' })
    step = await api.optionsFlow.answer(step, { tariff: 'hphc' })
    step = await api.optionsFlow.answer(step, { subscribed_kva: '6', off_peak: 'la nuit' })
    expect(errorsOf(step)).toEqual({ off_peak: 'refused' })
    step = await api.optionsFlow.answer(step, { subscribed_kva: '6', off_peak: '22h30-6h30' })
    expect(step.type).toBe('create_entry')
    const [price] = v.parse(
      Rates,
      await ask('/v1/export/evcc?quantity=tariff&tariff=hphc&subscribedKva=6&offPeak=22h30-6h30'),
    )
    const now = await started.untilState('sensor.hexawatt_price', (text) => text !== before && Number(text) > 0)
    expect(Number(now.state)).toBe(Number(price?.value))
    expect((await state('binary_sensor.hexawatt_good_time'))?.attributes['on_from']).toBe(70)
  })

  test('when the product is down, values stay until the forecast is too old, then are unavailable, and come back', async () => {
    await started.way.close()
    const at = (hours: number) => Temporal.Instant.from(beginOfForecast).add({ minutes: 60 * hours + 2 })
    for (const hours of [1, 2, 4, 5]) await started.letPass(at(hours))
    expect(Number((await state('sensor.hexawatt_score'))?.state)).toBeGreaterThan(0)
    for (const hours of [6, 7, 8]) await started.letPass(at(hours))
    await started.untilState('sensor.hexawatt_score', (text) => text === 'unavailable')
    started.way.open()
    await started.moveTo(at(9.5))
    await started.untilState('sensor.hexawatt_score', (text) => Number(text) > 0)
  })

  test('a restart restores what was known, and asks no more than the first start', async () => {
    started.way.take()
    await started.restart()
    api = started.current()
    await started.untilState('sensor.hexawatt_score', (text) => Number(text) > 0)
    expect(sumCounts(started.way.take(), 200, '/v1/')).toBeLessThanOrEqual(6)
  }, 180_000)

  test('a revoked key asks for a new one, and the new one brings the values back', async () => {
    await revokeTestKey(system, { key })
    const flows = async () =>
      v.parse(
        v.array(
          v.looseObject({ flow_id: v.string(), handler: v.string(), context: v.looseObject({ source: v.string() }) }),
        ),
        await api.call({ type: 'config_entries/flow/progress' }),
      )
    let flowId = ''
    await started.moveTo(system.clock.now().add({ minutes: 62 }))
    await until('a form for the new key', async () => {
      flowId = (await flows()).find(({ context }) => context.source === 'reauth')?.flow_id ?? ''
      return flowId !== ''
    })
    const step = await api.configFlow.read(flowId)
    expect(errorsOf(await api.configFlow.answer(step, { api_key: key }))).toEqual({ api_key: 'invalid_auth' })
    key = await system.createKey('decouverte')
    const done = await api.configFlow.answer(step, { api_key: key })
    expect([done.type, done['reason']]).toEqual(['abort', 'reauth_successful'])
    await started.untilState('sensor.hexawatt_score', (text) => Number(text) > 0)
  })

  test('the key is in no log, state, attribute, diagnostics or file, except where Home Assistant keeps entries', async () => {
    const diagnostics = await api.get(`/api/diagnostics/config_entry/${entryId}`)
    expect(JSON.stringify(diagnostics)).toContain('quarter_hours')
    const states = JSON.stringify([...(await api.readStates())])
    for (const text of [JSON.stringify(diagnostics), states, await started.home.readLog()])
      expect(text).not.toContain('hxw_')
    await started.home.stop()
    const found: string[] = []
    for (const name of await readdir(started.home.folder, { recursive: true })) {
      const text = await Bun.file(join(started.home.folder, name))
        .text()
        .catch(() => '')
      if (text.includes(key)) found.push(name)
    }
    expect(found).toEqual(['.storage/core.config_entries'])
  })

  test('the integration has logged no error, and no warning but those of the product being away', async () => {
    const lines = (await started.home.readLog()).split('\n').filter((line) => /(ERROR|WARNING).*hexawatt/.test(line))
    const unexpected = lines.filter(
      (line) =>
        !/We found a custom integration|does not answer|Authentication failed|could not authenticate|Error fetching/.test(
          line,
        ),
    )
    expect(unexpected).toEqual([])
  })
})
