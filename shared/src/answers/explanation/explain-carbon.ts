import { round2 } from '../../bounds/numbers.ts'
import type { ExplainedCarbon, factorValidities, importSources } from '../../contract/explanation/explained-carbon.ts'
import { toServedCountry } from '../../grid/borders.ts'
import { type AssessedBorders, type CarbonAssessment, findBorders } from '../../methodology/carbon-assessment.ts'
import type { EmissionFactor } from '../../methodology/emission-factors.ts'
import { unmappedGCo2eqPerKwh } from '../../methodology/intensity.ts'
import type { CarbonRows, References } from '../../methodology/score/inputs/read-score-rows.ts'
import { isRealisedRecent } from '../../methodology/score/sub-scores/projected-mix.ts'
import type { PointComputation } from '../../stored-points/recompute-point.ts'
import type { StoredValue } from '../../stored-rows/stored-rows-store.ts'
import { isoSeconds } from '../../time/instant.ts'
import { parisDate } from '../../time/paris.ts'

type FactorSet = NonNullable<References['factorSet']>
type Production = ExplainedCarbon['production']
type Consumption = NonNullable<ExplainedCarbon['consumption']>

/** Both intensities of the hour behind a computation, term by term; else why there is none. */
export function explainCarbon({ at, carbonRows, inputs }: PointComputation): {
  carbon: ExplainedCarbon | null
  carbonMissing: string | null
} {
  const { assessment, factorSet } = carbonRows
  if (factorSet === null) return { carbon: null, carbonMissing: 'No emission factors were known.' }
  if (assessment === null) {
    return { carbon: null, carbonMissing: 'No complete hour of generation was known in the last seven days.' }
  }
  if (!isRealisedRecent(inputs, at)) {
    const carbonMissing = `The newest complete hour of generation ended at ${assessment.slotEnd}, more than 6 hours before ${isoSeconds(at)}.`
    return { carbon: null, carbonMissing }
  }
  const production = explainProduction(assessment, factorSet, parisDate(at).toString())
  const { source, databaseVersion, license } = factorSet
  return {
    carbon: {
      slotStart: assessment.slotStart,
      slotEnd: assessment.slotEnd,
      feed: assessment.slotSource,
      factorSet: { id: String(factorSet.id), source, databaseVersion, license },
      production,
      ...explainConsumption(assessment, carbonRows, production),
    },
    carbonMissing: null,
  }
}

/** @param today civil date `YYYY-MM-DD` against which the validity of factors is judged */
function explainProduction(assessment: CarbonAssessment, { factors }: FactorSet, today: string): Production {
  const factorByType = new Map(factors.map((factor) => [factor.productionType, factor]))
  const terms = assessment.mix.map(({ productionType, powerMw }) => {
    const factor = explainFactor(factorByType.get(productionType), today)
    return { productionType, powerMW: powerMw, factor, emissionsKg: powerMw * factor.gCo2PerKwh }
  })
  return {
    terms,
    sumPowerMW: assessment.totalGenerationMw,
    sumEmissionsKg: terms.reduce((sum, { emissionsKg }) => sum + emissionsKg, 0),
    unroundedGCo2PerKwh: assessment.productionGCo2eqPerKwh,
    gCo2PerKwh: round2(assessment.productionGCo2eqPerKwh),
  }
}

function explainFactor(factor: EmissionFactor | undefined, today: string): Production['terms'][number]['factor'] {
  if (factor === undefined) {
    const absent = { elementId: null, modifiedOn: null, validUntil: null }
    const name = 'conservative value of a production type without a factor'
    return { gCo2PerKwh: unmappedGCo2eqPerKwh, name, boundary: 'none', validity: 'unmapped', ...absent }
  }
  return {
    gCo2PerKwh: factor.gCo2eqPerKwh,
    elementId: factor.elementId,
    name: factor.elementName,
    boundary: factor.boundaryName,
    modifiedOn: factor.modifiedOn,
    validUntil: factor.validUntil,
    validity: findValidity(factor, today),
  }
}

function findValidity({ isFallback, validUntil }: EmissionFactor, today: string): (typeof factorValidities)[number] {
  if (isFallback) return 'fallback'
  if (validUntil === null) return 'unlimited'
  return validUntil < today ? 'expired' : 'valid'
}

function explainConsumption(
  assessment: CarbonAssessment,
  rows: CarbonRows<StoredValue>,
  production: Production,
): Pick<ExplainedCarbon, 'consumption' | 'consumptionMissing'> {
  const assessed = findBorders(assessment, rows)
  const { consumptionGCo2eqPerKwh } = assessment
  if (assessed === null || consumptionGCo2eqPerKwh === null) {
    return { consumption: null, consumptionMissing: describeMissing(assessment, rows) }
  }
  const borders = explainBorders(assessed)
  const importedMW = borders.reduce((sum, { countedMW }) => sum + countedMW, 0)
  const importedEmissionsKg = borders.reduce((sum, { emissionsKg }) => sum + emissionsKg, 0)
  const gCo2PerKwh = round2(consumptionGCo2eqPerKwh)
  return {
    consumption: {
      basis: findSource(assessed),
      isEstimate: assessed.exchanged !== null,
      missingBorders: [...new Set(assessment.missingBorders.map(toServedCountry))],
      jointExchanges: explainJoint(assessed),
      borders,
      importedMW,
      importedEmissionsKg,
      sumPowerMW: production.sumPowerMW + importedMW,
      sumEmissionsKg: production.sumEmissionsKg + importedEmissionsKg,
      unroundedGCo2PerKwh: consumptionGCo2eqPerKwh,
      gCo2PerKwh,
      boundaryDelta: round2(gCo2PerKwh - production.gCo2PerKwh),
    },
    consumptionMissing: null,
  }
}

function describeMissing({ missingBorders }: CarbonAssessment, { countryIntensities }: References): string {
  if (countryIntensities.length === 0) return 'No yearly intensity of any country was known.'
  const countries = [...new Set(missingBorders.map(toServedCountry))].join(', ')
  return `Physical flows of the hour were missing at the borders with ${countries}, and commercial exchanges were not known at every border.`
}

function findSource({ exchanged }: AssessedBorders): (typeof importSources)[number] {
  if (exchanged === null) return 'physical_flows'
  return exchanged.kind === 'TOTAL/' ? 'total_exchanges' : 'day_ahead_schedules'
}

function explainJoint({ exchanged }: AssessedBorders): Consumption['jointExchanges'] {
  const joint = exchanged?.joint ?? null
  if (joint === null) return []
  return [
    {
      countries: ['DE', 'BE'],
      powerMW: joint.powerMw,
      shares: [joint.germanShare, 1 - joint.germanShare],
      shareHour: isoSeconds(Temporal.Instant.fromEpochMilliseconds(joint.shareHourMs)),
    },
  ]
}

function explainBorders({ borders }: AssessedBorders): Consumption['borders'] {
  return borders.map(({ country, powerMw, gCo2eqPerKwh, yearly }) => {
    const countedMW = Math.max(0, powerMw)
    return {
      country: toServedCountry(country),
      netImportMW: powerMw,
      countedMW,
      gCo2PerKwh: gCo2eqPerKwh,
      valuation: yearly === null ? 'highest_neighbour' : 'yearly',
      year: yearly?.year ?? null,
      vintage: yearly?.vintage ?? null,
      emissionsKg: countedMW * gCo2eqPerKwh,
    }
  })
}
