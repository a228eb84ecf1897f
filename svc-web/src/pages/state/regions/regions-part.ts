import type { DashboardResponse } from '@hexawatt/shared/contract/dashboard'
import type { DashboardRegions } from '@hexawatt/shared/contract/dashboard/exchanges-and-regions'
import { regions as knownRegions, type RegionCode } from '@hexawatt/shared/grid/regions'
import { carbonAnchors } from '@hexawatt/shared/methodology/score/sub-scores/scales'
import { hourStart } from '@hexawatt/shared/time/instant'
import { type Html, html } from '../../../kit/html.ts'
import { colorOfScore, inkOnScore } from '../../../kit/score-scale.ts'
import type { View } from '../texts/view.ts'
import { cellsOfRegion, findLabelCell, mapSize, traceOutline } from './region-cells.ts'
import { chooseBoundary, describeRegion, pickGrams, type RegionFigures, type ShownBoundary } from './region-figures.ts'

type Region = DashboardRegions['regions'][number]

/** Outline, and place of the figure, of each region: drawn once, in the order of the alphabet. */
const shapes = knownRegions
  .map(({ code, name }) => {
    const cells = cellsOfRegion.get(code) ?? []
    return { code, name: name.replace("'", '’'), outline: traceOutline(cells), label: findLabelCell(cells) }
  })
  .sort((one, other) => one.name.localeCompare(other.name, 'fr'))

/** The map of the regions, the figures of the chosen one, and all figures as a table. */
export function renderRegions({ regions }: Pick<DashboardResponse, 'regions'>, view: View): Html {
  const { regions: words } = view.texts
  const boundary = chooseBoundary(regions)
  const known = new Map(regions?.regions.map((region) => [region.code, region]))
  const described = shapes.map((shape) => ({
    ...shape,
    figures: describeRegion(known.get(shape.code), boundary, view),
  }))
  return html`<p class="quiet">${words.lead[boundary]} ${describeSlot(regions, view)}</p>
<div class="map-and-table"><div class="map"><svg viewBox="-2 -2 ${mapSize.width + 4} ${mapSize.height + 4}" role="group" aria-label="${words.map}"><defs>
<pattern id="hatch" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><rect class="hatch-ground" width="6" height="6"/><path class="hatch-line" d="M0 0V6"/></pattern>
<pattern id="cells" width="14" height="24" patternUnits="userSpaceOnUse"><path class="cell-line" d="M0 4V12M14 4V12M0 4L7 0 14 4M0 12L7 16 14 12M7 16V24"/></pattern></defs>
${described.map((region) => renderRegion(region, view))}<path class="ring scripted" id="region-ring"/></svg>
${renderLegend(view)}</div>
<div><div class="readout scripted" id="region-readout" aria-live="polite" data-direct="${words.direct[boundary]}"><p class="quiet">${[...describeExtremes(known, boundary, view), words.choose].join(' ')}</p></div>
<table class="plain regions-table"><caption class="unseen">${words.caption}</caption><thead><tr><th scope="col">${words.region}</th><th scope="col" class="r">${words.consumed}</th><th scope="col" class="r">${words.produced}</th><th scope="col" class="r">${words.production}</th><th scope="col" class="r">${words.exchange}</th></tr></thead>
<tbody>${described.map(renderRow)}</tbody></table><p class="small">${words.basis}</p></div></div>`
}

/** The quarter-hour of the figures, and the hour of the flows over the borders where it is an earlier one. */
function describeSlot(regions: DashboardRegions | null, { texts: { regions: words }, format }: View): string {
  if (regions === null) return words.unknown
  const { start, flowsSlotStart } = regions
  const slot = words.slot(`${format.day(start)}, ${format.time(start)}`)
  const isEarlier = flowsSlotStart !== null && hourStart(Temporal.Instant.from(start)).toString() !== flowsSlotStart
  return isEarlier ? `${slot} ${words.flows(format.time(flowsSlotStart))}` : slot
}

/** The scale with the intensities at its ends. */
function renderLegend({ texts: { regions: words }, format }: View): Html {
  const [low = 0, high = 0] = [carbonAnchors.at(-1)?.[0], carbonAnchors[0]?.[0]]
  const write = (grams: number): string => words.grams(format.number(grams, 0))
  return html`<p class="legend"><span>${words.low(write(low))} <span class="scale"></span> ${words.high(write(high))}</span><span><svg viewBox="0 0 16 16" aria-hidden="true"><rect width="16" height="16" fill="url(#hatch)"/></svg>${words.unknownKey}</span></p>`
}

/** The regions with the least and the most emissions per kWh; none while fewer than two are known. */
function describeExtremes(
  known: ReadonlyMap<string, Region>,
  boundary: ShownBoundary,
  { texts, format }: View,
): string[] {
  const rated = shapes.flatMap(({ code, name }) => {
    const grams = pickGrams(known.get(code), boundary)
    return grams === null ? [] : [{ name, grams }]
  })
  const [least, ...others] = rated.toSorted((one, other) => one.grams - other.grams)
  const most = others.at(-1)
  if (least === undefined || most === undefined) return []
  const write = ({ name, grams }: typeof least): string =>
    texts.regions.rated(name, texts.regions.grams(format.number(grams, 0)))
  return [texts.regions.extremes[boundary](write(least), write(most))]
}

type DescribedRegion = {
  code: RegionCode
  name: string
  outline: string
  label: { x: number; y: number }
  figures: RegionFigures
}

/** A region is a link to its row, so that it is reached by keyboard and works without a script. */
function renderRegion({ code, name, outline, label, figures }: DescribedRegion, { texts }: View): Html {
  const { score, shown, sentence } = figures
  const [fill, ink] = score === null ? ['url(#hatch)', 'currentColor'] : [colorOfScore(score), inkOnScore(score)]
  return html`<a class="region" href="#region-${code}" data-region="${code}" aria-label="${texts.regions.named(name, sentence)}"><path class="area" d="${outline}" fill="${fill}"/><path class="comb" d="${outline}" fill="url(#cells)"/><text x="${label.x}" y="${label.y}" dy="5" text-anchor="middle" fill="${ink}">${shown}</text></a>`
}

function renderRow({ code, name, figures }: DescribedRegion): Html {
  const { consumed, produced, power, exchange, direct } = figures
  return html`<tr id="region-${code}" data-direct="${direct}"><th scope="row">${name}</th><td class="r"><b>${consumed}</b></td><td class="r">${produced}</td><td class="r">${power}</td><td class="r">${exchange}</td></tr>`
}
