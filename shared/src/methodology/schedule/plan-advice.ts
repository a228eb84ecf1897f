import { roundHalfAwayFromZero } from '../../bounds/numbers.ts'
import type { Objective } from '../../contract/planning/choices.ts'
import { figure, type Sentence, type SentenceLanguage, written } from '../score/texts/sentence.ts'
import type { Tariff } from '../tariffs/slot-prices.ts'
import type { PlanFigures, PlanSlot } from './plan-figures.ts'
import { type LoadPlan, minWaitingProbability, type Saving } from './plan-load.ts'

export type PlanAdvice = {
  result: LoadPlan
  slots: readonly PlanSlot[]
  objective: Objective
  tariff: Tariff['kind']
  /** Instant of the advice, ms. */
  nowMs: number
  /** Its civil day in Paris and the next one, `YYYY-MM-DD`: hours of another day are called by it. */
  today: string
  tomorrow: string
  /** The error paths are those shipped with the product, because the archive is too young. */
  arePathsShipped: boolean
}

/** A window that begins this soon begins now, ms. */
const nowWithinMs = 15 * 60_000
const minutesPerDay = 1_440
const noBreakSpace = '\u00a0'

/** What to do, in one sentence with figures; what is unknown is said with its reason. */
export function planAdvice(advice: PlanAdvice, language: SentenceLanguage = 'fr'): string {
  const parts = [action(advice), ...unknowns(advice), ...forecastColors(advice)]
  const text = (of: SentenceLanguage): string => `${parts.map((part) => part[of]).join(' ; ')}.`
  return written({ fr: text('fr'), en: text('en').replaceAll(' ; ', '; ') }, language)
}

function action(advice: PlanAdvice): Sentence {
  const { result, slots, objective } = advice
  const { plan, savings, worthWaiting } = result
  const start = startOf(plan, advice)
  const isAtOnce = plan.segments.length === 1 && plan.segments[0]?.first === 0
  if (isAtOnce) {
    const last = slots.at(-1)
    const until = timeName(last && { date: last.date, minuteOfDay: last.minuteOfDay + 15 }, advice)
    const total = totals(plan)
    return {
      fr: `Démarrez ${start.fr} : aucun créneau n’est meilleur d’ici ${until.fr}${total.fr}`,
      en: `Start ${start.en}: no slot is better until ${until.en}${total.en}`,
    }
  }
  const isFirstNow = isNow(slots[0], advice)
  const first = timeName(slots[0], advice)
  const isCut = plan.segments[0]?.first === 0
  const atFirst = isFirstNow ? { fr: 'tout de suite', en: 'at once' } : { fr: `à ${first.fr}`, en: `at ${first.en}` }
  const now = isCut ? { fr: 'd’une traite', en: 'in one piece' } : atFirst
  const gain = gains(savings.vsNow, objective)
  const chance = chanceOf(advice)
  if (gain.fr === '') {
    const total = totals(plan)
    return { fr: `Démarrez ${start.fr}${total.fr}`, en: `Start ${start.en}${total.en}` }
  }
  if (worthWaiting === false) {
    const isUncertain = (result.probabilityBetterThanNow ?? 1) < minWaitingProbability
    const but: Sentence = isUncertain
      ? { fr: `rien n’assure qu’il vaille mieux que de démarrer`, en: 'is not sure to be better than starting' }
      : { fr: `il n’apporte guère plus que de démarrer`, en: 'brings hardly more than starting' }
    return {
      fr: `Le meilleur créneau commence ${start.fr}, mais ${but.fr} ${now.fr} : ${gain.fr}${chance.fr}`,
      en: `The best slot begins ${start.en}, but ${but.en} ${now.en}: ${gain.en}${chance.en}`,
    }
  }
  const comma = plan.segments.length > 1 ? ',' : ''
  return {
    fr: `Démarrez ${start.fr}${comma} plutôt ${isFirstNow || isCut ? 'que ' : 'qu’'}${now.fr} : ${gain.fr}${chance.fr}`,
    en: `Start ${start.en}${comma} rather than ${now.en}: ${gain.en}${chance.en}`,
  }
}

