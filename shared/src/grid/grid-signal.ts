/**
 * Statuses of the grid-tension signal by its level: 0 decarbonised (hours only), 1 no tension, 2 tense, 3 very tense
 * (interface, "States and transitions").
 */
export const gridSignalStatuses = ['Optimal', 'Favorable', 'Tendu', 'TresTendu'] as const

export type GridSignalStatus = (typeof gridSignalStatuses)[number]

/** Status of a level; null when the level is none of the four. */
export function gridSignalStatus(level: number): GridSignalStatus | null {
  return gridSignalStatuses[level] ?? null
}
