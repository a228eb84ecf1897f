import type { Answer } from '../../answers/answer.ts'
import type { CarbonIntensity, TariffToday } from '../../bodies/grid.ts'
import type { EnergyScore } from '../../bodies/score.ts'
import { isProblem } from '../../errors/hexawatt-errors.ts'
import { formatTime } from '../../paris-time.ts'
import { flag } from '../arguments/read-options.ts'
import { formatJson, formatNumber, type Paint } from '../session/console.ts'
import { command, exitCodes, warnOfData } from './command.ts'
import { findLevelLabel, findSignalLabel, findTariffLabel, paintLabel } from './labels.ts'

/** `hexawatt now`. */
export const nowCommand = command({
  summary: 'Current score, carbon intensity, price, grid signal and tariff colour.',
  examples: ['now', 'now --json'],
  notes: 'Sends three requests. An unknown value is a dash, and null in JSON.',
  options: { json: flag('the answers of /v1/score, /v1/carbon/intensity and /v1/tariff/today in one object') },
  async run({ json }, { service: { api }, console }) {
    const [score, carbonIntensity, tariff] = await Promise.all([
      unlessUnknown(api.score()),
      unlessUnknown(api.carbonIntensity()),
      unlessUnknown(api.tariffToday()),
    ])
    warnOfData(
      [score, carbonIntensity, tariff].filter((answer) => answer !== null),
      console,
    )
    const now = {
      score: score?.data ?? null,
      carbonIntensity: carbonIntensity?.data ?? null,
      tariff: tariff?.data ?? null,
    }
    console.print(json ? formatJson(now) : linesOf(now, console.paint).join('\n'))
    return exitCodes.done
  },
})

/** The answer; null when there are too few data for it. */
async function unlessUnknown<Body>(answer: Promise<Answer<Body>>): Promise<Answer<Body> | null> {
  try {
    return await answer
  } catch (error) {
    if (isProblem(error, 'insufficient_data')) return null
    throw error
  }
}

type Now = { score: EnergyScore | null; carbonIntensity: CarbonIntensity | null; tariff: TariffToday | null }

function linesOf({ score, carbonIntensity, tariff }: Now, paint: Paint): string[] {
  const level = findLevelLabel(score?.level)
  const measured =
    carbonIntensity?.dataSlotStart != null && carbonIntensity.dataSlotEnd != null
      ? ` (${hourText(carbonIntensity.dataSlotStart, carbonIntensity.dataSlotEnd)})`
      : ''
  const inForce = tariff?.inForce
  const until = inForce?.color == null ? '' : ` until ${formatTime(Date.parse(inForce.to))}`
  const advice = score?.recommendation ?? null
  return [
    `Score   ${paint[level.color](`${formatNumber(score?.globalScore, 0)} of 100, ${level.word}`)}`,
    `Carbon  ${formatNumber(carbonIntensity?.estimatedGCo2PerKwh, 1)} g CO2eq/kWh${measured}`,
    `Price   ${formatNumber(score?.spotPriceEurPerMWh, 2)} €/MWh`,
    `Signal  ${paintLabel(paint, findSignalLabel(score?.gridSignalStatus))}`,
    `Tariff  ${paintLabel(paint, findTariffLabel(inForce?.color))}${until}`,
    ...(advice === null ? [] : [advice]),
  ]
}

/** The hour that an intensity was measured in. */
function hourText(start: string, end: string): string {
  return `measured ${formatTime(Date.parse(start))} to ${formatTime(Date.parse(end))}`
}
