import type { DashboardResponse } from '@hexawatt/shared/contract/dashboard'
import uPlot from 'uplot'
import type { View } from '../texts/view.ts'
import type { Chart } from './chart-parts.ts'
import { element } from './elements.ts'
import { hoursChart } from './hours-chart.ts'
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
