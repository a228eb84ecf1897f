import type { Adequacy } from './adequacy.ts'
import type { Carbon } from './carbon.ts'
import { french, roundTo } from './numbers.ts'
import { parisTime } from './paris.ts'
import type { Price } from './price.ts'

/** Sentences as a reader must see them; `~` stands for the no-break space. */
const typeset = (sentence: string): string => sentence.replaceAll('~', '\u00a0')

const byScore = <Word>(score: number, good: Word, middling: Word, bad: Word): Word =>
  score >= 70 ? good : score >= 40 ? middling : bad

export function priceText({ score, euros, kind }: Price): string {
  const figure = `${french(euros, 1)}~€/MWh`
  const unknown = 'Le prix de cette heure n’est pas connu~:'
  if (kind === 'median') return typeset(`${unknown} on retient ${figure}, la valeur médiane d’une année de référence.`)
  if (kind === 'like hours')
    return typeset(`${unknown} il est estimé à ${figure} d’après les heures comparables des 28~derniers jours.`)
  if (kind === 'dear hours')
    return typeset(`${unknown} il est estimé à ${figure} d’après les heures chères des 14~derniers jours.`)
  if (kind === 'cheap hours')
    return typeset(`${unknown} il est estimé à ${figure} d’après les heures bon marché des 14~derniers jours.`)
  const word = roundTo(euros, 1) < 0 ? 'négatif' : byScore(score, 'bas', 'moyen', 'élevé')
  return typeset(`Le prix de marché est ${word}~: ${figure} pour cette heure.`)
}

export function carbonText({ score, grams, kind }: Carbon): string {
  const figure = `${french(grams, 1)}~g d’équivalent CO₂ par kWh`
  const unknown = `Les émissions de cette heure ne sont pas connues~: on retient ${figure}`
  if (kind === 'median') return typeset(`${unknown}, la valeur médiane d’une année de référence.`)
  if (kind === 'same hour') return typeset(`${unknown}, la moyenne à la même heure sur les 7~derniers jours.`)
  const verb = kind === 'now' ? 'émet' : 'devrait émettre'
  const much = byScore(score, 'peu', 'un peu plus que d’habitude', 'nettement plus que d’habitude')
  return typeset(`La production d’électricité ${verb} ${much}~: ${figure}.`)
}

const signalTexts = [
  'L’électricité est abondante et très peu carbonée~: signal du réseau au niveau 0~sur 3',
  'Le réseau n’est pas tendu~: signal au niveau 1~sur 3',
  'Le réseau est tendu et chaque économie est utile~: signal au niveau 2~sur 3',
  'Le réseau est très tendu et des coupures sont possibles~: signal au niveau 3~sur 3',
]

/** `level` null: the signal is missing, adequacy of this score stands in. `taken`: points that a shortage took from the score. */
export function gridText(level: number | null, score: number, taken: number): string {
  if (level === null)
    return typeset(
      `Le signal du réseau n’est pas disponible~: la note des marges de production, ${french(score, 1)}~sur 100, en tient lieu.`,
    )
  const points = roundTo(taken, 1)
  const unit = points >= 2 ? 'points' : 'point'
  const shortage = `, mais le système électrique manque d’énergie en ce moment (−${french(points, 1)}~${unit})`
  return typeset(`${signalTexts[level]}${points > 0 ? shortage : ''}.`)
}

export function adequacyText(adequacy: Adequacy): string {
  if (adequacy.kind === 'margin') return marginText(adequacy.margin)
  if (adequacy.kind === 'median')
    return typeset(
      'La consommation attendue n’est pas connue~: on retient 47,4~GW, la valeur médiane d’une année de référence.',
    )
  const rest = adequacy.kind === 'net' ? ', éolien et solaire déduits' : ''
  return typeset(
    `Les marges de production ne peuvent pas être calculées~: la note repose sur une consommation attendue de ${french(adequacy.mw / 1000, 1)}~GW${rest}.`,
  )
}

function marginText(margin: number): string {
  const percent = french(Math.abs(100 * margin), 0)
  const plants = 'Les moyens de production disponibles'
  if (percent === '0') return typeset(`${plants} couvrent tout juste la consommation attendue~: 0~% de marge.`)
  return typeset(
    margin < 0
      ? `${plants} sont inférieurs de ${percent}~% à la consommation attendue.`
      : `${plants} dépassent de ${percent}~% la consommation attendue.`,
  )
}

const weakPoints: Record<string, [optimal: string, acceptable: string, unfavorable: string]> = {
  price: ['même si le prix n’est pas au plus bas', 'le prix en est', 'l’électricité est chère'],
  carbon: [
    'même si les émissions de CO₂ ne sont pas au plus bas',
    'les émissions de CO₂ en sont',
    'la production émet plus de CO₂ que d’habitude',
  ],
  grid: ['sans tout démarrer en même temps', 'l’état du réseau en est', 'le réseau est tendu'],
  adequacy: [
    'même si les marges de production ne sont pas au plus haut',
    'les marges de production en sont',
    'les marges de production sont étroites',
  ],
}

/** What open mode says before the sentences on grid and adequacy where these are estimates. */
export const openRemarks = {
  grid: 'Signal EcoWatt indisponible sans compte RTE\u202f; estimé par l’adéquation. ',
  adequacy: 'Indisponibilités inconnues en mode ouvert. ',
}

/** The remark on an estimated dimension stands before the full stop. */
export const estimateText = (text: string, counts: boolean): string =>
  text.replace(/\.$/, counts ? ' (estimation).' : ' (estimation, non comptée dans le score).')

/** What to do. `weakest`: null where no weak point may be named. `better`: a clearly better hour and its score. */
export function adviceText(
  score: number,
  weakest: string | null,
  better: { at: number; score: number } | null,
  now: number,
): string {
  const [optimal, acceptable, unfavorable] = weakPoints[weakest ?? ''] ?? ['', '', '']
  const after = (clause: string) => (weakest === null ? '' : `, ${clause}`)
  const hour = better && `${hourText(better.at, now)} (${better.score}~sur 100)`
  if (score >= 70) {
    const later = hour === null ? '' : ` ou, si rien ne presse, à ${hour}`
    const weakness = score >= 100 ? '' : after(optimal)
    return typeset(
      `C’est un bon moment pour consommer (${score}~sur 100)~: lancez vos appareils maintenant${later}${weakness}.`,
    )
  }
  if (score >= 40) {
    const todo = hour === null ? 'gardez pour plus tard ce qui peut attendre' : `décalez à ${hour} ce qui peut attendre`
    return typeset(`Le moment est correct (${score}~sur 100)${after(`mais ${acceptable} le point faible`)}~: ${todo}.`)
  }
  const todo = hour === null ? 'reportez tout ce qui peut attendre' : `reportez à ${hour} ce qui peut attendre`
  return typeset(`Mieux vaut attendre (${score}~sur 100)${after(`car ${unfavorable}`)}~: ${todo}.`)
}

function hourText(at: number, now: number): string {
  const clock = parisTime(at)
  if (clock.hour === 0) return 'minuit'
  return clock.date === parisTime(now).date ? `${clock.hour}~h` : `demain ${clock.hour}~h`
}
