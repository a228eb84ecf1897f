import { describe, expect, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { computeAnalogForecast } from '@hexawatt/shared/methodology/forecast/analog-forecast'
import { computeBand, findFrozenLevels } from '@hexawatt/shared/methodology/forecast/bands'
import { findReferenceData, reportSkippedReferenceData } from '@hexawatt/shared/testing/reference-data'
import { readRecord } from '../recorded/read-record.ts'
import { findRecordFolder } from '../recorded/record-folder.ts'
import { createAnalogInputs, groupBySeries } from './analog-inputs.ts'

/** Values of an independent implementation: issue → lead → value. */
type Vector = { issuedAt: string; leads: Record<string, Record<string, number>> }

const folder = findReferenceData()
const vectorsFolder = folder === null ? null : join(folder, '../forecast')
const isThere = folder !== null && vectorsFolder !== null && existsSync(join(vectorsFolder, 'test_vectors.json'))
if (!isThere) reportSkippedReferenceData('the test vectors of the forecast')

const tolerance = 0.00006

describe.skipIf(!isThere)('forecast version 2 equals the independent implementation to 4 decimals', async () => {
  if (folder === null || vectorsFolder === null || !isThere) return
  const series = groupBySeries(await readRecord(findRecordFolder(folder)))
  for (const name of ['test_vectors.json', 'test_vectors_bands.json']) {
    const vectors: Vector[] = await Bun.file(join(vectorsFolder, name)).json()
    for (const { issuedAt, leads } of vectors) {
      test(`${name}, issued at ${issuedAt}`, () => {
        const now = Temporal.Instant.from(issuedAt.replace('Z', ':00Z'))
        const hours = computeAnalogForecast(createAnalogInputs(series, now), now, 48)
        const wrong: string[] = []
        for (const [lead, expected] of Object.entries(leads)) {
          const hour = hours?.[Number(lead)]
          const carbon = hour?.carbon.lifeCycle ?? null
          const band = carbon && computeBand(carbon.gCo2eqPerKwh, carbon.spread, findFrozenLevels(Number(lead)))
          const computed: Record<string, number | null | undefined> = {
            intensity: carbon?.gCo2eqPerKwh,
            price: hour?.priceEurPerMwh,
            load: hour?.loadMw,
            wind: hour?.windMw,
            sun: hour?.solarMw,
            gas: hour?.powerMwByType['FOSSIL_GAS'],
            nuclear: hour?.powerMwByType['NUCLEAR'],
            spread: carbon?.spread,
            low: band?.low,
            high: band?.high,
          }
          for (const [quantity, value] of Object.entries(expected)) {
            const got = computed[quantity] ?? Number.NaN
            if (!(Math.abs(got - value) < tolerance)) wrong.push(`${lead} h, ${quantity}: ${got} instead of ${value}`)
          }
        }
        expect(wrong).toEqual([])
      })
    }
  }
})
