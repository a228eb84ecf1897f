import type { TariffOutlook, TariffOutlookDay } from '../../bodies/grid.ts'
import { dayText, timeText } from '../../paris-time.ts'
import { flag } from '../arguments/read-options.ts'
import { alignRows, jsonText, numberText, type Paint, percentText } from '../session/console.ts'
import { command, exitCodes, warnOfData } from './command.ts'
import { tariffLabel } from './labels.ts'

/** `hexawatt tariff`. */
export const tariffCommand = command({
  summary: 'Colours of the three-colour tariff (Tempo): the current day and six days ahead, with probabilities.',
  examples: ['tariff', 'tariff --json'],
  notes:
    'A tariff day begins at 06:00 in Paris. A colour in brackets is not published yet: it is the most probable colour.',
  options: { json: flag('the unchanged answer of /v1/tariff/outlook') },
  async run({ json }, { service: { api }, console }) {
    const answer = await api.tariffOutlook()
    const { data } = answer
    warnOfData([answer], console)
    console.print(json ? jsonText(data) : linesOf(data, console.paint).join('\n'))
    return exitCodes.done
  },
})

function linesOf({ days, stock, issuedAt }: TariffOutlook, paint: Paint): string[] {
  const rows = days.map((day) => [
    dayText(Date.parse(day.from)),
    day.color === null ? `(${colorOf(day).word})` : colorOf(day).word,
    shareText('blue', day.probabilities.blue),
    shareText('white', day.probabilities.white),
    shareText('red', day.probabilities.red),
    day.prices === null ? '' : `${numberText(day.prices.peak, 4)} / ${numberText(day.prices.offPeak, 4)} €/kWh`,
  ])
  const aligned = alignRows(rows, [true, false, true, true, true, false])
  const lines = aligned.map(([date, color = '', ...rest], index) => {
    const day = days[index]
    const shown = day === undefined ? color : paint[colorOf(day).color](color)
    return [date, shown, ...rest].join('  ').trimEnd()
  })
  const left = `Left of the season: ${stock.whiteLeft} white and ${stock.redLeft} red days.`
  const issuedMs = Date.parse(issuedAt)
  return [...lines, `${left} Computed ${dayText(issuedMs)}, ${timeText(issuedMs)}.`]
}

const shareText = (word: string, share: number): string => `${word} ${percentText(share)}`

/** The label of the published colour, else of the most probable one; of equally probable colours the more expensive one. */
function colorOf({ color, probabilities: { blue, white, red } }: TariffOutlookDay) {
  if (color !== null) return tariffLabel(color)
  if (red >= white && red >= blue) return tariffLabel('Rouge')
  return tariffLabel(white >= blue ? 'Blanc' : 'Bleu')
}
