import { neighbourBases } from '@hexawatt/shared/contract/carbon/carbon-consumption'
import { emissionRules } from '@hexawatt/shared/methodology/forecast/analog-forecast'
import type { TransactionSql } from '@hexawatt/shared/postgres/client'
import type { ComputedConsumptionHour } from '@hexawatt/shared/stored-hours/compute-consumption'
import { packBorder, type StoredConsumptionHour } from '@hexawatt/shared/stored-hours/consumption-hour-store'

/**
 * Whether a computed hour is worth a new version: something differs from the stored version, and nothing is worse than there. Worse is an intensity or a border
 * that was known and no longer is. Worse is also a neighbour with a worse basis, while the French mix and the flows are the same: neither the removal of rows
 * nor a production type that was published once by mistake takes a good value away, and neither holds up a correction of the French mix.
 */
export function isNewVersion(computed: ComputedConsumptionHour, stored: StoredConsumptionHour | undefined): boolean {
  if (stored === undefined) return true
  const { knownFromMs: _known, ...former } = stored
  if (Bun.deepEquals(computed, former) || isLessKnown(computed, former)) return false
  return !hasWorseBasis(computed, former) || !Bun.deepEquals(omitNeighbours(computed), omitNeighbours(former))
}

type Borders = ComputedConsumptionHour['borders']

function isLessKnown(computed: ComputedConsumptionHour, former: ComputedConsumptionHour): boolean {
  if (emissionRules.some((rule) => computed.intensity[rule] === null && former.intensity[rule] !== null)) return true
  return former.borders.some(
    ({ country, netImportMw }) =>
      netImportMw !== null && (findBorder(computed.borders, country)?.netImportMw ?? null) === null,
  )
}

function hasWorseBasis(computed: ComputedConsumptionHour, former: ComputedConsumptionHour): boolean {
  return former.borders.some(
    ({ country, basis }) => rankBasis(findBorder(computed.borders, country)?.basis) > rankBasis(basis),
  )
}

const findBorder = (borders: Borders, country: string) => borders.find((border) => border.country === country)

/** What does not depend on the mixes of the neighbours. */
function omitNeighbours({
  borders,
  importedTonnesPerHour: _tonnes,
  intensity: _intensity,
  ...hour
}: ComputedConsumptionHour) {
  return { ...hour, netImportMw: borders.map(({ country, netImportMw }) => [country, netImportMw]) }
}

/** The best basis comes first. */
function rankBasis(basis: Borders[number]['basis'] | undefined): number {
  return basis == null ? neighbourBases.length : neighbourBases.indexOf(basis)
}

/** Adds versions that are known from an instant, at which an hour has one version only: a clock that runs never needs a second one. */
export async function addConsumptionVersions(
  tx: TransactionSql,
  hours: readonly ComputedConsumptionHour[],
  knownFrom: Temporal.Instant,
): Promise<void> {
  if (hours.length === 0) return
  const rows = hours.map((hour) => ({
    start_ms: hour.startMs,
    production_mw: hour.productionMw,
    production_kg_life_cycle: hour.productionKgPerHour.lifeCycle,
    production_kg_direct: hour.productionKgPerHour.direct,
    borders: hour.borders.map(packBorder),
    import_mw: hour.importMw,
    imported_tonnes_life_cycle: hour.importedTonnesPerHour.lifeCycle,
    imported_tonnes_direct: hour.importedTonnesPerHour.direct,
    exports_mw: hour.exportsMw,
    domestic_share: hour.domesticShare,
    life_cycle_g_co2eq_per_kwh: hour.intensity.lifeCycle,
    direct_g_co2_per_kwh: hour.intensity.direct,
    yearly_g_co2eq_per_kwh: hour.yearlyGCo2eqPerKwh,
    mix_source: hour.mixSource,
    mix_finality: hour.mixFinality,
    methodology_version: hour.methodologyVersion,
  }))
  await tx`
    insert into consumption_hours (hour_start, known_from, production_mw, production_kg_life_cycle, production_kg_direct,
      borders, import_mw, imported_tonnes_life_cycle, imported_tonnes_direct, exports_mw, domestic_share,
      life_cycle_g_co2eq_per_kwh, direct_g_co2_per_kwh, yearly_g_co2eq_per_kwh, mix_source, mix_finality, methodology_version)
    select to_timestamp(start_ms / 1000), ${knownFrom}, production_mw, production_kg_life_cycle, production_kg_direct,
      borders, import_mw, imported_tonnes_life_cycle, imported_tonnes_direct, exports_mw, domestic_share,
      life_cycle_g_co2eq_per_kwh, direct_g_co2_per_kwh, yearly_g_co2eq_per_kwh, mix_source, mix_finality, methodology_version
    from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) as sent (start_ms double precision,
      production_mw double precision, production_kg_life_cycle double precision, production_kg_direct double precision,
      borders jsonb, import_mw double precision, imported_tonnes_life_cycle double precision,
      imported_tonnes_direct double precision, exports_mw double precision, domestic_share double precision,
      life_cycle_g_co2eq_per_kwh double precision, direct_g_co2_per_kwh double precision,
      yearly_g_co2eq_per_kwh double precision, mix_source text, mix_finality smallint, methodology_version smallint)
    on conflict do nothing`
}
