import type { french } from './french.ts'

/** Groups of production types in charts and tables, in stacking order. */
export const mixGroups = ['nuclear', 'hydro', 'wind', 'solar', 'bio', 'gas', 'coal', 'oil', 'other'] as const
export type MixGroup = (typeof mixGroups)[number]

/** The planner's appliances, in order. */
export const applianceIds = [
  'washing-machine',
  'dishwasher',
  'tumble-dryer',
  'water-heater',
  'heat-pump',
  'car',
] as const
export type Appliance = (typeof applianceIds)[number]

/** Texts of the page in one language: those in French define the keys. */
export type Texts = typeof french
