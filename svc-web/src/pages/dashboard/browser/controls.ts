import { type Dimension, dimensions } from '@hexawatt/shared/contract/dimensions'
import { findProfile, nationalWeights } from '@hexawatt/shared/contract/profiles'
import type { ScoreWeights } from '@hexawatt/shared/contract/values/score-weights'
import { getElement } from '../../../kit/browser/elements.ts'
import type { View } from '../texts/view.ts'

const slider = (dimension: Dimension) => getElement(`weight-${dimension}`, HTMLInputElement)

/**
 * Activates the sliders. Their positions are shares of their sum, so that the weights sum to 1 as the API requires.
 * @param onChange called with the weights whenever they change
 */
export function startWeights({ texts, format }: View, onChange: (weights: ScoreWeights) => void): void {
  const form = getElement('weights', HTMLFormElement)
  const profile = getElement('profile', HTMLSelectElement)

  function apply(weights: ScoreWeights | null): void {
    getElement('weights-none', HTMLElement).hidden = weights !== null
    for (const dimension of dimensions) {
      const share = weights === null ? 0 : 100 * weights[dimension]
      const text = format.quantity(share, 0, texts.units.percent)
      getElement(`share-${dimension}`, HTMLOutputElement).value = text
      slider(dimension).setAttribute('aria-valuetext', text)
    }
    if (weights !== null) onChange(weights)
  }

  function choose(weights: ScoreWeights): void {
    for (const dimension of dimensions) slider(dimension).valueAsNumber = 100 * weights[dimension]
    apply(weights)
  }

  form.addEventListener('submit', (event) => event.preventDefault())
  profile.addEventListener('change', () => {
    const chosen = findProfile(profile.value)
    if (chosen !== null) choose(chosen.weights)
  })
  for (const dimension of dimensions) {
    slider(dimension).addEventListener('input', () => {
      profile.value = 'custom'
      apply(readWeights(dimensions.map((one) => slider(one).valueAsNumber)))
    })
  }
  choose(nationalWeights)
}

/** Weights from the positions of the sliders; null when all are at 0. */
function readWeights(positions: readonly number[]): ScoreWeights | null {
  const sum = positions.reduce((total, position) => total + position, 0)
  const [price = 0, carbon = 0, grid = 0, adequacy = 0] = positions
  return sum === 0 ? null : { price: price / sum, carbon: carbon / sum, grid: grid / sum, adequacy: adequacy / sum }
}

/** Activates the choice of the appearance; a request stores it, so that the next page has it. */
export function startTheme(onChange: () => void): void {
  const select = getElement('theme', HTMLSelectElement)
  select.addEventListener('change', () => {
    document.documentElement.dataset['theme'] = select.value
    onChange()
    // The choice applies to this page even when it cannot be stored.
    fetch(`?theme=${select.value}`, { cache: 'no-store' }).catch(() => undefined)
  })
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', onChange)
}
