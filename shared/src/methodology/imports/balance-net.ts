import { recordFromEntries } from '../../bounds/record-from-entries.ts'
import { type EmissionRule, emissionRules } from '../forecast/analog-forecast.ts'
import type { ConsumptionHour } from './consumption-hour.ts'

/**
 * Intensity of an hour as the operator seems to count imports, gCO2eq/kWh: net of the whole balance. All imports are scaled by
 * max(0, imports − exports) / imports, so that an hour with net exports has the production intensity. The rule is inferred by fit and documented nowhere; it
 * serves only for the comparison with the operator's own figure (docs/methodology/why-numbers-differ.md#imports-by-the-hour).
 *
 * @returns null where imports or exports are unknown
 */
export function computeBalanceNetIntensity(
  hour: Pick<
    ConsumptionHour,
    'productionMw' | 'productionKgPerHour' | 'importMw' | 'importedTonnesPerHour' | 'exportsMw'
  >,
): Record<EmissionRule, number | null> {
  const { productionMw, importMw, exportsMw } = hour
  return recordFromEntries(emissionRules, (rule) => {
    const tonnes = hour.importedTonnesPerHour[rule]
    if (importMw === null || exportsMw === null || tonnes === null) return null
    const share = importMw === 0 ? 0 : Math.max(0, importMw - exportsMw) / importMw
    return (hour.productionKgPerHour[rule] + share * 1000 * tonnes) / (productionMw + share * importMw)
  })
}
