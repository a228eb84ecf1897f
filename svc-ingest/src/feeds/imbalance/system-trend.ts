/** The operator's French words for the balancing that the system needed, without accents, to their numbers. */
const codeByWord: ReadonlyMap<string, number> = new Map([
  ['hausse', 1],
  ['baisse', -1],
  ['equilibre', 0],
  ['equilibree', 0],
])

/** 1 for an upward trend (`Hausse`), −1 downward, 0 balanced, whatever the case and accents; null for any other word. */
export function trendCode(word: string): number | null {
  const plain = word.trim().toLowerCase().normalize('NFD').replaceAll(/\p{M}/gu, '')
  return codeByWord.get(plain) ?? null
}