function startOf({ segments }: PlanFigures, advice: PlanAdvice): Sentence {
  const first = advice.slots[segments[0]?.first ?? 0]
  const time = timeName(first, advice)
  const at: Sentence = isNow(first, advice)
    ? { fr: 'tout de suite', en: 'at once' }
    : { fr: `à ${time.fr}`, en: `at ${time.en}` }
  if (segments.length === 1) return at
  return { fr: `${at.fr}, en ${segments.length} fois`, en: `${at.en}, in ${segments.length} pieces` }
}

function isNow(slot: PlanSlot | undefined, { nowMs }: PlanAdvice): boolean {
  return slot !== undefined && slot.startMs - nowMs < nowWithinMs
}

/** `2 h 15`, `2 h 15 demain`, `2 h 15 le 26/10` as clocks in Paris show it. */
function timeName(slot: Time | undefined, { today, tomorrow }: PlanAdvice): Sentence {
  if (slot === undefined) return { fr: '', en: '' }
  const { date, minuteOfDay } = slot
  const [hour, minute] = [Math.floor(minuteOfDay / 60), minuteOfDay % 60]
  const padded = (value: number): string => String(value).padStart(2, '0')
  const clock: Sentence =
    minuteOfDay === minutesPerDay
      ? { fr: 'minuit', en: 'midnight' }
      : {
          fr: minute === 0 ? `${hour} h` : `${hour} h${noBreakSpace}${padded(minute)}`,
          en: `${padded(hour)}:${padded(minute)}`,
        }
  if (date === today) return clock
  if (date === tomorrow) return { fr: `${clock.fr} demain`, en: `${clock.en} tomorrow` }
  const [, month = '', day = ''] = date.split('-')
  return { fr: `${clock.fr} le ${day}/${month}`, en: `${clock.en} on ${day}/${month}` }
}

/** A time of a day; 1 440 minutes are its end. */
type Time = { date: string; minuteOfDay: number }

/** Gains next to starting at once: euros and grams, and before them the points of a plan for the score. */
function gains({ eur, gCo2eq, score }: Saving, objective: Objective): Sentence {
  const euros: Amount[] = eur === null ? [] : [{ saved: eur, decimals: 2, unit: { fr: '€', en: '€' } }]
  const grams: Amount[] =
    gCo2eq === null ? [] : [{ saved: gCo2eq, decimals: 0, unit: { fr: 'g de CO₂', en: 'g of CO₂' } }]
  const amounts = objective === 'carbon' ? [...grams, ...euros] : [...euros, ...grams]
  // What rounds to nothing is left out, unless it is what was asked for.
  const told = amounts.filter(
    ({ saved, decimals }, index) => roundHalfAwayFromZero(saved, decimals) !== 0 || index === 0,
  )
  const parts: Sentence[] = objective === 'score' && score !== null ? [pointsGained(score)] : []
  const [less, more] = [told.filter(({ saved }) => saved >= 0), told.filter(({ saved }) => saved < 0)]
  if (less.length > 0) parts.push({ fr: `${listed(less, 'fr')} de moins`, en: `${listed(less, 'en')} less` })
  if (more.length > 0) parts.push({ fr: `${listed(more, 'fr')} de plus`, en: `${listed(more, 'en')} more` })
  return { fr: parts.map(({ fr }) => fr).join(', '), en: parts.map(({ en }) => en).join(', ') }
}

type Amount = { saved: number; decimals: 0 | 2; unit: Sentence }

function listed(amounts: readonly Amount[], language: SentenceLanguage): string {
  const texts = amounts.map(
    ({ saved, decimals, unit }) => `${figure(Math.abs(saved), decimals, language)} ${unit[language]}`,
  )
  return texts.join(language === 'fr' ? ' et ' : ' and ')
}

