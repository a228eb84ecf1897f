const dayMs = 24 * 3_600_000

/** Numbers of a wall clock in Paris, the zone of the grid: Node-RED itself often runs in UTC. */
const wallClock = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Europe/Paris',
  hourCycle: 'h23',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
})

/** The wall clock of an instant as if it were UTC, ms, whole minutes. */
function wallMs(atMs: number): number {
  const parts = new Map(wallClock.formatToParts(atMs).map(({ type, value }) => [type, Number(value)]))
  const part = (type: Intl.DateTimeFormatPartTypes): number => parts.get(type) ?? 0
  return Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'))
}

/** Time of day in Paris, `07:30`. */
export function parisTimeText(atMs: number): string {
  return new Date(wallMs(atMs)).toISOString().slice('YYYY-MM-DDT'.length, 'YYYY-MM-DDTHH:MM'.length)
}

/** The next instant, ms since 1970, at which the clocks in Paris read `HH:MM`; null when the text is no time of day. */
export function nextParisTimeMs(text: string, nowMs: number): number | null {
  const [, hour, minute] = text.match(/^([01]?\d|2[0-3]):([0-5]\d)$/) ?? []
  if (hour === undefined || minute === undefined) return null
  const todayMs = Math.floor(wallMs(nowMs) / dayMs) * dayMs
  const timeOfDayMs = (Number(hour) * 60 + Number(minute)) * 60_000
  const candidates = [0, 1, 2].map((days) => instantOfWallMs(todayMs + days * dayMs + timeOfDayMs))
  return candidates.find((ms) => ms > nowMs) ?? null
}

/** The instant of a wall clock; one that spring skips is an hour later. */
function instantOfWallMs(wall: number): number {
  const offsetMs = (atMs: number): number => wallMs(atMs) - atMs
  const guessMs = wall - offsetMs(wall)
  return wall - offsetMs(guessMs)
}
