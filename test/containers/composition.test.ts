import { expect, test } from 'bun:test'
import { reportFigures } from '@hexawatt/dev/src/drill-figures.ts'
import { runSmokeTest } from '../../deploy/smoke-test/run.ts'
import { containerTimeoutMs, engine } from './testing/engine.ts'
import { buildProduct, readImageBytes, testTag } from './testing/images.ts'
import { copySources } from './testing/sources.ts'

test.skipIf(engine.missing !== null)(
  'docker-compose.yml keeps what its page promises, on demo data, in containers',
  async () => {
    const folder = await copySources('composition')
    const image = await buildProduct(folder)
    const seen: string[] = []
    await runSmokeTest({
      folder,
      env: { ...Bun.env, HEXAWATT_VERSION: testTag },
      project: 'hexawatt-test-composition',
      port: 18_280,
      keep: false,
      say: (line) => seen.push(line),
    })
    await reportFigures('docker-compose.yml', [
      { name: 'image with its base, MB', value: Math.round((await readImageBytes(image)) / 1e6) },
    ])
    console.log(seen.map((line) => `  ${line}`).join('\n'))
    expect(seen.length).toBeGreaterThan(8)
  },
  containerTimeoutMs,
)
