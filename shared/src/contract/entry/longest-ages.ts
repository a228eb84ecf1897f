/** Greatest ages of served values, minutes. */
export const maxAgeMinutes = {
  /** Of the score's computation: an older one describes another hour. */
  score: 60,
  /** From the end of the described hour: an older intensity is of another part of the day. */
  intensity: 360,
} as const
