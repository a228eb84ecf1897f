import { expect, test } from 'bun:test'
import { round2 } from '@hexawatt/shared/bounds/numbers'
import { seedFactorSet } from '@hexawatt/shared/methodology/emission-factors'
import { createQuarterAssessment } from '@hexawatt/shared/methodology/quarter-assessment'
import { type RecordedRow, readRecordedCsv } from '@hexawatt/shared/testing/recorded-csv'
import { findReferenceData, reportSkippedReferenceData } from '@hexawatt/shared/testing/reference-data'
import { readMixAndLoad } from '../sources/odre/mix-row.ts'

const folder = findReferenceData()
if (folder === null)
  reportSkippedReferenceData('the recorded quarter-hours of 2025 against the intensity that the operator published')

const startOf = (row: RecordedRow): Temporal.Instant => Temporal.Instant.from(row['datetime_utc'] ?? '')

test.skipIf(folder === null)(
  'the direct intensity of the recorded quarter-hours of 2025 is within 1 g of the published one in every row',
  async () => {
    const rows = await readRecordedCsv(folder ?? '', 'eco2mix_15min_2025.csv.gz')
    const { mix } = readMixAndLoad(rows.map((row) => ({ row, slotStart: startOf(row) })))
    const assess = createQuarterAssessment({ generationMix15min: mix.measurements, factorSet: seedFactorSet })
    const differences = rows.flatMap((row) => {
      const direct = assess(startOf(row).epochMilliseconds)?.directGCo2eqPerKwh
      return direct === undefined ? [] : [Math.abs(round2(direct) - Number(row['taux_co2']))]
    })
    expect(rows).toHaveLength(19_809)
    expect(differences).toHaveLength(19_809)
    expect(differences.filter((difference) => difference > 1)).toEqual([])
  },
)
