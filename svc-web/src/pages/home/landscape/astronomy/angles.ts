import { hourMs } from '@hexawatt/shared/time/instant'

export const dayMs = 24 * hourMs

/** 1 January 2000, 12:00: the epoch of the formulas, whose difference from UTC, about a minute, moves sun and moon by less than a pixel. */
export const j2000Ms = Date.UTC(2000, 0, 1, 12)

export const degreesToRadians = (degrees: number): number => (degrees * Math.PI) / 180
export const radiansToDegrees = (radians: number): number => (radians * 180) / Math.PI

/** The same angle within 0–360°. */
export const normalizeDegrees = (degrees: number): number => ((degrees % 360) + 360) % 360
