import type { Markup } from './markup.ts'

/** Sizes are in `em`, so that all of the page shrinks with its print. */
const rules = `
@page { size: A4 portrait; margin: 10mm 12mm; }
* { box-sizing: border-box; }
html { color: #111; background: #fff; font-family: "Helvetica Neue", Arial, "Liberation Sans", "Open Sans", sans-serif; line-height: 1.3; }
body { margin: 0; }
main { max-width: 186mm; margin: 0 auto; }
h1 { margin: 0 0 .3em; font-size: 1.6em; }
h2 { margin: .7em 0 .25em; border-bottom: .1em solid #111; font-size: 1.08em; }
p, ul { margin: 0 0 .3em; }
ul { padding-left: 1.3em; }
table { width: 100%; border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { padding: .1em .3em; border-bottom: .03em solid #bbb; text-align: right; vertical-align: top; }
th:first-child { text-align: left; font-weight: normal; }
thead th, thead th:first-child { font-weight: bold; border-bottom: .08em solid #666; }
.periods tbody tr:last-child > * { font-weight: bold; border-top: .08em solid #666; }
.facts th:first-child { width: 16em; font-weight: bold; }
.facts td { text-align: left; overflow-wrap: anywhere; }
.banner { padding: .4em .6em; border: .15em solid #a00; color: #a00; font-weight: bold; }
.scope { padding: .35em .6em; background: #eee; }
code { font: .92em "Liberation Mono", "DejaVu Sans Mono", monospace; overflow-wrap: anywhere; }
.signature { margin: .8em 0 0; padding: .3em .3em 2.4em; border: .03em solid #bbb; }
@media screen { main { padding: 8mm 4mm; } }
@media print { * { print-color-adjust: exact; } }
`

/** Print of a page with few lines, pt. */
const usualPt = 8.4
/** Smallest print, pt. */
const smallestPt = 4
/** Print below which a page leaves out remarks, pt. */
export const legiblePt = 6.5
/** Lines that fit on the sheet in that print, with a reserve for fonts that are wider or higher. */
const linesOfSheet = 68

/** Characters of a line of text in that print, with a reserve. */
const charactersOfLine = 128
/** Characters of a line of code in the table of the proof. */
const charactersOfCode = 88
/** Heights in lines: of a heading with its margins, a row of a table, and the space to sign in. */
const [headingLines, rowLines, signatureLines] = [1.75, 1.2, 2.5]

/** About how many lines a page has in a print: of its tables, headings and texts, which wrap. */
function estimateLines({ markup }: Markup, pt: number): number {
  const count = (pattern: RegExp): number => [...markup.matchAll(pattern)].length
  const lengths = (pattern: RegExp): number[] =>
    [...markup.matchAll(pattern)].map(([, text = '']) => text.replace(/<[^>]*>/g, '').replace(/&[^;]+;/g, ' ').length)
  const countWrapped = (length: number, characters: number): number => Math.ceil((length * pt) / (characters * usualPt))
  const texts = lengths(/<(?:p|li)\b[^>]*>(.*?)<\/(?:p|li)>/gs).map(
    (length) => countWrapped(length, charactersOfLine) + 0.25,
  )
  const code = lengths(/<code>(.*?)<\/code>/gs).map((length) => countWrapped(length, charactersOfCode) - 1)
  const wrapped = [...texts, ...code].reduce((sum, lines) => sum + lines, 0)
  return count(/<h[12]/g) * headingLines + count(/<tr>/g) * rowLines + wrapped + signatureLines
}

/** The largest print in which a page fits on one sheet of A4, pt; the smallest there is for a page that never fits. */
export function findPrintPt(content: Markup): number {
  for (let tenths = usualPt * 10; tenths > smallestPt * 10; tenths -= 1) {
    const pt = tenths / 10
    if (estimateLines(content, pt) * pt <= linesOfSheet * usualPt) return pt
  }
  return smallestPt
}

/** The style of a page with a print. */
export const makePageStyle = (pt: number): string => `${rules}html { font-size: ${pt.toFixed(1)}pt; }\n`
