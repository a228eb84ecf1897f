import { mkdir, rename } from 'node:fs/promises'
import { join } from 'node:path'
import type { EnvSource } from '@hexawatt/shared/config/parse-env'
import { publisherFacts } from '@hexawatt/shared/grid/publishers'
import { firstFetchedYear, lastFetchedYear, listFetchedMonthNames } from '@hexawatt/shared/grid/shipped-recordings'
import { isoSeconds } from '@hexawatt/shared/time/instant'
import { parisMidnight, toParisTime } from '@hexawatt/shared/time/paris'
import * as v from 'valibot'
import { SetupError } from '../../embedded/setup-error.ts'
import { fetchWeather, readWeatherServer } from './fetch-weather.ts'
import type { Call } from './open-calls.ts'
import { type PortalRow, priceCsv, writeMixCsv } from './recorded-csv.ts'

type FetchInput = {
  /** First and last month that is fetched. */
  from: Temporal.PlainYearMonth
  to: Temporal.PlainYearMonth
  dir: string
  env: EnvSource
  now: Temporal.Instant
  call: Call
  say: (line: string) => void
}

/** Months of one command at most: ten years. */
const maxMonths = 120
/** Longest span of one call for prices, days: longer spans are answered at a coarser resolution. */
const priceDays = 8

/**
 * Stores the national quarter-hours, the day-ahead prices and, where a server of it is named, the weather of whole Paris months as recordings, a file for each
 * month and series. An existing file is not fetched again, unless its month was not over when it was written, so an interrupted command can continue.
 * / @returns number of files written
 * @throws SetupError when a publisher does not answer as expected; written files stay
 */
export async function fetchMonths(input: FetchInput): Promise<number> {
  const months = monthsOf(input)
  const weather = readWeatherServer(input.env)
  await mkdir(input.dir, { recursive: true })
  let written = 0
  for (const month of months) {
    const names = listFetchedMonthNames(month)
    if (await keep(input, month, names.mix, () => fetchMix(input, month))) written++
    if (await keep(input, month, names.price, () => fetchPrice(input, month))) written++
    if (weather === null) input.say(`${names.weather}: not fetched, WEATHER_URL names no server`)
    else if (await keep(input, month, names.weather, () => fetchWeather(input.call, weather, boundsOf(month))))
      written++
  }
  return written
}

function monthsOf({ from, to }: FetchInput): Temporal.PlainYearMonth[] {
  const count = from.until(to, { largestUnit: 'month' }).months + 1
  if (count < 1) throw new SetupError('--to must not be before --from: both are months, and both are fetched.')
  if (count > maxMonths) throw new SetupError(`At most ${maxMonths} months are fetched by one command.`)
  if (from.year < firstFetchedYear || to.year > lastFetchedYear) {
    throw new SetupError(`Months from ${firstFetchedYear} to ${lastFetchedYear} can be replayed.`)
  }
  return Array.from({ length: count }, (_, index) => from.add({ months: index }))
}

/** Writes a file unless it is there and was written after its month. */
async function keep(
  { dir, now, say }: FetchInput,
  month: Temporal.PlainYearMonth,
  name: string,
  fetchText: () => Promise<string | null>,
): Promise<boolean> {
  const file = Bun.file(join(dir, `${name}.csv.gz`))
  const end = boundsOf(month).end.epochMilliseconds
  if ((await file.exists()) && file.lastModified > end && now.epochMilliseconds > end) {
    say(`${name}: already there`)
    return false
  }
  const text = await fetchText()
  if (text === null) {
    say(`${name}: the publisher has no data of this month`)
    return false
  }
  // A file appears whole or not at all: an interrupted command leaves no half of one.
  const draft = join(dir, `.${name}.${process.pid}`)
  await Bun.write(draft, Bun.gzipSync(new TextEncoder().encode(text), { level: 9 }))
  await rename(draft, join(dir, `${name}.csv.gz`))
  say(`${name}: ${text.trimEnd().split('\n').length - 1} rows`)
  return true
}

function boundsOf(month: Temporal.PlainYearMonth): { start: Temporal.Instant; end: Temporal.Instant } {
  const midnight = (one: Temporal.PlainYearMonth) => parisMidnight(one.toPlainDate({ day: 1 }))
  return { start: midnight(month), end: midnight(month.add({ months: 1 })) }
}

const Rows = v.array(v.record(v.string(), v.unknown()))
const exportPath = '/api/explore/v2.1/catalog/datasets/eco2mix-national-tr/exports/json'

async function fetchMix({ env, call }: FetchInput, month: Temporal.PlainYearMonth): Promise<string | null> {
  const { start, end } = boundsOf(month)
  const url = urlOf(env['OPEN_ODRE_BASE_URL'] || publisherFacts.odre.homepage, exportPath)
  const text = (instant: Temporal.Instant) => isoSeconds(instant).replace('Z', '+00:00')
  url.searchParams.set('where', `date_heure >= '${text(start)}' and date_heure < '${text(end)}'`)
  const rows = v.safeParse(Rows, await call('odre', url))
  if (!rows.success) throw new SetupError(`${url.host}${url.pathname} sent no list of rows.`)
  return writeMixCsv(rows.output as readonly PortalRow[])
}

const Prices = v.object({
  unix_seconds: v.array(v.number()),
  price: v.nullish(v.array(v.nullable(v.number())), []),
  unit: v.string(),
})
/** Address of the interface of Energy-Charts; its homepage is another one. */
const energyChartsUrl = 'https://api.energy-charts.info'

async function fetchPrice({ env, call }: FetchInput, month: Temporal.PlainYearMonth): Promise<string | null> {
  const { start, end } = boundsOf(month)
  const priceByStart = new Map<number, number>()
  let from = toParisTime(start)
  while (Temporal.Instant.compare(from.toInstant(), end) < 0) {
    const next = from.add({ days: priceDays })
    const until = Temporal.Instant.compare(next.toInstant(), end) < 0 ? next.toInstant() : end
    const url = urlOf(env['OPEN_ENERGY_CHARTS_BASE_URL'] || energyChartsUrl, '/price')
    const seconds = (instant: Temporal.Instant) => String(instant.epochMilliseconds / 1_000)
    url.search = new URLSearchParams({
      bzn: 'FR',
      start: seconds(from.toInstant()),
      end: String(Number(seconds(until)) - 1),
    }).toString()
    const answer = await call('energy-charts', url)
    if (answer !== null) addPrices(priceByStart, answer, url)
    from = next
  }
  return priceCsv(priceByStart)
}

function addPrices(priceByStart: Map<number, number>, answer: unknown, url: URL): void {
  const parsed = v.safeParse(Prices, answer)
  if (!parsed.success || parsed.output.unit.replaceAll(' ', '') !== 'EUR/MWh') {
    throw new SetupError(`${url.host}${url.pathname} sent no prices in EUR/MWh.`)
  }
  const { unix_seconds, price } = parsed.output
  for (const [at, seconds] of unix_seconds.entries()) {
    const value = price?.[at]
    if (value != null) priceByStart.set(seconds * 1_000, value)
  }
}

function urlOf(base: string, path: string): URL {
  if (!URL.canParse(base)) throw new SetupError('An OPEN_…_BASE_URL is not a usable address: correct it or unset it.')
  return new URL(`${base.replace(/\/$/, '')}${path}`)
}
