import { expect, test } from 'bun:test'
import { copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import { hourMs } from '@hexawatt/shared/time/instant'
import * as v from 'valibot'
import { pinnedPrograms } from '../pinned-programs.ts'
import { product } from '../testing/product.ts'
import { describeProgram } from '../testing/program.ts'

const module = 'github.com/thegreenwebfoundation/grid-intensity-go'
const pins = ['go.mod', 'go.sum'].map((name) => join(import.meta.dir, name))
const facade = `${product.url}/compat/electricitymaps/v3`

/** What the program prints for a value. */
const Intensity = v.object({
  provider: v.literal('ElectricityMaps'),
  location: v.literal('FR'),
  units: v.literal('gCO2e per kWh'),
  valid_from: v.string(),
  valid_to: v.string(),
  value: v.number(),
  is_estimated: v.boolean(),
})

const Hour = v.object({ carbonIntensity: v.number(), datetime: v.string(), isEstimated: v.boolean() })

await describeProgram(
  pinnedPrograms.gridIntensity,
  {
    folder: 'grid-intensity',
    go: true,
    inputs: pins,
    async fetch({ folder, go, fetch }) {
      for (const pin of pins) await copyFile(pin, join(folder, pin.split('/').at(-1) ?? ''))
      // Without -modcacherw no one but root could remove the folder.
      const env = { GOPATH: join(folder, 'go'), GOCACHE: join(folder, 'cache'), GOFLAGS: '-modcacherw -buildvcs=false' }
      await fetch([go, 'build', '-p', '2', '-o', 'grid-intensity', module], { folder, env })
    },
  },
  ({ folder, runToEnd }) => {
    const ask = (key: string) =>
      runToEnd([join(folder, 'grid-intensity'), '--provider', 'ElectricityMaps', '--location', 'FR'], {
        // It writes its configuration below HOME.
        env: { HOME: folder, ELECTRICITY_MAPS_API_URL: facade, ELECTRICITY_MAPS_API_TOKEN: key },
      })

    test('it prints the newest measured hour of the façade, with its value and its hour', async () => {
      const { exitCode, stdout } = await ask(product.key)
      expect(exitCode).toBe(0)
      const printed = v.parse(v.array(Intensity), JSON.parse(stdout))
      const url = `${facade}/carbon-intensity/history?zone=FR`
      const answer: unknown = await (await fetch(url, { headers: { 'auth-token': product.key } })).json()
      const { history } = v.parse(v.object({ history: v.array(Hour) }), answer)
      const newest = [true, false].flatMap(
        (isEstimated) => history.findLast((hour) => hour.isEstimated === isEstimated) ?? [],
      )
      expect(printed.map(({ value, is_estimated }) => [value, is_estimated])).toEqual(
        newest.map(({ carbonIntensity, isEstimated }) => [carbonIntensity, isEstimated]),
      )
      for (const [index, { valid_from, valid_to }] of printed.entries()) {
        expect(Date.parse(valid_from)).toBe(Date.parse(newest[index]?.datetime ?? ''))
        expect(Date.parse(valid_to) - Date.parse(valid_from)).toBe(hourMs)
      }
      expect(printed.length).toBeGreaterThan(0)
    })

    test('with a wrong key it fails and shows the problem, without the key', async () => {
      const wrong = `hxw_${'0'.repeat(32)}`
      const { exitCode, stdout, stderr } = await ask(wrong)
      expect([exitCode, stdout]).toEqual([1, ''])
      expect(stderr).toContain('invalid_api_key')
      expect(stderr).not.toContain(wrong)
    })
  },
)
