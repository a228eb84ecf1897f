/** Hours of a forecast that are judged together. The first full hour after the issue has lead 1. */
export type LeadClass = { name: string; firstLead: number; lastLead: number }

export const leadClasses: readonly LeadClass[] = [
  { name: '1–6 h', firstLead: 1, lastLead: 6 },
  { name: '7–24 h', firstLead: 7, lastLead: 24 },
  { name: '25–48 h', firstLead: 25, lastLead: 48 },
]
