import type { TodayTexts } from './view.ts'

/** Tempo week and EcoWatt days in English. */
export const englishDays: TodayTexts['days'] = {
  tempo: {
    heading: 'The Tempo week',
    rules: {
      never: {
        main: 'A day runs 06:00–06:00, never red at weekends',
        detail: ' or on public holidays',
        end: '.',
      },
      notYet: { main: 'No red day before 1 November.', detail: ' A day runs 06:00–06:00.', end: '' },
      noneLeft: { main: 'No more red day until 31 March.', detail: ' A day runs 06:00–06:00.', end: '' },
      seasonEnds: {
        main: 'The season ends on 31 August: what follows will be forecast from 1 September on.',
        detail: '',
        end: '',
      },
    },
    colors: { blue: 'Blue', white: 'White', red: 'Red' },
    // Seven days stand side by side, also at 320 px: `published` would be cut off.
    published: 'final',
    notKnown: 'unknown',
    share: (color, percent) => `${color} ${percent}`,
    under: '< 1%',
    over: '> 99%',
    left: () => 'Left:',
    counts: {
      red: (days) => `${days} red`,
      white: (days) => `${days} white`,
      blue: (days) => `${days} blue`,
    },
    none: { red: 'red', white: 'white', blue: 'blue' },
    noMore: (colors) => `; no more ${colors}`,
    nor: 'or',
    season: ' until 31 August',
    noForecast: 'No forecast: colours of the season are missing, so the number of days left is unknown.',
    nothing: 'No colour is published or forecast at present.',
  },
  ecowatt: {
    heading: 'EcoWatt',
    headings: ['EcoWatt, today', 'EcoWatt, two days', 'EcoWatt, three days', 'EcoWatt, four days'],
    lead: 'RTE’s signal for hours in which the grid is tense.',
    statuses: {
      Optimal: 'low-carbon production',
      Favorable: 'no tension',
      Tendu: 'tense',
      TresTendu: 'very tense',
    },
    none: 'No published signal covers today.',
    unknown: 'EcoWatt signal not known at the moment.',
    notOpen: 'RTE does not give this signal as open data. You find it on ',
    site: 'monecowatt.fr',
  },
}
