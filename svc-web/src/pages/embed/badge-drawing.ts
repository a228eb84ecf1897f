import { hexagonPath } from '../../kit/hexagon.ts'
import { type Html, html } from '../../kit/html.ts'
import { colorOfScore, inkOnScore } from '../../kit/score-scale.ts'
import type { badgeThemes } from './embed-choices.ts'

/** The content of a badge. */
export type BadgeFigures = {
  label: string
  /** Null while it is not known. */
  number: string | null
  words: string
  /** What a reader must know about the value, such as its age; null = nothing. */
  remark: string | null
  /** The score whose colour the badge has; null = the colour of no score. */
  score: number | null
}

type BadgeTheme = (typeof badgeThemes)[number]

/** Colours of the site (`site/styles`), which a picture on another site cannot load. */
const colors = {
  light: {
    ground: '#1d2776',
    groundInk: '#ffffff',
    paper: '#ffffff',
    ink: '#141a38',
    quiet: '#484f6e',
    line: '#dcdad4',
  },
  dark: {
    ground: '#2a3253',
    groundInk: '#eef0f9',
    paper: '#151b35',
    ink: '#eef0f9',
    quiet: '#b2bad8',
    line: '#2a3253',
  },
} as const satisfies Record<BadgeTheme, Record<string, string>>

/** Colours of a value that is no current score: unknown, outdated, or an intensity. Colour of the scale means "score". */
const plain = { light: { fill: '#e4e7f7', ink: '#141a38' }, dark: { fill: '#484f6e', ink: '#ffffff' } } as const

const fontFamily = 'Verdana,DejaVu Sans,Geneva,sans-serif'
const flatHeight = 20
const padding = 7

/** A line of label and value, as the badges of software projects. */
export function drawFlatBadge(figures: BadgeFigures, theme: BadgeTheme): Html {
  const { label, number, words, remark } = figures
  const value = [number, words, remark === null ? null : `(${remark})`].filter((part) => part !== null).join(' ')
  const [labelWidth, valueWidth] = [estimateWidth(label, 11), estimateWidth(value, 11)]
  const [split, width] = [labelWidth + 2 * padding, labelWidth + valueWidth + 4 * padding]
  const { ground, groundInk } = colors[theme]
  const { fill, ink } = chooseColors(figures, theme)
  return wrap(
    `${label} ${value}`,
    width,
    flatHeight,
  )`<clipPath id="r"><rect width="${width}" height="${flatHeight}" rx="4"/></clipPath>
<g clip-path="url(#r)"><rect width="${split}" height="${flatHeight}" fill="${ground}"/><rect x="${split}" width="${valueWidth + 2 * padding}" height="${flatHeight}" fill="${fill}"/></g>
<g font-family="${fontFamily}" font-size="11"><text x="${padding}" y="14" textLength="${labelWidth}" fill="${groundInk}">${label}</text><text x="${split + padding}" y="14" textLength="${valueWidth}" fill="${ink}">${value}</text></g>`
}

/** The hexagon of the site with the number in it, and two or three lines. */
export function drawHexagonBadge(figures: BadgeFigures, theme: BadgeTheme): Html {
  const { label, number, words, remark } = figures
  const { paper, ink: textInk, quiet, line } = colors[theme]
  const { fill, ink } = chooseColors(figures, theme)
  const height = 64
  const [wordsWidth, labelWidth] = [estimateWidth(words, 15), estimateWidth(label, 11)]
  const remarkWidth = remark === null ? 0 : estimateWidth(remark, 10)
  const width = 68 + Math.max(wordsWidth, labelWidth, remarkWidth) + 2 * padding
  const [first, second] = remark === null ? [29, 47] : [22, 38]
  return wrap(
    [label, number, words, remark].filter((part) => part !== null).join(' '),
    width,
    height,
  )`<rect x="0.5" y="0.5" width="${width - 1}" height="${height - 1}" rx="8" fill="${paper}" stroke="${line}"/>
<path d="${hexagonPath(36, 32, 26)}" fill="${fill}"/>
<g font-family="${fontFamily}"><text x="36" y="38.500" text-anchor="middle" font-size="18" font-weight="bold" fill="${ink}">${number ?? '–'}</text>
<text x="72" y="${first}" font-size="15" font-weight="bold" textLength="${wordsWidth}" fill="${textInk}">${words}</text><text x="72" y="${second}" font-size="11" textLength="${labelWidth}" fill="${quiet}">${label}</text>${
    remark === null
      ? null
      : html`<text x="72" y="53" font-size="10" textLength="${remarkWidth}" fill="${quiet}">${remark}</text>`
  }</g>`
}

function chooseColors({ score }: BadgeFigures, theme: BadgeTheme): { fill: string; ink: string } {
  return score === null ? plain[theme] : { fill: colorOfScore(score), ink: inkOnScore(score) }
}

/** An SVG document whose title says everything that it draws. */
function wrap(title: string, width: number, height: number) {
  return (texts: TemplateStringsArray, ...parts: readonly (Html | string | number | null)[]): Html =>
    html`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-label="${title}"><title>${title}</title>
${html(texts, ...parts)}</svg>
`
}

/** Width of a text, px: an estimate, to which `textLength` fits the letters of whatever font the reader has. */
function estimateWidth(text: string, fontSize: number): number {
  const ems = [...text].reduce((sum, letter) => sum + findLetterWidth(letter), 0)
  return Math.ceil(ems * fontSize)
}

/** Widths of letters in Verdana, em. */
function findLetterWidth(letter: string): number {
  if (/[ilj.,:;'’|()\u00a0\u202f ]/.test(letter)) return 0.36
  if (/[mwMW%]/.test(letter)) return 0.97
  if (/[ft/r]/.test(letter)) return 0.44
  return /[A-Z₂]/.test(letter) ? 0.7 : 0.62
}
