/**
 * Statuses of the grid-tension signal by its level: 0 decarbonised (hours only), 1 no tension, 2 tense, 3 very tense
 * (interface, "States and transitions").
 */
export const gridSignalStatuses = ['Optimal', 'Favorable', 'Tendu', 'TresTendu'] as const

export type GridSignalStatus = (typeof gridSignalStatuses)[number]

/** Days of the signal as the answer names them: today and the three after it. */
export const signalDayNames = ['D', 'D+1', 'D+2', 'D+3'] as const

/** Status of a level; null when the level is none of the four. */
export function gridSignalStatus(level: number): GridSignalStatus | null {
  return gridSignalStatuses[level] ?? null
}
