/** Objectives of a plan: lowest cost (EUR), lowest emissions (gCO2eq) or best score. */
export const objectives = ['cost', 'carbon', 'score'] as const
export type Objective = (typeof objectives)[number]

/** Which value of a forecast a plan minimises: the central value, or p90 (for the score p10, its unfavourable side). */
export const estimates = ['central', 'prudent'] as const
export type Estimate = (typeof estimates)[number]

/** Which of several equally good plans is chosen. */
export const tieBreaks = ['early', 'late'] as const
export type TieBreak = (typeof tieBreaks)[number]

/**
 * Emissions of a kWh: of French generation with life-cycle factors or with the operator's direct factors, or of French consumption, imports included, with
 * life-cycle factors.
 */
export const emissionChoices = ['lifecycle', 'direct', 'consumption'] as const
export type EmissionChoice = (typeof emissionChoices)[number]

/** Tariffs that costs can be calculated with. */
export const tariffKinds = ['spot', 'base', 'hphc', 'tempo'] as const

/**
 * Basis of a price: auction, estimate beyond the auction, price of a contract of the table (`regulated`, an older word: not all are), or expected value
 * over the probabilities of the tariff colours.
 */
export const priceBases = ['auction', 'estimate', 'regulated', 'expected'] as const
export type PriceBasis = (typeof priceBases)[number]

/** Certainty of the price behind a plan: confirmed by its publisher or a price sheet, or from secondary sources only. */
export const priceCertainties = ['confirmed', 'unconfirmed'] as const
export type PriceCertainty = (typeof priceCertainties)[number]

/** Length of a slot, minutes: loads run in whole quarter-hours. */
export const slotMinutes = 15
/** Maximum number of segments of a load. */
export const maxSegmentsLimit = 8
/** Maximum number of alternatives to the best plan. */
export const maxAlternatives = 3
/** Subscribed powers offered to households, kVA. */
export const subscribedKvas = [3, 6, 9, 12, 15, 18, 24, 30, 36] as const
export const defaultSubscribedKva = 6

/** Kinds of day: a public holiday is no weekday, and on a Saturday or Sunday it is both `weekend` and `holiday`. */
export const dayKinds = ['weekday', 'weekend', 'holiday'] as const
export type DayKind = (typeof dayKinds)[number]

/** Colours of the three-colour tariff as price tables name them, cheapest first. */
export const pricedColors = ['blue', 'white', 'red'] as const
export type PricedColor = (typeof pricedColors)[number]
