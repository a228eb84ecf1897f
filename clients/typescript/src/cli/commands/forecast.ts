import { type BestHours, bestHours } from '../../best-hours.ts'
import type { HourlyScore, ScoreForecast } from '../../bodies/score.ts'
import { isProblem } from '../../errors/hexawatt-errors.ts'
import type { Hexawatt } from '../../hexawatt.ts'
import { formatDay, formatTime } from '../../paris-time.ts'
import { oneOf, wholeNumber } from '../arguments/option-values.ts'
import { flag, option } from '../arguments/read-options.ts'
import { alignRows, formatJson, formatNumber, type Paint, priceText } from '../session/console.ts'
import { command, exitCodes, warnOfData } from './command.ts'
import { findLevelLabel } from './labels.ts'
import { profiles } from './plan-options.ts'

/** Hours of the marked window, by default. */
const defaultWindowHours = 2

/** `hexawatt forecast`. */
export const forecastCommand = command({
  summary: 'The score of the coming hours as a chart, with the best window marked.',
  examples: ['forecast', 'forecast --hours 48 --window 3 --profile carbon'],
  notes:
    'Times are Paris times. ~ marks an estimated price: the market price is not auctioned yet. A dash stands for an unknown value. Where\nprices are estimated, a second request reads the outlook.',
  options: {
    hours: option(wholeNumber('1..48'), 'how far ahead (24)'),
    window: option(wholeNumber('hours'), `length of the window to mark (${defaultWindowHours})`),
    profile: option(oneOf(...profiles), 'weighting, included in paid plans (national)'),
    json: flag('the answer of /v1/score/forecast as scoreForecast, and the window as bestWindow'),
  },
  async run({ hours, window, profile, json }, { service: { api }, console }) {
    const answer = await api.scoreForecast({ hours, profile })
    const scoreForecast = answer.data
    warnOfData([answer], console)
    const bestWindow = bestHours(scoreForecast, { durationHours: window ?? defaultWindowHours })
    if (json) console.print(formatJson({ scoreForecast, bestWindow }))
    else {
      const estimates = await estimatedPrices(api, scoreForecast)
      console.print(chartOf(scoreForecast.hours, estimates, bestWindow, console.paint).join('\n'))
    }
    return exitCodes.done
  },
})

/** Estimated prices of the hours without an auction price, EUR/MWh by start; empty where the API refuses them. */
async function estimatedPrices(api: Hexawatt, { hours }: ScoreForecast): Promise<ReadonlyMap<number, number>> {
  if (hours.every(({ spotPriceEurPerMWh }) => spotPriceEurPerMWh !== null)) return new Map()
  try {
    const { data } = await api.outlook({ hours: hours.length })
    return new Map(
      data.slots.flatMap(({ start, price: { eurPerMwh, basis } }) =>
        basis === 'estimate' && eurPerMwh !== null ? [[Date.parse(start), eurPerMwh]] : [],
      ),
    )
  } catch (error) {
    // The chart is useful without estimates: the limit of the demo key may be reached by now.
    if (isProblem(error)) return new Map()
    throw error
  }
}

/** Characters of a bar for 100. */
const barWidth = 20

/** A line for each hour, with the day above its first. */
function chartOf(
  hours: readonly HourlyScore[],
  estimates: ReadonlyMap<number, number>,
  best: BestHours | null,
  paint: Paint,
): string[] {
  if (hours.length === 0) return ['No forecast is available at the moment.']
  const cells = alignRows(
    hours.map(({ time, globalScore, carbonIntensityGco2Kwh, spotPriceEurPerMWh }) => [
      formatNumber(globalScore, 0),
      formatNumber(carbonIntensityGco2Kwh, 0),
      priceText(spotPriceEurPerMWh ?? estimates.get(Date.parse(time)), 0, spotPriceEurPerMWh === null),
    ]),
    [true, true, true],
  )
  const lines: string[] = []
  let day = ''
  for (const [index, hour] of hours.entries()) {
    const atMs = Date.parse(hour.time)
    if (formatDay(atMs) !== day) {
      day = formatDay(atMs)
      lines.push(paint.bold(day))
    }
    const [score, carbon, price] = cells[index] ?? []
    const length = Math.round((hour.globalScore * barWidth) / 100)
    const bar = paint[findLevelLabel(hour.level).color]('█'.repeat(length)) + paint.dim('░'.repeat(barWidth - length))
    const mark = best?.hours.includes(hour) ? paint.bold(' ◀ best') : ''
    lines.push(`${formatTime(atMs)}  ${bar}  ${score}  ${carbon} g/kWh  ${price} €/MWh${mark}`)
  }
  return [...lines, bestText(best)]
}

function bestText(best: BestHours | null): string {
  if (best === null) return 'No window is long enough.'
  const [startMs, endMs] = [Date.parse(best.start), Date.parse(best.end)]
  const mean = formatNumber(best.meanScore, 0)
  return `Best: ${formatDay(startMs)}, ${formatTime(startMs)} to ${formatTime(endMs)}, mean score ${mean}.`
}
