/** The dimensions of the score, in the order of every answer. */
export const dimensions = ['price', 'carbon', 'grid', 'adequacy'] as const
export type Dimension = (typeof dimensions)[number]
