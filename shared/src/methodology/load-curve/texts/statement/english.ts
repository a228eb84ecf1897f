import type { StatementTexts } from './french.ts'

/** What is said about a statement, in English. */
export const english: StatementTexts = {
  intensities: {
    production: 'production boundary (life cycle)',
    consumption: 'consumption boundary (life cycle, with imports)',
    direct: 'direct emissions (combustion in the plants)',
  },
  spot: 'Market price',
  quote: (name) => `“${name}”`,
  withoutSubscription: ' (without subscription)',
  withSubscription: ' (with subscription)',
  list: (items) => (items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`),

  unknown: ({ figures, kwh, hours, reasons }) => `${figures}: unknown for ${kwh} kWh (${hours} h), because ${reasons}.`,
  cost: ({ contract }) => `cost with ${contract}`,
  reasons: {
    'no-month': 'the history does not have these hours',
    'no-intensity': 'the carbon intensity of these hours is not known',
    'no-color': 'the Tempo colour of the day is not known',
    'no-auction-price': 'the market price of these hours is not known',
    'no-price': 'the price on that day for that power is not known',
    'no-off-peak-hours': 'your off-peak hours are not known',
  },

  cheapest: ({ contract }) => `Over this period, ${contract} is the cheapest contract.`,
  cheaperThanCurrent: ({ contract, eur, current }) =>
    `Over this period, ${contract} would have cost ${eur} € less than your current contract, ${current}.`,
  currentIsCheapest: ({ current }) => `Over this period, your current contract, ${current}, is the cheapest.`,

  already: ({ contract, reference, eur }) =>
    `${contract} would have cost ${eur} € less than ${reference}, without any change of habits.`,
  sameCost: ({ contract, reference }) => `${contract} would have cost the same as ${reference}.`,
  tempoPossible: ({ contract, reference, kwh }) =>
    `${contract} pays against ${reference} if, on each red day, you move ${kwh} kWh out of the peak hours into the off-peak hours`,
  tempoBlue: ({ kwh }) => `, or ${kwh} kWh into the off-peak hours of a blue day.`,
  tempoRedOnly: '.',
  tempoNever: ({ contract, reference, eur }) =>
    `${contract} costs more than ${reference}: even if all consumption left the red peak hours, a difference of ${eur} € would remain.`,
  noRedDays: ({ contract, reference, eur }) =>
    `${contract} would have cost ${eur} € more than ${reference}, and the period has no red day: moving changes nothing.`,
  offPeakAlready: ({ contract, reference, eur, share, needed }) =>
    `${contract} would have cost ${eur} € less than ${reference}: ${share}% of your consumption is off-peak, ${needed}% is enough.`,
  offPeakPossible: ({ contract, reference, share, needed, kwh }) =>
    `${contract} pays against ${reference} from ${needed}% of consumption off-peak on (${share}% today), which is ${kwh} kWh to move every day.`,
  offPeakNever: ({ contract, reference, eur }) =>
    `${contract} costs more than ${reference}: even with all consumption off-peak, a difference of ${eur} € would remain.`,

  moved: ({ contract, kwh, eur, mass, days }) =>
    `With ${contract}, running this load of ${kwh} kWh at the cheapest time of each day would have saved at most ${eur} € and avoided ${mass} of CO₂ (${days}).`,
  movedMore: ({ contract, kwh, eur, mass, days }) =>
    `With ${contract}, running this load of ${kwh} kWh at the cheapest time of each day would have saved at most ${eur} €, but emitted ${mass} of CO₂ more (${days}).`,
  movedByCarbon: ({ kwh, mass, days }) =>
    `Running this load of ${kwh} kWh at the cleanest time of each day would have avoided at most ${mass} of CO₂ (${days}).`,
  loadNotFound: ({ kwh }) =>
    `No day of the file has ${kwh} kWh at the usual time of this load: there is nothing to move.`,
  days: (count, written) => `${written} ${count === 1 ? 'day' : 'days'} counted`,

  caveats: {
    'less-than-a-year': ({ days }) =>
      `The period has ${days} ${days === '1' ? 'day' : 'days'}, less than a year: not every season is in it, and a whole year may come out differently.`,
    'red-days-incomplete': ({ days, redDays }) =>
      `Red days of Tempo fall between November and March: the period has ${days} of these 151 days, ${redDays} of them red.`,
    'comparison-partial': ({ percent }) =>
      `The contracts are compared over ${percent}% of the energy, in the hours in which every price is known.`,
    'energy-only': ({ contracts }) =>
      `The comparison is of energy only, because the subscription is not known for ${contracts}.`,
    'unconfirmed-prices': ({ contracts }) => `Prices to be confirmed, known from secondary sources only: ${contracts}.`,
    'spot-hourly-means': () => 'The market price is counted by the mean of each hour, not by quarter-hour.',
    'estimated-consumption': ({ months }) =>
      `The intensity of the consumption boundary is partly estimated from commercial exchanges: ${months}.`,
    'months-incomplete': ({ months }) => `Figures may still change: ${months}.`,
    'months-missing': ({ months }) => `No figure of the grid is known: ${months}.`,
    'injection-not-counted': ({ kwh }) => `The ${kwh} kWh fed into the grid are not counted.`,
    'perfect-hindsight': () =>
      'The best times are chosen afterwards, with every price and intensity known: these savings are an upper bound.',
  },

  scope:
    'GHG Protocol scope 2, location-based method: hourly intensities of the French grid. It is not a market-based contractual instrument: neither guarantees of origin nor green offers are counted.',
}
