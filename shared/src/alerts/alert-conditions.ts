import * as v from 'valibot'

/** Kinds that compare a value of this moment with a threshold. */
export const valueAlertKinds = ['score', 'carbon', 'price', 'grid_signal'] as const
export type ValueAlertKind = (typeof valueAlertKinds)[number]

export const alertSides = ['above', 'below'] as const

/** Bounds of a threshold, its unit, and how far a value must go back before the alert can fire again, in the same unit. */
export const valueAlertRules: Readonly<
  Record<ValueAlertKind, { min: number; max: number; unit: string; rearmMargin: number }>
> = {
  score: { min: 0, max: 100, unit: 'points', rearmMargin: 3 },
  carbon: { min: 0, max: 1_000, unit: 'gCO2eq/kWh', rearmMargin: 3 },
  price: { min: -1_000, max: 5_000, unit: 'EUR/MWh', rearmMargin: 5 },
  // Levels of `gridSignalStatuses`: they move by whole steps.
  grid_signal: { min: 1, max: 3, unit: 'level', rearmMargin: 0 },
}

export const windowDurationsMinutes = [30, 60, 90, 120, 180, 240, 300, 360, 480] as const
export const windowObjectives = ['score', 'carbon', 'price'] as const
export type WindowObjective = (typeof windowObjectives)[number]

export const alertColors = ['white', 'red'] as const
/** Colours that a message names: blue corrects an early colour that did not last. */
export const announcedColors = ['blue', ...alertColors] as const
export type AnnouncedColor = (typeof announcedColors)[number]

/** Shares of the monthly quota that trigger an alert, per cent. */
export const quotaPercents = [80, 100] as const
export type QuotaPercent = (typeof quotaPercents)[number]

const thresholdOf = (kind: ValueAlertKind) => {
  const { min, max } = valueAlertRules[kind]
  return v.pipe(v.number(), v.finite(), v.minValue(min), v.maxValue(max))
}

const valueCondition = <const Kind extends 'score' | 'carbon' | 'price'>(kind: Kind) =>
  v.strictObject({ kind: v.literal(kind), side: v.picklist(alertSides), threshold: thresholdOf(kind) })

/**
 * What an alert waits for. `above` fires when the value has reached the threshold from below, `below` when it has reached it from above; both again
 * only after the value has gone back by the margin of {@link valueAlertRules}. `best_window` is sent once a day at an hour of Paris, a colour once for
 * its day and again when it changes, a share of the quota once a month.
 */
export const AlertCondition = v.variant('kind', [
  valueCondition('score'),
  valueCondition('carbon'),
  valueCondition('price'),
  v.strictObject({
    kind: v.literal('grid_signal'),
    side: v.literal('above'),
    threshold: v.pipe(thresholdOf('grid_signal'), v.integer()),
  }),
  v.strictObject({
    kind: v.literal('tariff_color'),
    colors: v.pipe(v.array(v.picklist(alertColors)), v.minLength(1), v.maxLength(alertColors.length)),
  }),
  v.strictObject({
    kind: v.literal('best_window'),
    durationMinutes: v.picklist(windowDurationsMinutes),
    objective: v.picklist(windowObjectives),
    atHour: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(23)),
  }),
  v.strictObject({ kind: v.literal('quota') }),
])
export type AlertCondition = v.InferOutput<typeof AlertCondition>
