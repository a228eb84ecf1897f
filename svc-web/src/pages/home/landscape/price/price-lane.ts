import { round1 } from '@hexawatt/shared/bounds/numbers'
import { type Html, html } from '../../../../kit/html.ts'
import { makePriceScale, type PriceScale, type PriceStep } from './price-steps.ts'

/** Areas and lines of the price, in a box of the slots × 100. */
export function renderPriceLane(steps: readonly PriceStep[], slots: number): Html {
  const scale = makePriceScale(steps)
  const areas = joinAreas(steps).map(
    ({ kind, path }) =>
      html`<path class="price-${kind}${path[0]?.isEstimated ? ' guessed' : ''}" d="${drawArea(path, scale)}"/>`,
  )
  const zero = scale.hasNegative ? html`<path class="zero" d="M0 ${round1(scale.zeroY)}H${slots}"/>` : null
  const known = drawLine(steps, scale, false)
  const estimated = drawLine(steps, scale, true)
  return html`${areas}${zero}${known === '' ? null : html`<path class="step" d="${known}"/>`}${estimated === '' ? null : html`<path class="step estimated" d="${estimated}"/>`}`
}

/** Known or estimated steps of one kind that touch, as one area: a market price has a step each quarter-hour. */
function joinAreas(steps: readonly PriceStep[]): { kind: PriceStep['kind']; path: PriceStep[] }[] {
  const areas: { kind: PriceStep['kind']; path: PriceStep[] }[] = []
  for (const step of steps) {
    if (step.eurPerKwh === null) continue
    const last = areas.at(-1)
    const before = last?.path.at(-1)
    const isSame = last?.kind === step.kind && before?.isEstimated === step.isEstimated && before.to === step.from
    if (isSame) last?.path.push(step)
    else areas.push({ kind: step.kind, path: [step] })
  }
  return areas
}

function drawArea(path: readonly PriceStep[], { toY, zeroY }: PriceScale): string {
  const [first] = path
  const tops = path.map(({ eurPerKwh, to }) => `V${round1(toY(eurPerKwh ?? 0))}H${to}`).join('')
  return `M${first?.from ?? 0} ${round1(zeroY)}${tops}V${round1(zeroY)}z`
}

/** The line on top of the steps that are estimated, or of those that are not; a gap breaks it. */
export function drawLine(steps: readonly PriceStep[], { toY }: PriceScale, isEstimated: boolean): string {
  let end: number | null = null
  return steps
    .filter((step) => step.isEstimated === isEstimated && step.eurPerKwh !== null)
    .map(({ from, to, eurPerKwh }) => {
      const y = round1(toY(eurPerKwh ?? 0))
      const start = end === from ? `V${y}` : `M${from} ${y}`
      end = to
      return `${start}H${to}`
    })
    .join('')
}
