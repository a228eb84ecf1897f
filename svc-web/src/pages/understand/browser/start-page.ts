import { type Dimension, dimensions } from '@hexawatt/shared/contract/dimensions'
import { findProfile } from '@hexawatt/shared/contract/profiles'
import type { Language } from '@hexawatt/shared/contract/values/languages'
import type { ScoreWeights } from '@hexawatt/shared/contract/values/score-weights'
import { createFormat } from '../../../kit/format.ts'
import { weighScore } from '../weigh-score.ts'

/** Works the score of the hour out again with the weights that the reader chooses. Its words stand in the page. */
export function startPage(language: Language): void {
  const form = document.getElementById('weights')
  const profile = document.getElementById('profile')
  if (!(form instanceof HTMLFormElement) || !(profile instanceof HTMLSelectElement)) return
  const format = createFormat(language)
  const values = readByDimension((dimension) => Number(findRow(dimension)?.dataset['value']))
  const known = readByDimension((dimension) => findRow(dimension)?.dataset['known'] === 'true')

  function showScore(): void {
    const weights = readWeights()
    const none = document.getElementById('weights-none')
    if (none !== null) none.hidden = weights !== null
    if (weights === null) return
    const { parts, total, score } = weighScore(values, known, weights)
    for (const dimension of dimensions) {
      const { weight, points } = parts[dimension]
      const share = format.quantity(100 * weight, 0, '%')
      writeText(`weight-of-${dimension}`, share)
      findSlider(dimension)?.setAttribute('aria-valuetext', share)
      writeText(`points-of-${dimension}`, format.number(points, 1))
    }
    writeText('points-total', format.number(total, 1))
    writeText('weighed-score', String(score))
  }

  form.addEventListener('submit', (event) => event.preventDefault())
  form.addEventListener('input', ({ target }) => {
    if (target === profile) placeSliders(findProfile(profile.value)?.weights ?? null)
    else profile.value = 'custom'
    showScore()
  })
}

const findSlider = (dimension: Dimension): HTMLInputElement | null => {
  const found = document.getElementById(`weight-${dimension}`)
  return found instanceof HTMLInputElement ? found : null
}

const findRow = (dimension: Dimension): HTMLElement | null =>
  document.querySelector<HTMLElement>(`tr[data-dimension="${dimension}"]`)

function readByDimension<Value>(read: (dimension: Dimension) => Value): Record<Dimension, Value> {
  return { price: read('price'), carbon: read('carbon'), grid: read('grid'), adequacy: read('adequacy') }
}

/** Weights from the positions of the sliders, as shares of their sum; null when all are at 0. */
function readWeights(): ScoreWeights | null {
  const positions = readByDimension((dimension) => findSlider(dimension)?.valueAsNumber ?? 0)
  const sum = dimensions.reduce((total, dimension) => total + positions[dimension], 0)
  return sum === 0 ? null : readByDimension((dimension) => positions[dimension] / sum)
}

function placeSliders(weights: ScoreWeights | null): void {
  if (weights === null) return
  for (const dimension of dimensions) {
    const slider = findSlider(dimension)
    if (slider !== null) slider.valueAsNumber = 100 * weights[dimension]
  }
}

function writeText(id: string, text: string): void {
  const element = document.getElementById(id)
  if (element !== null) element.textContent = text
}
