import type { Dimension } from '../../../contract/dimensions.ts'
import type { ScoreLevel } from '../../../contract/score.ts'

/** The parts of the advice on a score and on a day's signal, in French; plain spaces, which `addFrenchSpaces` typesets. */
export const french = {
  /** Beginning of the recommendation by level; the score follows. */
  openings: {
    Optimal: 'C’est un bon moment pour consommer',
    Acceptable: 'Le moment est correct',
    Unfavorable: 'Mieux vaut attendre',
  } satisfies Record<ScoreLevel, string>,
  /** Clause about the worst dimension, by level. */
  reasons: {
    Optimal: {
      price: 'même si le prix n’est pas au plus bas',
      carbon: 'même si les émissions de CO₂ ne sont pas au plus bas',
      grid: 'sans tout démarrer en même temps',
      adequacy: 'même si les marges de production ne sont pas au plus haut',
    },
    Acceptable: {
      price: 'mais le prix en est le point faible',
      carbon: 'mais les émissions de CO₂ en sont le point faible',
      grid: 'mais l’état du réseau en est le point faible',
      adequacy: 'mais les marges de production en sont le point faible',
    },
    Unfavorable: {
      price: 'car l’électricité est chère',
      carbon: 'car la production émet plus de CO₂ que d’habitude',
      grid: 'car le réseau est tendu',
      adequacy: 'car les marges de production sont étroites',
    },
  } satisfies Record<ScoreLevel, Record<Dimension, string>>,
  scoreName: (globalScore: number) => `${globalScore} sur 100`,
  /** Advice by level when no later hour is clearly better. */
  withoutBetterHour: {
    Optimal: 'lancez vos appareils maintenant',
    Acceptable: 'gardez pour plus tard ce qui peut attendre',
    Unfavorable: 'reportez tout ce qui peut attendre',
  } satisfies Record<ScoreLevel, string>,
  /** Advice for a better hour. @param when its hour and score */
  orAt: (action: string, when: string) => `${action} ou, si rien ne presse, à ${when}`,
  moveTo: (when: string) => `décalez à ${when} ce qui peut attendre`,
  putOffUntil: (when: string) => `reportez à ${when} ce qui peut attendre`,
  midnight: 'minuit',
  hour: (hour: number) => `${hour} h`,
  tomorrow: (hour: string) => `demain ${hour}`,
  /** @param remark empty where there is nothing to restrict */
  goodMoment: (opening: string, action: string, remark: string) => `${opening} : ${action}${remark}.`,
  /** @param reason the weak point, after a comma; empty where none is named */
  otherMoment: (opening: string, reason: string, action: string) => `${opening}${reason} : ${action}.`,
  /** Meaning of the signal of a day (1–3). */
  signals: [
    'Aucune tension n’est prévue sur le réseau : niveau 1 sur 3.',
    'Le réseau est tendu, niveau 2 sur 3 : décalez ou réduisez votre consommation.',
    'Le réseau est très tendu, niveau 3 sur 3 : sans baisse de la consommation, des coupures sont inévitables.',
  ],
}

/** Texts that each language must have. */
export type AdviceTexts = typeof french
