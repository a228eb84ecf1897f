/** What a load can be planned for: euros, grams, or points of the score. */
export const objectives = ['cost', 'carbon', 'score'] as const
export type Objective = (typeof objectives)[number]

/** What is minimised: the forecast, or its p90 (for the score its p10, which is the unfavourable side). */
export const estimates = ['central', 'prudent'] as const
export type Estimate = (typeof estimates)[number]

/** Which of the plans of the smallest sum is taken. */
export const tieBreaks = ['early', 'late'] as const
export type TieBreak = (typeof tieBreaks)[number]

/** Emission factors: life cycle, or the operator's direct ones. */
export const emissionChoices = ['lifecycle', 'direct'] as const

/** Tariffs that a cost can be calculated with. */
export const tariffKinds = ['spot', 'base', 'hphc', 'tempo'] as const

/** What a price rests on: an auction, an estimate beyond it, a regulated price, or one that is weighted with the probabilities of colours. */
export const priceBases = ['auction', 'estimate', 'regulated', 'expected'] as const
export type PriceBasis = (typeof priceBases)[number]

/** Length of a slot of a plan, minutes: loads run in whole quarter-hours. */
export const slotMinutes = 15
/** Pieces that a load may be cut into at most. */
export const maxSegmentsLimit = 8
/** Plans in addition to the best one. */
export const maxAlternatives = 3
/** Subscribed powers that are sold to households, kVA. */
export const subscribedKvas = [3, 6, 9, 12, 15, 18, 24, 30, 36] as const
export const defaultSubscribedKva = 6
