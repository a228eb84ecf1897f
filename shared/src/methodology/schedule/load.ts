import { slotMinutes } from '../../contract/planning/choices.ts'

/** Requested load: two of energy, power and duration, or only the duration. */
export type LoadRequest = { energyKWh: number | null; powerKW: number | null; durationMinutes: number | null }

/** A load as it is run: whole quarter-hours at equal power, whose energy is exact. */
export type Load = { slots: number; powerKW: number; energyKWh: number }

/** Assumed power when only the duration is known. */
const assumedPowerKW = 1
const slotsPerHour = 60 / slotMinutes
/** Quotients this close above a whole number are that number: 4 · 1.85 / 7.4 is one quarter-hour. */
const quotientNoise = 1e-9

/**
 * The load in whole quarter-hours: ⌈4 · energy / power⌉ of them at equal power, lowered so that the energy is exact.
 *
 * @param request positive numbers
 * @returns null unless the request has exactly two of the three values, or only the duration
 */
export function loadOf({ energyKWh, powerKW, durationMinutes }: LoadRequest): Load | null {
  if (durationMinutes === null) {
    return energyKWh === null || powerKW === null ? null : toSlots(energyKWh, energyKWh / powerKW)
  }
  if (energyKWh !== null && powerKW !== null) return null
  const hours = durationMinutes / 60
  return toSlots(energyKWh ?? (powerKW ?? assumedPowerKW) * hours, hours)
}

function toSlots(energyKWh: number, hours: number): Load {
  const slots = Math.max(1, Math.ceil(slotsPerHour * hours - quotientNoise))
  return { slots, powerKW: (energyKWh * slotsPerHour) / slots, energyKWh }
}
