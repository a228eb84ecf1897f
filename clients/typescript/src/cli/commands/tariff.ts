import type { TariffOutlook, TariffOutlookDay } from '../../bodies/grid.ts'
import { formatDay, formatTime } from '../../paris-time.ts'
import { flag } from '../arguments/read-options.ts'
import { alignRows, formatJson, formatNumber, formatPercent, type Paint } from '../session/console.ts'
import { command, exitCodes, warnOfData } from './command.ts'
import { findTariffLabel } from './labels.ts'

/** `hexawatt tariff`. */
export const tariffCommand = command({
  summary: 'Colours of the three-colour tariff (Tempo): the current day and up to nine days ahead, with probabilities.',
  examples: ['tariff', 'tariff --json'],
  notes:
    'A tariff day begins at 06:00 in Paris. A colour in brackets is not published yet: it is the most probable colour.',
  options: { json: flag('the unchanged answer of /v1/tariff/outlook') },
  async run({ json }, { service: { api }, console }) {
    const answer = await api.tariffOutlook()
    const { data } = answer
    warnOfData([answer], console)
    console.print(json ? formatJson(data) : linesOf(data, console.paint).join('\n'))
    return exitCodes.done
  },
})

function linesOf({ days, stock, issuedAt }: TariffOutlook, paint: Paint): string[] {
  const rows = days.map((day) => [
    formatDay(Date.parse(day.from)),
    day.color === null ? `(${colorOf(day).word})` : colorOf(day).word,
    shareText('blue', day.probabilities.blue),
    shareText('white', day.probabilities.white),
    shareText('red', day.probabilities.red),
    day.prices === null ? '' : `${formatNumber(day.prices.peak, 4)} / ${formatNumber(day.prices.offPeak, 4)} €/kWh`,
  ])
  const aligned = alignRows(rows, [true, false, true, true, true, false])
  const lines = aligned.map(([date, color = '', ...rest], index) => {
    const day = days[index]
    const shown = day === undefined ? color : paint[colorOf(day).color](color)
    return [date, shown, ...rest].join('  ').trimEnd()
  })
  const left = `Left of the season: ${stock.whiteLeft} white and ${stock.redLeft} red days.`
  const issuedMs = Date.parse(issuedAt)
  return [...lines, `${left} Computed ${formatDay(issuedMs)}, ${formatTime(issuedMs)}.`]
}

const shareText = (word: string, share: number): string => `${word} ${formatPercent(share)}`

/** The label of the published colour, else of the most probable one; of equally probable colours the more expensive one. */
function colorOf({ color, probabilities: { blue, white, red } }: TariffOutlookDay) {
  if (color !== null) return findTariffLabel(color)
  if (red >= white && red >= blue) return findTariffLabel('Rouge')
  return findTariffLabel(white >= blue ? 'Blanc' : 'Bleu')
}
