import { expect, test } from 'bun:test'
import { join } from 'node:path'
import * as v from 'valibot'
import { pinnedPrograms } from '../pinned-programs.ts'
import { product } from '../testing/product.ts'
import { describeProgram } from '../testing/program.ts'

const requirements = join(import.meta.dir, 'requirements.txt')
const page = join(import.meta.dir, '../../../docs/guide/integrations/electricity-maps.md')

const Printed = v.object({ kilograms: v.tuple([v.number(), v.number()]), keptSeconds: v.number() })

await describeProgram(
  pinnedPrograms.codeCarbon,
  {
    folder: 'codecarbon',
    python: { from: '3.11', to: '3.13' },
    inputs: [requirements],
    fetch: ({ pip }) => pip('--no-compile', '--no-deps', '--only-binary', ':all:', '-r', requirements),
  },
  ({ python, folder, run }) => {
    test('with the lines of the page it counts a kilowatt-hour at the newest intensity of the façade, by coordinates and by country, and asks once an hour', async () => {
      const [, lines = ''] = (await Bun.file(page).text()).match(/```python\n(.*?)```/s) ?? []
      const url = `${product.url}/compat/electricitymaps/v3/carbon-intensity/latest?zone=FR`
      const answer: unknown = await (await fetch(url, { headers: { 'auth-token': product.key } })).json()
      const { carbonIntensity } = v.parse(v.object({ carbonIntensity: v.number() }), answer)
      await Bun.write(join(folder, 'page_lines.py'), lines.replace('http://hexawatt.local:8080', product.url))
      const printed = await run([python, join(import.meta.dir, 'measure.py')], {
        env: { HEXAWATT_API_KEY: product.key, PYTHONPATH: folder },
      })
      const { kilograms, keptSeconds } = v.parse(Printed, JSON.parse(printed))
      expect([carbonIntensity > 0, keptSeconds]).toEqual([true, 3_600])
      for (const kilogram of kilograms) expect(kilogram).toBeCloseTo(carbonIntensity / 1_000, 9)
    })
  },
)
