/** Ages beyond which nothing is served rather than something from another time, minutes. */
export const maxAgeMinutes = {
  /** A calculation of the score: an older one describes another hour. */
  score: 60,
  /** Since the end of the hour that an intensity describes: an older one is of another part of the day. */
  intensity: 360,
} as const
