import { smoothNoise } from './noise.ts'

/** Net import by border, MW (negative = export). */
export type NetImportsMw = Readonly<Record<`netImport${'Gb' | 'Es' | 'It' | 'Ch' | 'De' | 'Be'}`, number>>

/**
 * Shares a net import among the borders. Each pair of neighbours trades some power through France as well (one side's
 * gain is the other's loss), so that a border may import while the country exports. The sum stays the net import but for rounding.
 */
export function tradeMw(epochMs: number, netImportMw: number): NetImportsMw {
  const iberianMw = 1_700 * smoothNoise(epochMs, 18, 71)
  const channelMw = 900 * smoothNoise(epochMs, 14, 72)
  const alpineMw = 600 * smoothNoise(epochMs, 22, 73)
  return {
    netImportGb: Math.round(0.2 * netImportMw - channelMw),
    netImportEs: Math.round(0.1 * netImportMw + iberianMw),
    netImportIt: Math.round(0.2 * netImportMw - alpineMw),
    netImportCh: Math.round(0.15 * netImportMw + alpineMw),
    netImportDe: Math.round(0.22 * netImportMw - iberianMw),
    netImportBe: Math.round(0.13 * netImportMw + channelMw),
  }
}
