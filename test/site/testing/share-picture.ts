import type { Language } from '@hexawatt/shared/contract/values/languages'
import { colorOfScore } from '../../../svc-web/src/kit/score-scale.ts'

/** Size that services which show links ask for, px. */
export const shareSize = { width: 1200, height: 630 } as const

/** First line of the landscape, px. */
const skyline = 340

/** The sentence of the picture, in two lines. */
const sentences: Readonly<Record<Language, readonly [string, string]>> = {
  fr: ['Quand lancer vos appareils', 'pour une électricité propre et bon marché'],
  en: ['When to run your appliances', 'for clean and cheap electricity'],
}

/** Two days of a calm autumn, drawn by hand: place and height of the hills, and the score there. */
const hills: readonly (readonly [x: number, y: number, score: number])[] = [
  [-30, 520, 40],
  [30, 454, 22],
  [95, 524, 62],
  [165, 546, 78],
  [240, 571, 90],
  [305, 545, 76],
  [352, 505, 48],
  [410, 548, 72],
  [480, 559, 82],
  [545, 553, 76],
  [590, 515, 50],
  [632, 470, 26],
  [690, 526, 64],
  [770, 558, 82],
  [845, 578, 93],
  [900, 562, 80],
  [950, 523, 58],
  [1015, 550, 76],
  [1080, 563, 84],
  [1150, 556, 78],
  [1230, 515, 60],
]

/** A smooth line through points (Catmull–Rom, as cubic curves). @param lift of each point upwards, px */
function drawLine(lift: (score: number) => number): string {
  const points = hills.map(([x, y, score]) => [x, y - lift(score)] as const)
  return points
    .slice(1)
    .map(([x, y], index) => {
      const [beforeX, beforeY] = points[index - 1] ?? points[index] ?? [x, y]
      const [startX, startY] = points[index] ?? [x, y]
      const [afterX, afterY] = points[index + 2] ?? [x, y]
      const first = [startX + (x - beforeX) / 6, startY + (y - beforeY) / 6]
      const second = [x - (afterX - startX) / 6, y - (afterY - startY) / 6]
      return `C${[...first, ...second, x, y].map((value) => value.toFixed(1)).join(' ')}`
    })
    .join('')
}

const start = (lift: (score: number) => number): string => {
  const [x, y, score] = hills[0] ?? [0, 0, 0]
  return `M${x} ${y - lift(score)}`
}

const areaBelow = (lift: (score: number) => number): string => `${start(lift)}${drawLine(lift)}V630H-30Z`

/** Days between two nights: where the sky is light, px. */
const days = [
  [352, 598],
  [952, 1230],
] as const

/** The share image as SVG: the sentence of the site above its landscape. */
export function renderSharePicture(language: Language): string {
  const colors = hills.map(
    ([x, , score]) => `<stop offset="${((x + 30) / 1260).toFixed(4)}" stop-color="${colorOfScore(score)}"/>`,
  )
  const stars = Array.from({ length: 90 }, (_, index) => {
    // Scattered by irrational steps, the same in every picture.
    const x = Math.floor(((index * Math.SQRT2 * 7) % 1) * 1200)
    const y = skyline + 12 + Math.floor(((index * Math.E * 3) % 1) * 165)
    const isNight = days.every(([from, to]) => x < from - 20 || x > to + 20)
    return isNight ? `<circle cx="${x}" cy="${y}" r="1.1"/>` : ''
  })
  const skies = days.map(
    ([from, to]) =>
      `<rect x="${from - 24}" y="${skyline}" width="${to - from + 48}" height="290" fill="url(#day)" mask="url(#soft${from})"/><mask id="soft${from}"><rect x="${from - 24}" y="${skyline}" width="${to - from + 48}" height="290" fill="url(#ends)"/></mask>`,
  )
  const glows = [10, ...days.flat()].map(
    (x) => `<rect x="${x - 34}" y="${skyline}" width="68" height="290" fill="url(#glow)" opacity="0.7"/>`,
  )
  const suns = [
    { x: 481, y: 411 },
    { x: 1075, y: 452 },
  ].map(
    ({ x, y }) =>
      `<path d="M${x - 110} 610C${x - 70} 540 ${x - 52} ${y + 8} ${x} ${y + 8}S${x + 70} 540 ${x + 110} 610Z" fill="#fff1c4" opacity="0.72"/><circle cx="${x}" cy="${y}" r="36" fill="#ffd873" opacity="0.5"/><circle cx="${x}" cy="${y}" r="29" fill="#ffd873"/>`,
  )
  const moons = [138, 738].map(
    (x) =>
      `<path transform="translate(${x - 15} 370) scale(1.6)" d="M13 2a8 8 0 1 0 5 11A7 7 0 0 1 13 2z" fill="#f4efdc"/>`,
  )
  const none = () => 0
  // The further ahead, the less sure: scores of the evening peaks have the widest veil.
  const veil = (score: number) => 10 + (100 - score) / 3
  const [first, second] = sentences[language]
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1200 630" width="1200" height="630" lang="${language}" font-family="system-ui, sans-serif" fill="#141a38">
<defs>
<linearGradient id="night" x2="0" y2="1"><stop stop-color="#0d1340"/><stop offset="1" stop-color="#2b3680"/></linearGradient>
<linearGradient id="day" x2="0" y2="1"><stop stop-color="#3f82c8"/><stop offset="1" stop-color="#a9d0ef"/></linearGradient>
<linearGradient id="ends"><stop stop-color="#000"/><stop offset="0.14" stop-color="#fff"/><stop offset="0.86" stop-color="#fff"/><stop offset="1" stop-color="#000"/></linearGradient>
<linearGradient id="glow"><stop stop-color="#ffab73" stop-opacity="0"/><stop offset="0.5" stop-color="#d98a72"/><stop offset="1" stop-color="#ffab73" stop-opacity="0"/></linearGradient>
<linearGradient id="hills" gradientUnits="userSpaceOnUse" x1="-30" x2="1230">${colors.join('')}</linearGradient>
</defs>
<path fill="#f6f5f1" d="M0 0h1200v630H0z"/>
<path fill="url(#night)" d="M0 ${skyline}h1200v290H0z"/>
<g fill="#fff" opacity="0.75">${stars.join('')}</g>${moons.join('')}
${skies.join('')}${glows.join('')}${suns.join('')}
<path fill="#fff" opacity="0.32" d="${areaBelow(veil)}"/>
<path fill="url(#hills)" d="${areaBelow(none)}"/>
<path fill="#fff" opacity="0.22" d="${areaBelow(none)}"/><path fill="url(#hills)" d="${areaBelow((score) => -veil(score) / 2)}"/>
<path fill="none" stroke="#2a3166" stroke-width="6" opacity="0.55" d="${start(none)}${drawLine(none)}"/>
<path fill="none" stroke="#fff" stroke-width="3.5" d="${start(none)}${drawLine(none)}"/>
<g transform="translate(64 56) scale(0.83)"><path fill="#1d2776" d="M45 3 87 27v48L45 99 3 75V27z"/><path d="M20 37 33 66 45 45 57 66 70 37" fill="none" stroke="#ffd873" stroke-width="9" stroke-linejoin="round" stroke-linecap="round"/></g>
<text x="162" y="117" font-size="52" font-weight="700" letter-spacing="-1.5">Hexawatt</text>
<g font-size="49" font-weight="750" letter-spacing="-1.6"><text x="65" y="213">${first}</text><text x="65" y="269">${second}</text></g>
</svg>`
}
