/** Colours of the scores 0, 10, … 100: the custom properties `--n0` … `--n100` of the site's CSS (a test compares them). */
export const scoreStops = [
  '#8c2411',
  '#a93619',
  '#c54b21',
  '#d8702f',
  '#e9993f',
  '#f1c270',
  '#ddda9f',
  '#94d3c0',
  '#53b4a3',
  '#249182',
  '#0b6b66',
] as const

const bestScore = 100
const scorePerStop = bestScore / (scoreStops.length - 1)

/** Relative luminance at which black and white have the same contrast, 4.58:1: √(1.05 × 0.05) − 0.05. */
const sameContrastLuminance = Math.sqrt(1.05 * 0.05) - 0.05

/** Colour `#rrggbb` of a score, interpolated between the stops of the scale; scores outside of 0–100 have the end's colour. */
export function colorOfScore(score: number): string {
  const position = Math.min(Math.max(score, 0), bestScore) / scorePerStop
  const index = Math.min(Math.floor(position), scoreStops.length - 2)
  return mixColors(scoreStops[index] ?? '', scoreStops[index + 1] ?? '', position - index)
}

/** Text colour with the higher contrast on the colour of a score, at least 4.5:1 on the whole scale. */
export function inkOnScore(score: number): '#fff' | '#000' {
  return luminanceOf(colorOfScore(score)) < sameContrastLuminance ? '#fff' : '#000'
}

/** Colour between two colours `#rrggbb`; `share` 0 is the first, 1 the second. Mixed in sRGB, as SVG gradients are. */
export function mixColors(from: string, to: string, share: number): string {
  const end = readChannels(to)
  const channels = readChannels(from).map((channel, index) =>
    Math.round(channel + ((end[index] ?? 0) - channel) * share)
      .toString(16)
      .padStart(2, '0'),
  )
  return `#${channels.join('')}`
}

/** Relative luminance (WCAG 2) of a colour `#rrggbb`, 0–1. */
export function luminanceOf(color: string): number {
  const [red = 0, green = 0, blue = 0] = readChannels(color).map((channel) => {
    const share = channel / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function readChannels(color: string): number[] {
  return [1, 3, 5].map((index) => Number.parseInt(color.slice(index, index + 2), 16))
}
