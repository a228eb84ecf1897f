// The clock of Paris for the independent calculation, by the platform's formatter only.

const format = new Intl.DateTimeFormat('en-CA', {
  timeZone: 'Europe/Paris',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
})

/** Date and minute of the day that a clock in Paris shows. */
export type ShownTime = { date: string; minute: number }

export function readParisClock(atMs: number): ShownTime {
  const part = Object.fromEntries(format.formatToParts(atMs).map(({ type, value }) => [type, value]))
  return {
    date: `${part['year']}-${part['month']}-${part['day']}`,
    minute: Number(part['hour']) * 60 + Number(part['minute']),
  }
}

/** The first instant at which the clock shows a date and minute; undefined for a time that spring leaves out. */
export function findInstant(date: string, minute: number): number | undefined {
  const asIfUtcMs = Date.parse(`${date}T00:00:00Z`) + minute * 60_000
  // Paris is one or two hours ahead of UTC.
  return [asIfUtcMs - 7_200_000, asIfUtcMs - 3_600_000].find((atMs) => {
    const shown = readParisClock(atMs)
    return shown.date === date && shown.minute === minute
  })
}

export function addDaysTo(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
}

export function countDays(month: string): number {
  const [year = 0, monthOfYear = 0] = month.split('-').map(Number)
  return new Date(Date.UTC(year, monthOfYear, 0)).getUTCDate()
}
