import { parisTimeZone } from '@hexawatt/shared/time/paris'
import uPlot from 'uplot'
import type { View } from '../texts/view.ts'

/** Data of a chart, independent of its size. */
export type Chart = { options: Omit<uPlot.Options, 'width' | 'height'>; data: uPlot.AlignedData }

/** A colour of the style as the canvas needs it: resolved for the current appearance. */
export function readStyleColor(name: string): string {
  const probe = document.createElement('span')
  probe.style.color = `var(--${name})`
  document.body.append(probe)
  const { color } = getComputedStyle(probe)
  probe.remove()
  return color
}

/** Seconds since the epoch of an instant, as the library counts time. */
export const toEpochSeconds = (instant: string): number => Date.parse(instant) / 1_000

/** Settings shared by all charts. Times are Paris times, whatever the reader's clock shows. */
export function makeCommonOptions(): Pick<uPlot.Options, 'tzDate' | 'cursor'> {
  return {
    tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1_000), parisTimeZone),
    cursor: { drag: { x: false, y: false } },
  }
}

/** The axis of time: hours, and the day at midnight. */
export function timeAxis({ format }: View): uPlot.Axis {
  return {
    stroke: readStyleColor('quiet'),
    grid: { stroke: readStyleColor('line'), width: 1 },
    ticks: { stroke: readStyleColor('line'), width: 1 },
    space: 70,
    incrs: [3, 6, 12, 24].map((hours) => hours * 3_600),
    values: (_chart, splits) =>
      splits.map((seconds) => {
        const instant = new Date(seconds * 1_000).toISOString()
        return format.clockHour(seconds * 1_000) === 0 ? format.day(instant) : format.hour(instant)
      }),
  }
}

/** Below this width, px, the curves need the space of the axis names: the legend has the units too. */
const narrowWidth = 480

/** An axis of values with its unit. */
export function makeValueAxis(
  { format }: View,
  { scale, side, label }: { scale: string; side: 1 | 3; label: string },
): uPlot.Axis {
  const isNarrow = document.documentElement.clientWidth < narrowWidth
  return {
    scale,
    side,
    ...(isNarrow ? {} : { label }),
    stroke: readStyleColor('quiet'),
    grid: { show: side === 3, stroke: readStyleColor('line'), width: 1 },
    ticks: { stroke: readStyleColor('line'), width: 1 },
    size: isNarrow ? 44 : 58,
    labelSize: 22,
    values: (_chart, splits) => splits.map((value) => format.number(value, 0)),
  }
}

/** A scale from zero, with some space above. */
export const fromZero: uPlot.Scale = { range: (_chart, _least, most) => [0, most * 1.1] }

/** The curve of a value: broken where the value is unknown. */
export function makeCurve(options: {
  label: string
  scale: string
  color: string
  dash?: number[]
  write: (value: number) => string
}): uPlot.Series {
  const { label, scale, color, dash, write } = options
  return {
    label,
    scale,
    stroke: readStyleColor(color),
    width: 2,
    spanGaps: false,
    points: { show: false },
    ...(dash === undefined ? {} : { dash }),
    value: (_chart, value) => (value === null ? '' : write(value)),
  }
}

/** Time in the legend under the cursor. */
export function timeSeries({ texts, format }: View): uPlot.Series {
  return {
    label: texts.columns.hour,
    value: (_chart, seconds) => {
      if (seconds === null) return ''
      const instant = new Date(seconds * 1_000).toISOString()
      return `${format.day(instant)}, ${format.hour(instant)}`
    },
  }
}
