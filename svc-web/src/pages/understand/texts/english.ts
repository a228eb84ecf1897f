import type { Texts } from './texts.ts'

/** The words of the page that are not in its text, in English. */
export const english: Texts = {
  language: 'en',
  description:
    'What the score of electricity in France is, where the figures come from, what the forecasts are worth and why other sites show something else.',
  lead: 'Where each figure of this site comes from, what it is worth, and what it does not say. With the values of this hour.',
  contents: 'On this page',
  unknown: 'unknown',
  modes: {
    live: null,
    open: null,
    demo: 'Demo: invented values.',
    replay: 'Replay: the figures of the hour are those of an instant of the past.',
  },
  levels: { Optimal: 'favourable', Acceptable: 'fair', Unfavorable: 'unfavourable' },
  scale: 'Scale of the score: unfavourable below 40, fair from 40 to 69, favourable from 70 on',
  scaleWith: (score) =>
    `Scale of the score, ${score} at the moment: unfavourable below 40, fair from 40 to 69, favourable from 70 on`,
  hourOf: (day, from, to) => `${day}, ${from}–${to}`,
  byCar: (distance) => `${distance} by car`,
  stateLink: 'The service status',
  docsLink: 'the documentation of the API',
  contracts: { base: 'Base', hphc: 'Off-peak (Heures creuses)', tempo: 'Tempo' },
  weights: {
    none: 'No reliable score at the moment: the calculation of the hour cannot be shown.',
    caption: 'How the score of this hour is calculated',
    dimension: 'What counts',
    value: 'Score',
    weight: 'Weight',
    points: 'Brings',
    sum: 'The score',
    rounded: ', that is ',
    dimensions: { price: 'Price', carbon: 'Carbon', grid: 'Grid', adequacy: 'Margins' },
    sliders: {
      price: 'Weight of the price',
      carbon: 'Weight of carbon',
      grid: 'Weight of the grid',
      adequacy: 'Weight of the margins',
    },
    profile: 'Profile',
    profiles: { national: 'National (default)', carbon: 'Carbon', price: 'Price', grid: 'Grid', balanced: 'Balanced' },
    ownProfile: 'Your own',
    noWeight: 'Give weight to at least one criterion.',
  },
  prices: {
    caption: 'Prices in force, all taxes included, for 6\u00a0kVA',
    contract: 'Contract',
    price: 'Price per kWh',
    since: 'Since',
    certainty: 'Rests on',
    none: 'unknown',
    cents: (one) => `${one}\u00a0ct`,
    both: (one, other) => `${one} and ${other}\u00a0ct`,
    range: (least, most) => `${least} to ${most}\u00a0ct`,
    certainties: { official: 'official', published: 'published', unconfirmed: 'a single source, to be confirmed' },
  },
}
