import type { PeriodFigures } from '@hexawatt/shared/methodology/load-curve/statement/statement'
import { writeCarDistance } from '../../../kit/car-distance.ts'
import { type Html, html } from '../../../kit/html.ts'
import { colorOfScore } from '../../../kit/score-scale.ts'
import { roundToTotal } from '../../../kit/whole-parts.ts'
import { rateIntensity } from '../result/honeycomb.ts'
import type { ShownResult } from '../result/shown-result.ts'
import type { View } from './view.ts'

/** Most bars of months; a longer file has a bar for each year. */
const maxMonthBars = 24
/** Height of the highest bar, % of the drawing: the number above it needs the rest. */
const highestBar = 84
const gramsUnder = 1

type Bar = { name: string; label: string; kgCo2eq: number | null; gCo2eqPerKwh: number | null }

/** What the consumption emitted, in all and by month or year. */
export function renderEmissions({ statement }: ShownResult, view: View): Html {
  const { texts } = view
  const { kgCo2eq, gCo2eqPerKwh, gridGCo2eqPerKwh, knownShare } = statement.total.emissions.production
  if (kgCo2eq === null) return html`<p class="quiet">${texts.emissions.unknown}</p>`
  const mass = createMass(kgCo2eq, view)
  const isByMonth = statement.months.length <= maxMonthBars
  const bars = isByMonth
    ? statement.months.map((figures) => toBar(figures.month, [figures], view))
    : [...Map.groupBy(statement.months, ({ month }) => month.slice(0, 4))].map(([year, ofYear]) =>
        toBar(year, ofYear, view),
      )
  const sentences = [
    texts.emissions.sum({
      mass: mass.write(kgCo2eq),
      car: texts.emissions.car({ distance: writeCarDistance(1_000 * kgCo2eq, view.format) }),
    }) + texts.emissions.mean({ own: writeGrams(gCo2eqPerKwh, view), grid: writeGrams(gridGCo2eqPerKwh, view) }),
    ...(knownShare !== null && knownShare < 1
      ? [texts.emissions.partial({ percent: writeShare(knownShare, view) })]
      : []),
    isByMonth ? texts.emissions.byMonth({ unit: mass.unit }) : texts.emissions.byYear({ unit: mass.unit }),
  ]
  return html`<p class="quiet">${sentences.join(' ')}</p>${renderBars(bars, mass, view)}`
}

type Mass = {
  unit: string
  write: (kg: number) => string
  /** Figures of masses, in their order, that add up to the figure of their sum. */
  figures: (kg: readonly number[]) => string[]
}

/** Masses in kg, or in g where all of them are less than a kilogram. */
function createMass(totalKg: number, { format }: View): Mass {
  const isLight = totalKg < gramsUnder
  const unit = isLight ? 'g' : 'kg'
  const decimals = !isLight && totalKg < 10 ? 1 : 0
  const toUnit = (kg: number): number => (isLight ? kg * 1_000 : kg)
  return {
    unit,
    write: (kg) => format.quantity(toUnit(kg), decimals, unit),
    figures(masses) {
      const scale = 10 ** decimals
      const parts = masses.map((kg) => scale * toUnit(kg))
      const total = Math.round(parts.reduce((sum, part) => sum + part, 0))
      return roundToTotal(parts, total).map((figure) => format.number(figure / scale, decimals))
    },
  }
}

const writeGrams = (grams: number | null, { format }: View): string => (grams === null ? '–' : format.number(grams, 0))

/** A share in percent, rounded down: only the whole is 100. */
export const writeShare = (share: number, { format }: View): string =>
  format.quantity(Math.floor(share * 100 + 1e-9), 0, '%')

function toBar(name: string, periods: readonly PeriodFigures[], view: View): Bar {
  const known = periods.flatMap(({ emissions: { production } }) =>
    production.kgCo2eq === null ? [] : [{ kg: production.kgCo2eq, kwh: production.knownKwh }],
  )
  const sum = (figure: 'kg' | 'kwh') => known.reduce((total, period) => total + period[figure], 0)
  const kgCo2eq = known.length === 0 ? null : sum('kg')
  return {
    name: name.length === 'YYYY'.length ? name : view.month(name),
    label: name.length === 'YYYY'.length ? name : view.shortMonth(name),
    kgCo2eq,
    gCo2eqPerKwh: kgCo2eq === null || sum('kwh') === 0 ? null : (1_000 * kgCo2eq) / sum('kwh'),
  }
}

function renderBars(bars: readonly Bar[], mass: Mass, view: View): Html {
  const highest = bars.reduce((top, bar) => Math.max(top, bar.kgCo2eq ?? 0), 0)
  const figures = mass.figures(bars.map(({ kgCo2eq }) => kgCo2eq ?? 0))
  const items = bars.map(({ name, label, kgCo2eq, gCo2eqPerKwh }, index) => {
    const figure = kgCo2eq === null ? null : (figures[index] ?? '')
    const height = highest > 0 ? (highestBar * (kgCo2eq ?? 0)) / highest : 0
    const color = gCo2eqPerKwh === null ? null : colorOfScore(rateIntensity(gCo2eqPerKwh))
    const bar =
      color === null
        ? null
        : html`<rect x="4%" y="${(100 - height).toFixed(1)}%" width="92%" height="${height.toFixed(1)}%" rx="4" fill="${color}"/>`
    const text = figure ?? html`<span class="unseen">${view.texts.emissions.none}</span>–`
    return html`<li><span class="col"><svg aria-hidden="true">${bar}<text x="50%" y="${(98 - height).toFixed(1)}%">${figure ?? '–'}</text></svg></span><span class="m"><span class="unseen">${name}, ${text} ${mass.unit}</span><span aria-hidden="true">${label.slice(0, 1)}<em>${label.slice(1)}</em></span></span></li>`
  })
  return html`<ol class="months ${bars.length > 14 ? 'many' : ''}">${items}</ol>`
}
