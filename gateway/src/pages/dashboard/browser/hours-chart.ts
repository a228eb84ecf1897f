import type { DashboardResponse } from '@hexawatt/shared/contract/dashboard'
import type { View } from '../texts/view.ts'
import {
  type Chart,
  commonOptions,
  curve,
  epochSeconds,
  fromZero,
  timeAxis,
  timeSeries,
  valueAxis,
} from './chart-parts.ts'

/** Price and intensity of the coming hours, each on its own axis. */
export function hoursChart({ hours }: DashboardResponse, view: View): Chart | null {
  const isKnown = hours.some(({ spotPriceEurPerMWh, carbonIntensityGco2Kwh }) => {
    return spotPriceEurPerMWh !== null || carbonIntensityGco2Kwh !== null
  })
  if (!isKnown) return null
  const { texts, format } = view
  const { columns, units } = texts
  return {
    options: {
      ...commonOptions(),
      scales: { price: {}, intensity: fromZero },
      axes: [
        timeAxis(view),
        valueAxis(view, { scale: 'price', label: `${columns.price} (${units.price})`, side: 3 }),
        valueAxis(view, { scale: 'intensity', label: `${columns.intensity} (${units.intensity})`, side: 1 }),
      ],
      series: [
        timeSeries(view),
        curve({
          label: `${columns.price} (${units.price})`,
          scale: 'price',
          color: 'price',
          write: (value) => format.quantity(value, 2, units.price),
        }),
        curve({
          label: `${columns.intensity} (${units.intensity})`,
          scale: 'intensity',
          color: 'carbon',
          dash: [6, 4],
          write: (value) => format.quantity(value, 2, units.intensity),
        }),
      ],
    },
    data: [
      hours.map(({ time }) => epochSeconds(time)),
      hours.map(({ spotPriceEurPerMWh }) => spotPriceEurPerMWh),
      hours.map(({ carbonIntensityGco2Kwh }) => carbonIntensityGco2Kwh),
    ],
  }
}
