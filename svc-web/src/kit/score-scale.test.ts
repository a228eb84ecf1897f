import { expect, test } from 'bun:test'
import { colorOfScore, inkOnScore, luminanceOf, mixColors, scoreStops } from './score-scale.ts'

/** Contrast (WCAG 2) of two colours. */
function contrastOf(first: string, second: string): number {
  const [darker = 0, lighter = 0] = [luminanceOf(first), luminanceOf(second)].sort((a, b) => a - b)
  return (lighter + 0.05) / (darker + 0.05)
}

test('the text on the colour of every score has a contrast of 4.5:1 or more', () => {
  for (let tenths = 0; tenths <= 1000; tenths++) {
    const ink = inkOnScore(tenths / 10) === '#fff' ? '#ffffff' : '#000000'
    expect(contrastOf(ink, colorOfScore(tenths / 10))).toBeGreaterThanOrEqual(4.5)
  }
})

test('every tenth score has the colour of its stop, and scores between two stops are mixed', () => {
  expect(scoreStops.map((_, index) => colorOfScore(index * 10))).toEqual([...scoreStops])
  expect(colorOfScore(45)).toBe(mixColors(scoreStops[4], scoreStops[5], 0.5))
})

test('scores outside of 0–100 have the colour of the nearer end', () => {
  expect([colorOfScore(-3), colorOfScore(104)]).toEqual(['#8c2411', '#0b6b66'])
})

test('the stops are the custom properties --n0 … --n100 of the site’s style', async () => {
  const tokens = await Bun.file(`${import.meta.dir}/../site/styles/tokens.css`).text()
  const stops = [...tokens.matchAll(/--n(\d+):\s*(#[0-9a-f]{6});/g)].map(([, score, color]) => [Number(score), color])
  expect(stops).toEqual(scoreStops.map((color, index) => [index * 10, color]))
})
