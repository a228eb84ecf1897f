import type { TariffPricer } from '../../tariffs/tariff-prices.ts'

/** The parts of the advice on a plan, in French; plain spaces, which `addFrenchSpaces` typesets. Figures come written. */
export const french = {
  atOnce: 'tout de suite',
  inOnePiece: 'd’une traite',
  at: (time: string) => `à ${time}`,
  inPieces: (start: string, pieces: number) => `${start}, en ${pieces} fois`,
  midnight: 'minuit',
  clock: (hour: number, minute: number) =>
    minute === 0 ? `${hour} h` : `${hour} h\u00a0${String(minute).padStart(2, '0')}`,
  tomorrow: (clock: string) => `${clock} demain`,
  onDay: (clock: string, day: string, month: string) => `${clock} le ${day}/${month}`,

  nothingBetter: (start: string, until: string) => `Démarrez ${start} : aucun créneau n’est meilleur d’ici ${until}`,
  start: (start: string) => `Démarrez ${start}`,
  rather: (start: string, than: string, gain: string) =>
    `Démarrez ${start} plutôt ${than.startsWith('à ') ? 'qu’' : 'que '}${than} : ${gain}`,
  unsure: (start: string, than: string, gain: string) =>
    `Le meilleur créneau commence ${start}, mais rien n’assure qu’il vaille mieux que de démarrer ${than} : ${gain}`,
  hardlyMore: (start: string, than: string, gain: string) =>
    `Le meilleur créneau commence ${start}, mais il n’apporte guère plus que de démarrer ${than} : ${gain}`,

  euros: (figure: string) => `${figure} €`,
  grams: (figure: string) => `${figure} g de CO₂`,
  less: (amounts: readonly string[]) => `${amounts.join(' et ')} de moins`,
  more: (amounts: readonly string[]) => `${amounts.join(' et ')} de plus`,
  samePrice: 'même prix',
  samePriceAs: (start: string) => `même prix ${start.startsWith('à ') ? 'qu’' : 'que '}${start}`,
  flatCostOnly: 'le prix est le même pendant toute la période',
  flatCost: 'le prix est le même pendant toute la période, ce sont donc les émissions de CO₂ qui décident',
  pointsMore: (points: number) => `${points} ${points < 2 ? 'point' : 'points'} de score de plus`,
  pointsLess: (points: number) => `${points} ${points < 2 ? 'point' : 'points'} de score de moins`,
  scoreOf: (score: number) => `score de ${score} sur 100`,
  chance: (percent: number, areErrorsShipped: boolean) =>
    `${percent} % de chances d’y gagner${areErrorsShipped ? ' d’après les erreurs de prévision de 2023 et 2024' : ''}`,

  unknownGain: 'le gain n’est pas connu, faute de prévision pour un démarrage immédiat',
  unknownCosts: {
    spot: 'le coût n’est pas connu, faute de prix de marché sur tout le créneau',
    base: 'le coût n’est pas connu, faute de prix réglementé à cette date',
    hphc: 'le coût n’est pas connu, faute de prix réglementé à cette date',
    tempo: 'le coût n’est pas connu, faute de couleur ou de prix pour l’un des jours',
    other: 'le coût n’est pas connu, faute de prix de ce contrat à cette date',
  } satisfies Record<TariffPricer['kind'], string>,
  countsImports: 'le CO₂ est celui de l’électricité consommée en France, importations comprises',
  unknownEmissions: 'les émissions ne sont pas connues, faute de prévision sur tout le créneau',
  unknownYesterday: {
    past: 'pas de comparaison avec hier, faute de valeurs connues pour les mêmes heures',
    weighting: 'pas de comparaison avec hier, car le score passé n’est connu qu’avec la pondération nationale',
  },
  forecastColor: 'une couleur n’est pas encore publiée, le coût tient donc compte de sa probabilité',
  estimatedPrice: 'les prix de marché ne sont pas tous publiés, donc le coût repose sur un prix estimé',

  overlappingOffPeak: 'vos plages d’heures creuses se chevauchent, vérifiez-les sur votre contrat',
  emptyOffPeak: 'l’une de vos plages d’heures creuses est vide, vérifiez-la sur votre contrat',
  length: (hours: number, minutes: number) =>
    minutes === 0 ? `${hours} h` : `${hours} h\u00a0${String(minutes).padStart(2, '0')}`,
  offPeakLength: (summer: string, winter: string | null) =>
    `vous indiquez ${summer} d’heures creuses par jour${winter === null ? '' : ` en été et ${winter} en hiver`} alors qu’un contrat en prévoit en général 8 h (le vôtre peut différer)`,

  sentence: (parts: readonly string[]) => `${parts.join(' ; ')}.`,
}

/** Texts that each language must have. */
export type AdviceTexts = typeof french
