/** Greatest ages of served values, minutes. */
export const maxAgeMinutes = {
  /** Age of the score, from its computation: an older score describes another hour. */
  score: 60,
  /** Age of the carbon intensity, from the end of its hour: an older value describes another part of the day. */
  intensity: 360,
} as const
