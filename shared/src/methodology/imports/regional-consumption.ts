import { sumOrNull } from '../../bounds/numbers.ts'

/** Generation of a region in a quarter-hour, by one set of emission factors; null = unknown. */
export type ConsumingRegion = {
  /** MW ≥ 0. */
  generationMw: number | null
  /** Net flow into the region from other regions and from abroad, MW; negative = out. */
  exchangeMw: number | null
  /** Intensity of its generation, g/kWh. */
  gCo2PerKwh: number | null
}

/** One border of the country in the hour of the flows, valued by the same set of factors; null = unknown. */
export type NationalBorder = {
  /** MW; negative = export. */
  netImportMw: number | null
  /** Intensity of the neighbour, g/kWh; needed only where the country imports. */
  gCo2PerKwh: number | null
}

/** Consumption boundary of all regions, unrounded; null = unknown. */
export type RegionalConsumption = {
  /** Intensity of what importing regions receive, g/kWh. */
  poolGCo2PerKwh: number | null
  /** Net imports of the regions less those of the country, MW: how far the two publications disagree. */
  exchangeResidualMw: number | null
  /** Intensity of what each region consumes, g/kWh, in the order of the regions. */
  gCo2PerKwh: (number | null)[]
}

/** Largest residual with which the two publications count as agreeing, MW. */
const maxResidualMw = 500

/** Whether the exchanges of the regions agree with the flows over the borders; an unknown residual shows nothing. */
export function isResidualAccepted(exchangeResidualMw: number | null): boolean {
  return exchangeResidualMw === null || Math.abs(exchangeResidualMw) <= maxResidualMw
}

/**
 * Carbon intensity of what each region consumes (docs/methodology/regional-consumption.md). A region that sends power out consumes its own mix. All
 * others receive from one pool: what exporting regions send, and what the country imports.
 *
 * @param borders national flows of the hour; null = the hour has none
 */
export function computeRegionalConsumption(
  regions: readonly ConsumingRegion[],
  borders: readonly NationalBorder[] | null,
): RegionalConsumption {
  const poolGCo2PerKwh = computePool(regions, borders)
  return {
    poolGCo2PerKwh,
    exchangeResidualMw: computeResidual(regions, borders),
    gCo2PerKwh: regions.map((region) => computeRegion(region, poolGCo2PerKwh)),
  }
}

/** A quantity of power and its intensity; null = unknown. */
type Contribution = { powerMw: number; gCo2PerKwh: number | null }

/** Null when an exchange, a flow, or the intensity of a contribution is unknown, and when nothing enters the pool. */
function computePool(regions: readonly ConsumingRegion[], borders: readonly NationalBorder[] | null): number | null {
  if (borders === null) return null
  const sent = regions.map(({ exchangeMw, gCo2PerKwh }) =>
    toContribution(exchangeMw === null ? null : -exchangeMw, gCo2PerKwh),
  )
  const imported = borders.map(({ netImportMw, gCo2PerKwh }) => toContribution(netImportMw, gCo2PerKwh))
  let [powerMw, kgPerHour] = [0, 0]
  for (const contribution of [...sent, ...imported]) {
    if (contribution === null || contribution.gCo2PerKwh === null) return null
    powerMw += contribution.powerMw
    kgPerHour += contribution.powerMw * contribution.gCo2PerKwh
  }
  return powerMw === 0 ? null : kgPerHour / powerMw
}

/** Contribution of a flow to the pool. A flow out of the pool contributes nothing, and its intensity is not needed. Null for an unknown flow. */
function toContribution(powerMw: number | null, gCo2PerKwh: number | null): Contribution | null {
  if (powerMw === null) return null
  return powerMw > 0 ? { powerMw, gCo2PerKwh } : { powerMw: 0, gCo2PerKwh: 0 }
}

function computeRegion({ generationMw, exchangeMw, gCo2PerKwh }: ConsumingRegion, pool: number | null): number | null {
  if (exchangeMw === null) return null
  if (exchangeMw <= 0) return gCo2PerKwh
  if (generationMw === null || pool === null) return null
  if (generationMw === 0) return pool
  return gCo2PerKwh === null ? null : (generationMw * gCo2PerKwh + exchangeMw * pool) / (generationMw + exchangeMw)
}

function computeResidual(
  regions: readonly ConsumingRegion[],
  borders: readonly NationalBorder[] | null,
): number | null {
  const received = sumOrNull(regions.map(({ exchangeMw }) => exchangeMw))
  const imported = borders && sumOrNull(borders.map(({ netImportMw }) => netImportMw))
  return received === null || imported === null ? null : received - imported
}
