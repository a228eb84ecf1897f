import { englishAnswer } from './english-answer.ts'
import { englishChoice } from './english-choice.ts'
import type { Texts } from './view.ts'

/** The home page in English. */
export const english: Texts = {
  answer: englishAnswer,
  choice: englishChoice,
  /** Title and notices. */
  page: {
    title: 'Hexawatt – when to use electricity in France',
    description:
      'When to run the washing machine or charge the car: the best moment of the coming days under your contract, the CO₂ of French electricity, Tempo and EcoWatt.',
    modes: {
      open: 'Real data from open sources: what they do not publish is missing or estimated.',
      demo: 'Demo: invented values.',
      replay: 'Replayed data: this page shows an instant of the past, from recordings.',
    },
    sources: 'State of the sources',
    preparing: 'Forecasts are being prepared: the last 28 days are being loaded.',
    offline: 'The server does not answer: this page shows the last known state.',
    nothing: 'No data yet',
    nothingSays: 'The page updates itself as soon as a first calculation is available, usually within a few minutes.',
  },
}
