import type { AdviceTexts } from './french-advice.ts'

/** The parts of the advice on a score and on a day's signal, in English. */
export const english: AdviceTexts = {
  openings: {
    Optimal: 'This is a good moment to use electricity',
    Acceptable: 'The moment is fair',
    Unfavorable: 'Better wait',
  },
  reasons: {
    Optimal: {
      price: 'even if the price is not at its lowest',
      carbon: 'even if CO₂ emissions are not at their lowest',
      grid: 'without starting everything at once',
      adequacy: 'even if supply margins are not at their highest',
    },
    Acceptable: {
      price: 'but the price is its weak point',
      carbon: 'but CO₂ emissions are its weak point',
      grid: 'but the state of the grid is its weak point',
      adequacy: 'but supply margins are its weak point',
    },
    Unfavorable: {
      price: 'because electricity is expensive',
      carbon: 'because generation emits more CO₂ than usual',
      grid: 'because the grid is tense',
      adequacy: 'because supply margins are narrow',
    },
  },
  scoreName: (globalScore) => `${globalScore} of 100`,
  withoutBetterHour: {
    Optimal: 'start your appliances now',
    Acceptable: 'keep what can wait for later',
    Unfavorable: 'put off everything that can wait',
  },
  orAt: (action, when) => `${action} or, if nothing is urgent, at ${when}`,
  moveTo: (when) => `move what can wait to ${when}`,
  putOffUntil: (when) => `put off until ${when} what can wait`,
  midnight: 'midnight',
  hour: (hour) => `${String(hour).padStart(2, '0')}:00`,
  tomorrow: (hour) => `${hour} tomorrow`,
  goodMoment: (opening, action, remark) => `${opening}: ${action}${remark}.`,
  otherMoment: (opening, reason, action) => `${opening}${reason}: ${action}.`,
  signals: [
    'No tension is expected on the grid: level 1 of 3.',
    'The grid is tense, level 2 of 3: postpone or reduce your consumption.',
    'The grid is very tense, level 3 of 3: unless consumption falls, power cuts are unavoidable.',
  ],
}
