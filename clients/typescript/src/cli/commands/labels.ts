import type { GridSignalStatus, TariffColor } from '../../bodies/grid.ts'
import type { ScoreLevel } from '../../bodies/score.ts'
import type { Paint } from '../session/console.ts'

type Label = { word: string; color: keyof Paint }

const levels: Readonly<Record<ScoreLevel, Label>> = {
  Optimal: { word: 'optimal', color: 'green' },
  Acceptable: { word: 'acceptable', color: 'yellow' },
  Unfavorable: { word: 'unfavourable', color: 'red' },
}

const signals: Readonly<Record<GridSignalStatus, Label>> = {
  Optimal: { word: 'optimal', color: 'green' },
  Favorable: { word: 'favourable', color: 'green' },
  Tendu: { word: 'tense', color: 'yellow' },
  TresTendu: { word: 'very tense', color: 'red' },
}

const tariffColors: Readonly<Record<TariffColor, Label>> = {
  Bleu: { word: 'blue', color: 'blue' },
  Blanc: { word: 'white', color: 'bold' },
  Rouge: { word: 'red', color: 'red' },
}

const unknown: Label = { word: '–', color: 'dim' }

/** A word of the API in English and in its colour; a dash for null, and the API's own word when it is newer than this program. */
function labelOf<Word extends string>(labels: Readonly<Record<Word, Label>>, word: Word | null | undefined): Label {
  if (word === null || word === undefined) return unknown
  return labels[word] ?? { word, color: 'bold' }
}

export const findLevelLabel = (level: ScoreLevel | null | undefined): Label => labelOf(levels, level)
export const findSignalLabel = (signal: GridSignalStatus | null | undefined): Label => labelOf(signals, signal)
export const findTariffLabel = (color: TariffColor | null | undefined): Label => labelOf(tariffColors, color)

/** The word of a label in its colour, padded before it is painted. */
export const paintLabel = (paint: Paint, { word, color }: Label, width = 0): string => paint[color](word.padEnd(width))
