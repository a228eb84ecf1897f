import { formatTextTable } from '@hexawatt/shared/command-line/tables'
import type { ExplainedCarbon } from '@hexawatt/shared/contract/explanation/explained-carbon'
import type { ExplainedScore } from '@hexawatt/shared/contract/explanation/explained-score'
import type { ExplainedPoint } from '@hexawatt/shared/contract/explanation/explanation'

/** An explanation as text: the terms of both intensities, the sub-scores with the anchors around their inputs, composite and confidence. */
export function formatExplanation({ carbon, carbonMissing, score, scoreMissing, payloads }: ExplainedPoint): string[] {
  return [
    ...(carbon === null ? [carbonMissing ?? ''] : [...formatProduction(carbon), '', ...formatConsumption(carbon)]),
    '',
    ...(score === null ? [scoreMissing ?? ''] : formatScore(score)),
    '',
    'Payloads of these figures:',
    formatTextTable(
      ['FEED', 'PAYLOAD', 'PUBLISHER', 'KNOWN FROM'],
      payloads.map(({ feed, payloadId, publisher, knownFrom }) => [feed, String(payloadId), publisher, knownFrom]),
    ),
  ]
}

function formatProduction({ slotStart, slotEnd, feed, factorSet, production }: ExplainedCarbon): string[] {
  const rows = production.terms.map(({ productionType, powerMW, factor, emissionsKg }) => [
    productionType,
    String(powerMW),
    String(factor.gCo2PerKwh),
    factor.validity,
    factor.elementId ?? '-',
    String(emissionsKg),
  ])
  const { sumEmissionsKg, sumPowerMW, unroundedGCo2PerKwh } = production
  return [
    `Generation from ${slotStart} to ${slotEnd} (${feed}), factors of ${factorSet.source} ${factorSet.databaseVersion} (set ${factorSet.id}):`,
    formatTextTable(['TYPE', 'MW', 'G/KWH', 'VALIDITY', 'ELEMENT', 'KG'], rows),
    `Production: ${sumEmissionsKg} kg / ${sumPowerMW} MWh = ${unroundedGCo2PerKwh} g/kWh`,
  ]
}

function formatConsumption({ production, consumption, consumptionMissing }: ExplainedCarbon): string[] {
  if (consumption === null) return [consumptionMissing ?? '']
  const rows = consumption.borders.map(({ country, netImportMW, gCo2PerKwh, valuation, year, vintage }) => [
    country,
    String(netImportMW),
    String(gCo2PerKwh),
    valuation === 'yearly' ? String(year) : 'highest of the neighbours',
    vintage ?? '-',
  ])
  const shares = consumption.jointExchanges.map(
    ({ countries, powerMW, shares, shareHour }) =>
      `Joint exchange with ${countries.join(' and ')}: ${powerMW} MW, divided ${shares.join(' : ')} as the flows from ${shareHour} on`,
  )
  const { sumEmissionsKg, sumPowerMW, unroundedGCo2PerKwh } = consumption
  return [
    `Net imports of the hour (${consumption.basis}), next to ${production.sumPowerMW} MW of generation:`,
    formatTextTable(['COUNTRY', 'MW', 'G/KWH', 'YEAR', 'VINTAGE'], rows),
    ...shares,
    `Consumption: ${sumEmissionsKg} kg / ${sumPowerMW} MWh = ${unroundedGCo2PerKwh} g/kWh (imports only, exports count as 0)`,
  ]
}

function formatScore(score: ExplainedScore): string[] {
  const { price, carbon, grid, adequacy, composite, confidence } = score
  const rows = [
    ['price', String(price.value), price.basis, ...formatScale(price.scale)],
    ['carbon', String(carbon.value), carbon.basis, ...formatScale(carbon.scale)],
    ['grid', String(grid.value), grid.basis, ...formatSignal(grid)],
    ['adequacy', String(adequacy.value), adequacy.basis, ...formatScale(adequacy.scale)],
  ]
  const products = composite.dimensions.map(({ value, weightCounted }) => `${weightCounted} · ${value}`)
  return [
    `Score of the hour from ${score.hourStart} (version ${composite.version}):`,
    formatTextTable(['DIMENSION', 'SCORE', 'BASIS', 'INPUT', 'ANCHORS'], rows),
    `Composite: (${products.join(' + ')}) / ${composite.sumWeights} = ${composite.unrounded}, score ${composite.globalScore}`,
    `Confidence: 100 · ${confidence.sumProducts} / ${confidence.sumWeights} · ${confidence.fallbackFactor} = ${confidence.value}`,
  ]
}

function formatScale({ input, lower, upper }: ExplainedScore['price']['scale']): string[] {
  return [String(input), `${lower.input} → ${lower.score}, ${upper.input} → ${upper.score}`]
}

function formatSignal({ signal }: ExplainedScore['grid']): string[] {
  if (signal === null) return ['-', '-']
  return [`level ${signal.level}`, `${signal.scoresByLevel[signal.level]} less ${signal.deductedPoints} points`]
}
