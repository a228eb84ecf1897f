import type { DashboardResponse } from '@hexawatt/shared/contract/dashboard'
import uPlot from 'uplot'
import { getElement } from '../../../kit/browser/elements.ts'
import type { MixGroup } from '../texts/texts.ts'
import type { View } from '../texts/view.ts'
import { groupPowerMw, presentGroups } from '../view/mix-part.ts'
import {
  type Chart,
  fromZero,
  makeCommonOptions,
  makeCurve,
  makeValueAxis,
  readStyleColor,
  timeAxis,
  timeSeries,
  toEpochSeconds,
} from './chart-parts.ts'

const chartHeight = 280

/** Makes the function that draws the mix chart. The chart follows the width of the page and the colours of its appearance. */
export function createMixChart(view: View) {
  const place = getElement('mix-chart', HTMLElement)
  let drawn: uPlot | null = null

  new ResizeObserver(() => {
    drawn?.setSize({ width: place.clientWidth, height: chartHeight })
  }).observe(document.body)

  return function draw(dashboard: DashboardResponse): void {
    drawn?.destroy()
    const made = makeMixChart(dashboard, view)
    place.hidden = made === null
    const size = { width: place.clientWidth, height: chartHeight }
    drawn = made && new uPlot({ ...made.options, ...size }, made.data, place)
  }
}

/** The mix stacked, and both intensities over it on an axis of their own. */
function makeMixChart({ mix }: DashboardResponse, view: View): Chart | null {
  const groups = presentGroups(mix)
  if (groups.length === 0) return null
  const { columns, units } = view.texts
  const powers = mix.map(groupPowerMw)
  // The highest first: each area is painted over the previous ones.
  const stacked = groups.toReversed()
  const findTop = (group: MixGroup) => powers.map((power) => power && stackUpTo(power, groups, group))
  return {
    options: {
      ...makeCommonOptions(),
      scales: { power: fromZero, intensity: fromZero },
      axes: [
        timeAxis(view),
        makeValueAxis(view, { scale: 'power', label: units.power, side: 3 }),
        makeValueAxis(view, { scale: 'intensity', label: units.intensity, side: 1 }),
      ],
      series: [
        timeSeries(view),
        ...stacked.map((group) => makeArea(group, powers, view)),
        makeIntensityCurve(columns.intensityProduction, 'carbon', [], view),
        makeIntensityCurve(columns.intensityConsumption, 'consumption', [6, 4], view),
      ],
    },
    data: [
      mix.map(({ start }) => toEpochSeconds(start)),
      ...stacked.map(findTop),
      mix.map(({ estimatedGCo2PerKwh }) => estimatedGCo2PerKwh),
      mix.map(({ estimatedGCo2PerKwhConsumption }) => estimatedGCo2PerKwhConsumption),
    ] as uPlot.AlignedData,
  }
}

type Power = Readonly<Record<MixGroup, number>> | null

function makeArea(group: MixGroup, powers: readonly Power[], { texts, format }: View): uPlot.Series {
  return {
    label: `${texts.mix.groups[group]} (${texts.units.power})`,
    scale: 'power',
    fill: readStyleColor(`mix-${group}`),
    stroke: readStyleColor('surface'),
    width: 1,
    spanGaps: false,
    points: { show: false },
    // The power of the group itself, not the height at which it is drawn.
    value: (_chart, _top, _series, index) => {
      const power = index === null ? null : powers[index]
      return power == null ? '' : format.quantity(power[group], 0, texts.units.power)
    },
  }
}

function stackUpTo(power: Readonly<Record<MixGroup, number>>, groups: readonly MixGroup[], last: MixGroup): number {
  return groups.slice(0, groups.indexOf(last) + 1).reduce((sum, group) => sum + power[group], 0)
}

function makeIntensityCurve(label: string, color: string, dash: number[], { texts, format }: View): uPlot.Series {
  return makeCurve({
    label: `${label} (${texts.units.intensity})`,
    scale: 'intensity',
    color,
    dash,
    write: (value) => format.quantity(value, 2, texts.units.intensity),
  })
}
