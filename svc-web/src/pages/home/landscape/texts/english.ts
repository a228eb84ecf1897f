import type { LandscapeTexts } from './french.ts'

const noBreak = '\u00a0'

/** The landscape in English. */
export const englishLandscape: LandscapeTexts = {
  heading: (hours) => (hours < 2 ? 'The next hour' : `The next ${hours} hours`),
  legend: {
    avoid: 'avoid',
    favourable: 'favourable',
    best: 'best score of the day',
    relief: 'relief: CO₂ per kWh',
    veil: 'veil: 8 times out of 10',
    dashes: 'dashes: estimated price',
    drag: 'drag the frame',
  },
  today: 'today',
  tomorrow: 'tomorrow',
  tonight: 'tonight',
  sun: (gigawatts) => `sun ${gigawatts}${noBreak}GW`,
  perKwh: `${noBreak}g/kWh`,
  picture: {
    intensity: (lowest, lowestWhen, highest, highestWhen) =>
      `CO₂ per kWh: from ${lowest}, ${lowestWhen}, to ${highest}, ${highestWhen}.`,
    noIntensity: 'CO₂ per kWh is unknown.',
    onePrice: (price) => `My price: ${price} per kWh at all hours.`,
    price: (lowest, highest) => `My price: from ${lowest} to ${highest} per kWh.`,
    noPrice: 'My price is unknown.',
    table: 'The table below the picture has every hour.',
  },
  periods: {
    flat: 'at all hours',
    offPeak: 'off-peak',
    peak: 'peak',
    blue: 'blue',
    white: 'white',
    red: 'red',
    estimated: 'estimated',
  },
  gaps: {
    forecast: 'No forecast for these hours yet',
    shortForecast: 'No forecast yet',
    longPrice: 'Your price is not known yet for these hours',
    price: 'Price not known yet',
  },
  tense: { Tendu: 'EcoWatt: tense', TresTendu: 'EcoWatt: very tense' },
  frame: { label: 'Your time slot', pieces: (count) => `, in ${count} parts` },
  scrub: 'Browse the hours',
  readout: {
    best: 'Best time slot',
    chosen: 'Your time slot',
    hour: 'Selected hour',
    first: 'Next hour',
    score: 'Score',
    intensity: 'CO₂ per kWh',
    price: 'My price',
    grid: 'Grid',
    band: (low, high) => `${low} to ${high}`,
    pieces: (spans) => `${spans.slice(0, -1).join(', ')} and ${spans.at(-1)}`,
    unknown: 'unknown',
    estimated: 'estimated',
    levels: { Optimal: 'favourable', Acceptable: 'fair', Unfavorable: 'unfavourable' },
    contracts: { flat: 'Base', offPeak: 'off-peak hours', peak: 'peak hours', market: 'dynamic' },
    colorDays: { blue: 'blue day', white: 'white day', red: 'red day' },
    signals: {
      Optimal: 'Low-carbon',
      Favorable: 'No tension',
      Tendu: 'Tense',
      TresTendu: 'Very tense',
      unknown: 'Signal unknown',
    },
    sunAndWind: (sun, wind) =>
      [sun === null ? null : `sun ${sun}`, wind === null ? null : `wind ${wind}`]
        .filter((part) => part !== null)
        .join(', '),
  },
  table: {
    summary: 'As a table',
    region: 'Table of the hours',
    caption: (hours) => (hours < 2 ? 'The next hour' : `The next ${hours} hours, hour by hour`),
    hour: 'Hour',
    winterTime: '(winter time)',
    band: '8 times out of 10',
    estimated: '* estimated price: not published yet.',
  },
  none: {
    heading: 'No forecast at the moment',
    lead: 'It returns as soon as the sources answer.',
    usual: (good, bad) =>
      `Until then, a rule of thumb from the last six weeks: the best scores were ${good}, the worst ${bad}.`,
    between: (from, to) => `between ${from} and ${to}`,
  },
}
