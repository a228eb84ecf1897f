/** A line of a document that a reader is to type, and its output by the document. */
export type ShownCommand = { line: string; answer: { kind: 'json' | 'text'; text: string } | null }

/** The commands of the `sh` blocks in their order; a `json` or `text` block that follows is the answer of the last line before it. */
export function shownCommands(markdown: string): ShownCommand[] {
  const commands: ShownCommand[] = []
  for (const [, kind, text = ''] of markdown.matchAll(/^```(sh|json|text)\n(.*?)^```$/gms)) {
    if (kind === 'sh') commands.push(...linesOf(text).map((line) => ({ line, answer: null })))
    const last = commands.at(-1)
    if (last !== undefined && (kind === 'json' || kind === 'text')) last.answer = { kind, text }
  }
  return commands
}

/**
 * What of the shown answer is not in what was printed: empty when the document tells the truth. An answer may be shortened: members of
 * an object, entries at the end of a list, lines and columns of a text may be left out.
 */
export function untrueParts({ answer }: ShownCommand, printed: string): string[] {
  if (answer === null) return []
  if (answer.kind === 'json') return untrueMembers('', JSON.parse(answer.text), JSON.parse(printed))
  const printedText = squeezed(printed)
  return linesOf(answer.text).filter((line) => !printedText.includes(squeezed(line)))
}

const linesOf = (text: string): string[] => text.split('\n').filter((line) => line !== '')

const squeezed = (text: string): string => text.replace(/ +/g, ' ').trim()

function untrueMembers(path: string, shown: unknown, printed: unknown): string[] {
  if (typeof shown !== 'object' || shown === null) {
    return Object.is(shown, printed) ? [] : [`${path}: ${JSON.stringify(shown)} is ${JSON.stringify(printed)}`]
  }
  if (typeof printed !== 'object' || printed === null || Array.isArray(shown) !== Array.isArray(printed)) {
    return [`${path}: ${JSON.stringify(printed)}`]
  }
  const members = new Map<string, unknown>(Object.entries(printed))
  return Object.entries(shown).flatMap(([name, value]) =>
    members.has(name) ? untrueMembers(`${path}/${name}`, value, members.get(name)) : [`${path}/${name} is not there`],
  )
}

/** Whether commands of documents cannot be typed here because there is no curl; says so, with what is left out. */
export function isCurlMissing(leftOut: string): boolean {
  if (Bun.which('curl') !== null) return false
  console.warn(`SKIPPED: ${leftOut}: curl is not on this machine`)
  return true
}