function pointsGained(gained: number): Sentence {
  const points = roundHalfAwayFromZero(Math.abs(gained), 0)
  const [fr, en] = gained >= 0 ? ['de plus', 'more'] : ['de moins', 'less']
  return {
    fr: `${points} ${points < 2 ? 'point' : 'points'} de score ${fr}`,
    en: `${points} ${points === 1 ? 'point' : 'points'} of score ${en}`,
  }
}

function chanceOf({ result: { probabilityBetterThanNow }, arePathsShipped }: PlanAdvice): Sentence {
  if (probabilityBetterThanNow === null) return { fr: '', en: '' }
  const percent = Math.round(probabilityBetterThanNow * 100)
  const basis: Sentence = arePathsShipped
    ? { fr: ' d’après les erreurs de prévision de 2023 et 2024', en: ' by the forecast errors of 2023 and 2024' }
    : { fr: '', en: '' }
  return {
    fr: ` (${percent} % de chances d’y gagner${basis.fr})`,
    en: ` (${percent}% chance of gaining${basis.en})`,
  }
}

function totals({ cost, carbon, score }: PlanFigures): Sentence {
  const parts: Sentence[] = []
  if (cost !== null) parts.push({ fr: `${figure(cost.eur, 2, 'fr')} €`, en: `${figure(cost.eur, 2, 'en')} €` })
  if (carbon !== null) {
    parts.push({ fr: `${figure(carbon.gCo2eq, 0, 'fr')} g de CO₂`, en: `${figure(carbon.gCo2eq, 0, 'en')} g of CO₂` })
  }
  if (parts.length === 0 && score !== null) {
    parts.push({ fr: `score de ${Math.round(score)} sur 100`, en: `score of ${Math.round(score)} of 100` })
  }
  if (parts.length === 0) return { fr: '', en: '' }
  return { fr: ` (${parts.map(({ fr }) => fr).join(', ')})`, en: ` (${parts.map(({ en }) => en).join(', ')})` }
}

/** Why a cost is unknown, by tariff. */
const unknownCosts: Readonly<Record<Tariff['kind'], Sentence>> = {
  spot: {
    fr: 'le coût n’est pas connu, faute de prix de marché sur tout le créneau',
    en: 'the cost is unknown, because the market price of a part of the slot is',
  },
  base: {
    fr: 'le coût n’est pas connu, faute de prix réglementé à cette date',
    en: 'the cost is unknown, because there is no regulated price for that date',
  },
  hphc: {
    fr: 'le coût n’est pas connu, faute de prix réglementé à cette date',
    en: 'the cost is unknown, because there is no regulated price for that date',
  },
  tempo: {
    fr: 'le coût n’est pas connu, faute de couleur ou de prix pour l’un des jours',
    en: 'the cost is unknown, because the colour or the price of one of the days is',
  },
}

function unknowns({ result: { plan, savings }, tariff }: PlanAdvice): Sentence[] {
  const unknown: Sentence[] = []
  const { eur, gCo2eq, score } = savings.vsNow
  if (eur === null && gCo2eq === null && score === null) {
    unknown.push({
      fr: 'le gain n’est pas connu, faute de prévision pour un démarrage immédiat',
      en: 'the gain is unknown, because the forecast of starting at once is',
    })
  }
  if (plan.cost === null) unknown.push(unknownCosts[tariff])
  if (plan.carbon === null) {
    unknown.push({
      fr: 'les émissions ne sont pas connues, faute de prévision sur tout le créneau',
      en: 'the emissions are unknown, because the forecast of a part of the slot is',
    })
  }
  return unknown
}

/** Says that the euros rest on a colour that is not published, of the plan or of starting at once. */
function forecastColors({ result: { plan, baselines } }: PlanAdvice): Sentence[] {
  const isExpected = [plan, baselines.startNow].some(({ cost }) => cost?.basis === 'expected')
  if (plan.cost === null || !isExpected) return []
  return [
    {
      fr: 'une couleur n’est pas encore publiée, le coût tient compte de sa probabilité',
      en: 'a colour is not published yet, the cost rests on its probability',
    },
  ]
}
