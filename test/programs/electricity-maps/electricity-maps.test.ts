import { describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { hourMs } from '@hexawatt/shared/time/instant'
import * as v from 'valibot'
import { pinnedPrograms } from '../pinned-programs.ts'
import { product } from '../testing/product.ts'
import { describeProgram } from '../testing/program.ts'

const { gridAwareWebsites, cloudCarbonFootprint, aioElectricityMaps } = pinnedPrograms

const env = { HEXAWATT_URL: product.url, HEXAWATT_API_KEY: product.key }
const here = (name: string): string => join(import.meta.dir, name)

/** What the façade itself answers. */
async function ask(path: string): Promise<Record<string, unknown>> {
  const response = await fetch(`${product.url}/compat/electricitymaps/v3/${path}`, {
    headers: { 'auth-token': product.key },
  })
  return v.parse(v.record(v.string(), v.unknown()), await response.json())
}

await describeProgram(
  gridAwareWebsites,
  {
    folder: 'grid-aware-websites',
    node: true,
    fetch: ({ npm }) => npm(`@greenweb/grid-aware-websites@${gridAwareWebsites.version}`),
  },
  ({ node, run, folder }) => {
    test('it reads level, intensity and power of France, and reports an error for another country', async () => {
      for (const name of ['send-to-facade.mjs', 'ask-grid-aware.mjs'])
        await Bun.write(join(folder, name), Bun.file(here(name)))
      const command = [node, '--import', './send-to-facade.mjs', 'ask-grid-aware.mjs']
      const answers = JSON.parse(await run(command, { env }))
      const level = await ask('carbon-intensity-level/latest')
      const { carbonIntensity } = await ask('carbon-intensity/latest')
      const { renewablePercentage, fossilFreePercentage } = await ask('power-breakdown/latest')
      const data: unknown = Array.isArray(level['data']) ? level['data'][0] : null
      expect(answers.level).toMatchObject({ status: 'success', region: 'FR', level: Object(data).level })
      expect(answers.levelByPlace).toEqual(answers.level)
      expect(answers.limit).toMatchObject({ gridAware: true, data: { carbonIntensity } })
      expect(answers.average).toMatchObject({
        region: 'FR',
        data: { carbonIntensity, averageIntensity: expect.any(Number) },
      })
      expect(answers.renewable).toMatchObject({ data: { renewablePercentage } })
      expect(answers.lowCarbon).toMatchObject({ data: { lowCarbonPercentage: fossilFreePercentage } })
      expect(answers.elsewhere).toMatchObject({ status: 'error' })
    })
  },
)

await describeProgram(
  cloudCarbonFootprint,
  {
    folder: 'cloud-carbon-footprint',
    node: true,
    // The published package does not name ramda, which it loads.
    fetch: ({ npm }) => npm(`@cloud-carbon-footprint/common@${cloudCarbonFootprint.version}`, 'ramda@0.32.0'),
  },
  ({ node, run, folder }) => {
    test('it takes the intensity of a past hour as emission factor, and its own factor where nothing is known', async () => {
      const script = 'ask-cloud-carbon-footprint.cjs'
      for (const name of ['send-to-facade.mjs', script]) await Bun.write(join(folder, name), Bun.file(here(name)))
      const known = new Date(Math.floor(Date.now() / hourMs) * hourMs - 8 * hourMs).toISOString()
      const instants = JSON.stringify([known, '2015-01-01T00:00:00.000Z'])
      const printed = await run([node, '--import', './send-to-facade.mjs', script], {
        env: { ...env, ELECTRICITY_MAPS_TOKEN: product.key, INSTANTS: instants },
      })
      const { body, factors, fallback } = JSON.parse(printed.trim().split('\n').at(-1) ?? '')
      const { carbonIntensity } = await ask(`carbon-intensity/past?zone=FR&datetime=${known}`)
      expect(body).toMatchObject({ zone: 'FR', datetime: known, carbonIntensity })
      // Metric tons per kWh.
      expect(factors['eu-west-3']).toBeCloseTo(Number(carbonIntensity) / 1e6, 12)
      expect(fallback).toEqual({ 'eu-west-3': -1 })
    })
  },
)

await describeProgram(
  aioElectricityMaps,
  {
    folder: 'aioelectricitymaps',
    python: { from: '3.11' },
    fetch: ({ pip }) =>
      pip(`aioelectricitymaps==${aioElectricityMaps.version}`, 'aiohttp==3.13.2', 'mashumaro==3.17', 'orjson==3.11.4'),
  },
  ({ python, run }) => {
    describe('Home Assistant’s library', () => {
      test('reads intensity and fossil share, latest, history and breakdown, and takes an unknown key for an invalid token', async () => {
        const answers = JSON.parse(await run([python, here('ask_aioelectricitymaps.py')], { env }))
        const { carbonIntensity, datetime } = await ask('carbon-intensity/latest')
        const breakdown = await ask('power-breakdown/latest')
        expect(answers.homeAssistant).toMatchObject({
          status: 'ok',
          country_code: 'FR',
          data: { carbon_intensity: carbonIntensity },
          units: { carbon_intensity: 'gCO2eq/kWh' },
        })
        expect(Math.round(100 - answers.homeAssistant.data.fossil_fuel_percentage)).toBe(
          Number(breakdown['fossilFreePercentage']),
        )
        expect(answers.byPlace).toEqual(answers.homeAssistant)
        expect(answers.latest).toMatchObject({ zone: 'FR', carbon_intensity: carbonIntensity })
        expect(Date.parse(answers.latest.timestamp)).toBe(Date.parse(String(datetime)))
        expect(answers.history.history).toHaveLength(24)
        expect(answers.breakdown).toMatchObject({
          renewable_percentage: breakdown['renewablePercentage'],
          power_production_total: breakdown['powerProductionTotal'],
          power_import_breakdown: breakdown['powerImportBreakdown'],
        })
        expect(answers.refused).toBe('ElectricityMapsInvalidTokenError')
      })
    })
  },
)
