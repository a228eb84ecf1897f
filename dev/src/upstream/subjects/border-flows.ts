import { franceEicCode } from '@hexawatt/shared/grid/borders'
import { computeMeanOfKnown } from './generation-series.ts'
import type { QuarterField, QuarterPowerMw } from './quarter-hour.ts'

type BorderField = Extract<QuarterField, `netImport${string}`>

/** A border of France as the operator names it. */
type Border = { country: string; eicCode: string; name: string; field: BorderField }

/** Every border in the order of the operator's sample, which calls Great Britain England. */
export const borders: readonly Border[] = [
  { country: 'DE', eicCode: '10YCB-GERMANY--8', name: 'Germany', field: 'netImportDe' },
  { country: 'BE', eicCode: '10YBE----------2', name: 'Belgium', field: 'netImportBe' },
  { country: 'ES', eicCode: '10YES-REE------0', name: 'Spain', field: 'netImportEs' },
  { country: 'IT', eicCode: '10YIT-GRTN-----B', name: 'Italy', field: 'netImportIt' },
  { country: 'GB', eicCode: '10YGB----------A', name: 'England', field: 'netImportGb' },
  { country: 'CH', eicCode: '10YCH-SWISSGRIDZ', name: 'Switzerland', field: 'netImportCh' },
]

/** Name of an area in the operator's answers. */
export function findAreaName(eicCode: string): string {
  if (eicCode === franceEicCode) return 'France'
  return borders.find((border) => border.eicCode === eicCode)?.name ?? eicCode
}

/** Key of the flow into France over a border. */
export function toInflowKey(border: Border): string {
  return `${border.eicCode}>${franceEicCode}`
}

/** A net import as the operator's two non-negative directional series, MW. */
export function toDirectionalFlows(border: Border, netImportMw: number): [string, number][] {
  return [
    [toInflowKey(border), Math.max(0, netImportMw)],
    [`${franceEicCode}>${border.eicCode}`, Math.max(0, -netImportMw)],
  ]
}

/**
 * Hourly flows by `SENDER>RECEIVER`, MW, from quarter-hours of one hour. A border without a value in each of them is absent.
 */
export function toHourlyFlowsMw(quarters: readonly (QuarterPowerMw | null)[]): Map<string, number> {
  return new Map(
    borders.flatMap((border) => {
      const netImportMw = computeMeanOfKnown(quarters.map((quarter) => quarter?.[border.field] ?? null))
      return netImportMw === null ? [] : toDirectionalFlows(border, netImportMw)
    }),
  )
}
