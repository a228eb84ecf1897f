import type { DashboardResponse } from '@hexawatt/shared/contract/dashboard'
import uPlot from 'uplot'
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
import { element } from './elements.ts'
import { mixChart } from './mix-chart.ts'

const chartHeight = 280

/** Makes the function that draws the two charts of the page. They follow the width of the page, and the colours of its appearance. */
export function createCharts(view: View) {
  const places = [
    { place: element('hours-chart', HTMLElement), make: hoursChart },
    { place: element('mix-chart', HTMLElement), make: mixChart },
  ]
  let drawn: { chart: uPlot; place: HTMLElement }[] = []

  new ResizeObserver(() => {
    for (const { chart, place } of drawn) chart.setSize({ width: place.clientWidth, height: chartHeight })
  }).observe(document.body)

  return function draw(dashboard: DashboardResponse): void {
    for (const { chart } of drawn) chart.destroy()
    drawn = places.flatMap((one) => drawInto(one, dashboard, view))
  }
}

type Place = { place: HTMLElement; make: (dashboard: DashboardResponse, view: View) => Chart | null }

function drawInto({ place, make }: Place, dashboard: DashboardResponse, view: View) {
  const made = make(dashboard, view)
  place.hidden = made === null
  if (made === null) return []
  const size = { width: place.clientWidth, height: chartHeight }
  return [{ chart: new uPlot({ ...made.options, ...size }, made.data, place), place }]
}

/** Price and intensity of the coming hours, each on its own axis. */
function hoursChart({ hours }: DashboardResponse, view: View): Chart | null {
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
