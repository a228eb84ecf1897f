import { hourMs, minuteMs } from '@hexawatt/shared/time/instant'
import { afterEnd, dailyAt, dayAheadAuction, intraday, quarterHourAuctionsFromMs, weekly } from './publication.ts'
import { quarterMs } from './quarter-hour.ts'
import type { SlotFamily, SlotSubject } from './slots.ts'

const hourly = () => hourMs
const halfHourly = () => 30 * minuteMs
const quarterHourly = () => quarterMs

/** The only family of feeds that are measured once and published after the slot's end. */
export const measured = 'MEASURED'

/** Families of every subject, with the operator's slot lengths and hours of publication. */
export const slotFamilies: Readonly<Record<SlotSubject, readonly SlotFamily[]>> = {
  generation_by_type: [{ name: measured, slotMs: hourly, publicationsOn: afterEnd(60 * minuteMs) }],
  generation_mix_15min: [{ name: measured, slotMs: quarterHourly, publicationsOn: afterEnd(25 * minuteMs) }],
  generation_forecast: [
    { name: 'D-3', slotMs: quarterHourly, publicationsOn: dailyAt(3, '18:00') },
    { name: 'D-2', slotMs: quarterHourly, publicationsOn: dailyAt(2, '18:00') },
    // Two issues for the same slots: DA01 and, four hours later, DA02.
    { name: 'D-1', slotMs: quarterHourly, publicationsOn: dailyAt(1, '18:00', '22:00') },
    { name: 'ID', slotMs: quarterHourly, publicationsOn: intraday },
  ],
  consumption: [
    { name: 'REALISED', slotMs: quarterHourly, publicationsOn: afterEnd(10 * minuteMs) },
    { name: 'ID', slotMs: quarterHourly, publicationsOn: intraday },
    { name: 'D-1', slotMs: quarterHourly, publicationsOn: dailyAt(1, '19:00') },
    { name: 'D-2', slotMs: halfHourly, publicationsOn: dailyAt(2, '07:00') },
  ],
  consumption_weekly: [{ name: 'WEEKLY', slotMs: halfHourly, publicationsOn: weekly }],
  power_exchanges: [
    {
      name: 'AUCTION',
      slotMs: (day) => (day.startEpochMs < quarterHourAuctionsFromMs ? hourMs : quarterMs),
      publicationsOn: dayAheadAuction,
    },
  ],
  physical_flows: [{ name: measured, slotMs: hourly, publicationsOn: afterEnd(60 * minuteMs) }],
  exchange_schedules: [
    { name: 'LT', slotMs: quarterHourly, publicationsOn: dailyAt(1, '08:30') },
    { name: 'DA', slotMs: quarterHourly, publicationsOn: dailyAt(1, '15:15') },
    // Final after delivery, in the night after the day.
    { name: 'ID', slotMs: quarterHourly, publicationsOn: dailyAt(-1, '00:30') },
  ],
}
