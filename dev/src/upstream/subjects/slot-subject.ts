import type { FeedId } from '@hexawatt/shared/grid/feeds'

/** The feeds that are numbers over slots, which the generator and the recordings serve alike. */
export const slotSubjects = [
  'generation_by_type',
  'generation_mix_15min',
  'generation_forecast',
  'consumption',
  'consumption_weekly',
  'power_exchanges',
  'physical_flows',
  'exchange_schedules',
] as const satisfies readonly FeedId[]
export type SlotSubject = (typeof slotSubjects)[number]
