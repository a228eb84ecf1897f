type Row = readonly string[]

/** Rows as aligned columns under a header, for a person at a terminal. */
export function formatTextTable(header: Row, rows: readonly Row[]): string {
  const widths = measureColumnWidths(header, rows)
  const line = (cells: Row) => cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')
  return [header, ...rows].map((cells) => line(cells).trimEnd()).join('\n')
}

/** Rows as a Markdown table of figures, readable at a terminal too: the first column is text, the others numbers. */
export function formatFiguresTable(header: Row, rows: readonly Row[]): string {
  const widths = measureColumnWidths(header, rows).map((width) => Math.max(3, width))
  const pad = (cell: string, width: number, column: number) =>
    column === 0 ? cell.padEnd(width) : cell.padStart(width)
  const line = (cells: Row) =>
    `| ${widths.map((width, column) => pad(cells[column] ?? '', width, column)).join(' | ')} |`
  const rule = widths.map((width, column) => (column === 0 ? '-'.repeat(width + 2) : `${'-'.repeat(width + 1)}:`))
  return [line(header), `|${rule.join('|')}|`, ...rows.map(line)].join('\n')
}

/** Rows as a Markdown table of texts; a bar or a line end inside of a cell would break it. */
export function formatMarkdownTable(header: Row, rows: readonly Row[]): string {
  const escapeCell = (text: string) => text.replaceAll('|', '\\|').replaceAll(/\s*\n\s*/g, ' ')
  const line = (cells: Row) => `| ${cells.map(escapeCell).join(' | ')} |`
  return [line(header), `|${'---|'.repeat(header.length)}`, ...rows.map(line)].join('\n')
}

function measureColumnWidths(header: Row, rows: readonly Row[]): number[] {
  return header.map((_, column) => Math.max(...[header, ...rows].map((cells) => cells[column]?.length ?? 0)))
}
