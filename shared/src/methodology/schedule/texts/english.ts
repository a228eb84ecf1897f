import type { AdviceTexts } from './french.ts'

const clock = (hour: number, minute: number): string =>
  [hour, minute].map((value) => String(value).padStart(2, '0')).join(':')
const points = (count: number): string => `${count} score ${count === 1 ? 'point' : 'points'}`
const months = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]

/** The parts of the advice on a plan, in English. */
export const english: AdviceTexts = {
  atOnce: 'at once',
  inOnePiece: 'in one piece',
  at: (time) => `at ${time}`,
  inPieces: (start, pieces) => `${start}, in ${pieces} pieces`,
  midnight: 'midnight',
  clock,
  tomorrow: (time) => `${time} tomorrow`,
  onDay: (time, day, month) => `${time} on ${Number(day)} ${months[Number(month) - 1]}`,

  nothingBetter: (start, until) => `Start ${start}: no slot is better until ${until}`,
  start: (start) => `Start ${start}`,
  rather: (start, than, gain) => `Start ${start} rather than ${than}: ${gain}`,
  unsure: (start, than, gain) =>
    `The best slot begins ${start}, but it may turn out no better than starting ${than}: ${gain}`,
  hardlyMore: (start, than, gain) =>
    `The best slot begins ${start}, but it brings hardly more than starting ${than}: ${gain}`,

  euros: (figure) => `${figure} €`,
  grams: (figure) => `${figure} g of CO₂`,
  less: (amounts) => `${amounts.join(' and ')} less`,
  more: (amounts) => `${amounts.join(' and ')} more`,
  samePrice: 'same price',
  samePriceAs: (start) => `same price as ${start}`,
  flatCostOnly: 'the price is the same throughout the period',
  flatCost: 'the price is the same throughout the period, so CO₂ emissions decide',
  pointsMore: (count) => `${points(count)} more`,
  pointsLess: (count) => `${points(count)} less`,
  scoreOf: (score) => `score ${score} out of 100`,
  chance: (percent, areErrorsShipped) =>
    `${percent}% chance of a gain${areErrorsShipped ? ', judging by the forecast errors of 2023 and 2024' : ''}`,

  unknownGain: 'the gain is unknown, because there is no forecast for starting at once',
  unknownCosts: {
    spot: 'the cost is unknown, because part of the slot has no market price',
    base: 'the cost is unknown, because there is no regulated price for that date',
    hphc: 'the cost is unknown, because there is no regulated price for that date',
    tempo: 'the cost is unknown, because the colour or the price of one of the days is not known',
    other: 'the cost is unknown, because this contract has no price for that date',
  },
  countsImports: 'CO₂ is that of the electricity consumed in France, imports included',
  unknownEmissions: 'the emissions are unknown, because part of the slot has no forecast',
  unknownYesterday: {
    past: 'there is no comparison with yesterday, because its values of the same hours are unknown',
    weighting: 'there is no comparison with yesterday, because past scores are known under the national weighting only',
  },
  forecastColor: 'a colour is not published yet, so the cost rests on its probability',
  estimatedPrice: 'not all market prices are published yet, so the cost rests on an estimated price',

  overlappingOffPeak: 'your off-peak ranges overlap: check them on your contract',
  emptyOffPeak: 'one of your off-peak ranges is empty: check it on your contract',
  length: (hours, minutes) => (minutes === 0 ? `${hours} h` : `${hours} h ${minutes} min`),
  offPeakLength: (summer, winter) =>
    `you give ${summer} of off-peak hours a day${winter === null ? '' : ` in summer and ${winter} in winter`} where a contract usually has 8 h (yours may differ)`,

  sentence: (parts) => `${parts.join('; ')}.`,
}
