/** A table in Markdown; a bar or a line end inside of a cell would break it. */
export function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map(cell).join(' | ')} |`
  return [line(head), `|${'---|'.repeat(head.length)}`, ...rows.map(line)].join('\n')
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll(/\s*\n\s*/g, ' ')
}

/** A block of code. */
export function codeBlock(language: string, text: string): string {
  return `\`\`\`${language}\n${text}\n\`\`\``
}
