import { addFrenchSpaces as fr } from '@hexawatt/shared/methodology/score/texts/sentence'

const noBreak = '\u00a0'

/** The landscape in French. */
export const frenchLandscape = {
  heading: (hours: number) => (hours < 2 ? 'La prochaine heure' : `Les ${hours} prochaines heures`),
  legend: {
    avoid: 'à éviter',
    favourable: 'favorable',
    best: 'meilleure note du jour',
    relief: fr('relief : CO₂ par kWh'),
    veil: fr('voile : 8 fois sur 10'),
    dashes: fr('tirets : prix estimé'),
    drag: 'glissez le cadre',
  },
  today: 'aujourd’hui',
  tomorrow: 'demain',
  tonight: 'cette nuit',
  sun: (gigawatts: number) => `soleil ${gigawatts}${noBreak}GW`,
  /** Unit of the scale of the relief, after its value. */
  perKwh: `${noBreak}g/kWh`,
  /** Text alternative of the picture. */
  picture: {
    intensity: (lowest: string, lowestWhen: string, highest: string, highestWhen: string) =>
      fr(`CO₂ par kWh : de ${lowest}, ${lowestWhen}, à ${highest}, ${highestWhen}.`),
    noIntensity: 'CO₂ par kWh inconnu.',
    onePrice: (price: string) => fr(`Mon prix : ${price} par kWh à toute heure.`),
    price: (lowest: string, highest: string) => fr(`Mon prix : de ${lowest} à ${highest} par kWh.`),
    noPrice: 'Mon prix est inconnu.',
    table: 'Le tableau sous l’image donne chaque heure.',
  },
  periods: {
    flat: 'à toute heure',
    offPeak: 'creuses',
    peak: 'pleines',
    blue: 'bleu',
    white: 'blanc',
    red: 'rouge',
    estimated: 'estimé',
  },
  gaps: {
    forecast: 'Pas encore de prévision pour ces heures',
    shortForecast: 'Pas encore de prévision',
    longPrice: 'Votre prix n’est pas encore connu pour ces heures',
    price: 'Prix pas encore connu',
  },
  tense: { Tendu: 'EcoWatt tendu', TresTendu: 'EcoWatt très tendu' },
  frame: { label: 'Votre créneau', pieces: (count: number) => `, en ${count} fois` },
  scrub: 'Parcourir les heures',
  readout: {
    best: 'Meilleur créneau',
    chosen: 'Votre créneau',
    hour: 'Heure pointée',
    first: 'Prochaine heure',
    score: 'Note',
    intensity: 'CO₂ par kWh',
    price: 'Mon prix',
    grid: 'Réseau',
    band: (low: string, high: string) => `de ${low} à ${high}`,
    pieces: (spans: readonly string[]) => `${spans.slice(0, -1).join(', ')} et ${spans.at(-1)}`,
    unknown: 'inconnu',
    estimated: 'estimé',
    levels: { Optimal: 'favorable', Acceptable: 'correct', Unfavorable: 'défavorable' },
    contracts: { flat: 'Base', offPeak: 'heures creuses', peak: 'heures pleines', market: 'dynamique' },
    colorDays: { blue: 'jour bleu', white: 'jour blanc', red: 'jour rouge' },
    signals: {
      Optimal: 'Décarboné',
      Favorable: 'Sans tension',
      Tendu: 'Tendu',
      TresTendu: 'Très tendu',
      unknown: 'Signal inconnu',
    },
    sunAndWind: (sun: string | null, wind: string | null) =>
      [sun === null ? null : `soleil ${sun}`, wind === null ? null : `vent ${wind}`]
        .filter((part) => part !== null)
        .join(', '),
  },
  table: {
    summary: 'En tableau',
    region: 'Tableau des heures',
    caption: (hours: number) => (hours < 2 ? 'La prochaine heure' : `Les ${hours} prochaines heures, heure par heure`),
    hour: 'Heure',
    winterTime: '(heure d’hiver)',
    band: '8 fois sur 10',
    estimated: fr('* prix estimé : il n’est pas encore publié.'),
  },
  none: {
    heading: 'Pas de prévision en ce moment',
    lead: 'Elle revient dès que les sources répondent.',
    usual: (good: string, bad: string) =>
      fr(
        `En attendant, un repère des six dernières semaines : l’électricité a eu ses meilleures notes ${good}, les moins bonnes ${bad}.`,
      ),
    between: (from: string, to: string) => `entre ${from} et ${to}`,
  },
}

/** Texts of the landscape in one language: those in French define the keys. */
export type LandscapeTexts = typeof frenchLandscape
