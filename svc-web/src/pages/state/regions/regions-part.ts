import type { DashboardResponse } from '@hexawatt/shared/contract/dashboard'
import type { DashboardRegions } from '@hexawatt/shared/contract/dashboard/exchanges-and-regions'
import { regions as knownRegions, type RegionCode } from '@hexawatt/shared/grid/regions'
import { carbonAnchors, interpolateLinearly } from '@hexawatt/shared/methodology/score/sub-scores/scales'
import { type Html, html } from '../../../kit/html.ts'
import { colorOfScore, inkOnScore } from '../../../kit/score-scale.ts'
import type { View } from '../texts/view.ts'
import { cellsOfRegion, findLabelCell, mapSize, traceOutline } from './region-cells.ts'

type Region = DashboardRegions['regions'][number]

/** Outline, and place of the figure, of each region: drawn once, in the order of the alphabet. */
const shapes = knownRegions
  .map(({ code, name }) => {
    const cells = cellsOfRegion.get(code) ?? []
    return { code, name: name.replace("'", '’'), outline: traceOutline(cells), label: findLabelCell(cells) }
  })
  .sort((one, other) => one.name.localeCompare(other.name, 'fr'))

const nothingKnown = { gCo2PerKwh: null, directGCo2PerKwh: null, totalGenerationMW: null, exchangeMW: null } as const
const mwPerGw = 1_000

/** The map of the regions, the figures of the chosen one, and all figures as a table. */
export function renderRegions({ regions }: Pick<DashboardResponse, 'regions'>, view: View): Html {
  const { regions: words } = view.texts
  const known = new Map(regions?.regions.map((region) => [region.code, region]))
  const described = shapes.map((shape) => ({ ...shape, figures: describe(known.get(shape.code), view) }))
  const slot =
    regions === null
      ? words.unknown
      : words.slot(`${view.format.day(regions.start)}, ${view.format.time(regions.start)}`)
  return html`<p class="quiet">${words.lead} ${slot}</p>
<div class="map-and-table"><div class="map"><svg viewBox="-2 -2 ${mapSize.width + 4} ${mapSize.height + 4}" role="group" aria-label="${words.map}"><defs>
<pattern id="hatch" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><rect class="hatch-ground" width="6" height="6"/><path class="hatch-line" d="M0 0V6"/></pattern>
<pattern id="cells" width="14" height="24" patternUnits="userSpaceOnUse"><path class="cell-line" d="M0 4V12M14 4V12M0 4L7 0 14 4M0 12L7 16 14 12M7 16V24"/></pattern></defs>
${described.map((region) => renderRegion(region, view))}<path class="ring scripted" id="region-ring"/></svg>
<p class="legend"><span>${words.low} <span class="scale"></span> ${words.high}</span><span><svg viewBox="0 0 16 16" aria-hidden="true"><rect width="16" height="16" fill="url(#hatch)"/></svg>${words.unknownKey}</span></p></div>
<div><div class="readout scripted" id="region-readout" aria-live="polite" data-direct="${words.direct}"><p class="quiet">${[...describeExtremes(known, view), words.choose].join(' ')}</p></div>
<table class="plain regions-table"><caption class="unseen">${words.caption}</caption><thead><tr><th scope="col">${words.region}</th><th scope="col" class="r">${words.intensity}</th><th scope="col" class="r">${words.production}</th><th scope="col" class="r">${words.exchange}</th></tr></thead>
<tbody>${described.map(renderRow)}</tbody></table><p class="small">${words.basis}</p></div></div>`
}

/** The regions whose production emits least and most; none while fewer than two are known. */
function describeExtremes(known: ReadonlyMap<string, Region>, { texts, format }: View): string[] {
  const rated = shapes.flatMap(({ code, name }) => {
    const grams = known.get(code)?.gCo2PerKwh ?? null
    return grams === null ? [] : [{ name, grams }]
  })
  const [least, ...others] = rated.toSorted((one, other) => one.grams - other.grams)
  const most = others.at(-1)
  if (least === undefined || most === undefined) return []
  const write = ({ name, grams }: typeof least): string =>
    texts.regions.rated(name, texts.regions.grams(format.number(grams, 0)))
  return [texts.regions.extremes(write(least), write(most))]
}

type Figures = {
  score: number | null
  grams: string
  direct: string
  power: string
  exchange: string
  sentence: string
}

/** The figures of a region as texts, and the sentence that the map says. */
function describe(region: Region | undefined, { texts, format }: View): Figures {
  const { regions: words, unknown } = texts
  const { gCo2PerKwh, directGCo2PerKwh, totalGenerationMW, exchangeMW } = region ?? nothingKnown
  const write = (value: number | null, how: (value: number) => string): string =>
    value === null ? unknown : how(value)
  const gw = (mw: number): string => words.gw(format.number(Math.abs(mw) / mwPerGw, 1))
  const grams = write(gCo2PerKwh, (value) => words.grams(format.number(value, 0)))
  const power = write(totalGenerationMW, gw)
  const exchange = write(exchangeMW, (mw) => (mw < 0 ? words.sends(gw(mw)) : words.receives(gw(mw))))
  return {
    score: gCo2PerKwh === null ? null : interpolateLinearly(carbonAnchors, gCo2PerKwh),
    grams,
    direct: write(directGCo2PerKwh, (value) => words.grams(format.number(value, 0))),
    power,
    exchange,
    sentence: gCo2PerKwh === null ? words.nothing : words.sentence(grams, power, exchange),
  }
}

type DescribedRegion = {
  code: RegionCode
  name: string
  outline: string
  label: { x: number; y: number }
  figures: Figures
}

/** A region is a link to its row, so that it is reached by keyboard and works without a script. */
function renderRegion({ code, name, outline, label, figures }: DescribedRegion, { texts }: View): Html {
  const { score, grams, sentence } = figures
  const [fill, ink] = score === null ? ['url(#hatch)', 'currentColor'] : [colorOfScore(score), inkOnScore(score)]
  const figure = score === null ? texts.unknown : (/^[\d\s\u202f]+/.exec(grams)?.[0] ?? '').trim()
  return html`<a class="region" href="#region-${code}" data-region="${code}" aria-label="${texts.regions.named(name, sentence)}"><path class="area" d="${outline}" fill="${fill}"/><path class="comb" d="${outline}" fill="url(#cells)"/><text x="${label.x}" y="${label.y}" dy="5" text-anchor="middle" fill="${ink}">${figure}</text></a>`
}

function renderRow({ code, name, figures }: DescribedRegion): Html {
  const { grams, power, exchange, direct } = figures
  return html`<tr id="region-${code}" data-direct="${direct}"><th scope="row">${name}</th><td class="r"><b>${grams}</b></td><td class="r">${power}</td><td class="r">${exchange}</td></tr>`
}
