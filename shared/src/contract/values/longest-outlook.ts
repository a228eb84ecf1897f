/** Longest outlook, plan of a load and export, hours. Hours beyond 48, the longest forecast of the score, need a weather forecast. */
export const maxOutlookHours = 72
