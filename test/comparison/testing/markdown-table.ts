/**
 * Cells of the first table below a heading, row by row, without its head; emphasis is left out.
 *
 * @throws when there is none: a test of an empty table would pass
 */
export function tableBelow(markdown: string, heading: string): string[][] {
  const section = markdown.split(`\n${heading}\n`)[1] ?? ''
  const [, , ...rows] = section.match(/^\|.*\|$/m) === null ? [] : firstTable(section)
  if (rows.length === 0) throw new Error(`no table below "${heading}"`)
  return rows.map((row) =>
    row
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.replaceAll('**', '').trim()),
  )
}

function firstTable(section: string): string[] {
  const lines = section.split('\n')
  const start = lines.findIndex((line) => line.startsWith('|'))
  const length = lines.slice(start).findIndex((line) => !line.startsWith('|'))
  return lines.slice(start, length < 0 ? undefined : start + length)
}
