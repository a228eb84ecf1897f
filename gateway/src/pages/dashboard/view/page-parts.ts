import type { DashboardResponse } from '@hexawatt/shared/contract/dashboard'
import type { ScoreWeights } from '@hexawatt/shared/contract/score'
import type { View } from '../texts/view.ts'
import { bannerPart } from './banner-part.ts'
import { heatMapPart } from './heat-map-part.ts'
import { hoursParts } from './hours-parts.ts'
import type { Html } from './html.ts'
import { mixPart } from './mix-part.ts'
import { nowPart } from './now-part.ts'
import { signalPart } from './signal-part.ts'
import { sourcesPart } from './sources-part.ts'
import { tariffPart } from './tariff-part.ts'

/** The parts of the page that change with the data, by the id of their place. */
export type PageParts = Readonly<
  Record<'banner' | 'now' | 'extremes' | 'ribbon' | 'hours' | 'mix' | 'heat' | 'tariff' | 'signal' | 'sources', Html>
>

/** Every part; written by the same functions on the server and in the browser. */
export function pageParts(dashboard: DashboardResponse, weights: ScoreWeights, view: View): PageParts {
  return {
    banner: bannerPart(dashboard, view),
    now: nowPart(dashboard, view),
    ...hoursParts(dashboard.hours, weights, view),
    mix: mixPart(dashboard, view),
    heat: heatMapPart(dashboard, view),
    tariff: tariffPart(dashboard, view),
    signal: signalPart(dashboard, view),
    sources: sourcesPart(dashboard, view),
  }
}
