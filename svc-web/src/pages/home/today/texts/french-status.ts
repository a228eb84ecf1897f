import type { FeedId } from '@hexawatt/shared/grid/feeds'
import { addFrenchSpaces as fr } from '@hexawatt/shared/methodology/score/texts/sentence'

/** The status of the day in French: what to do, then why. */
export const frenchStatus = {
  label: 'État du jour',
  dataLabel: 'État des données',
  calm: fr('Journée calme.'),
  serviceState: 'État du service',
  whatToDo: fr('Que faire ?'),
  weekLink: 'La semaine Tempo',
  ecowatt: {
    /** @param when `de 18 h à 20 h`, `jusqu’à 20 h`; before it the day unless it is today */
    veryTense: (when: string) => fr(`EcoWatt : très tendu ${when}, coupures possibles`),
    tense: (when: string) => fr(`EcoWatt : tendu ${when}`),
    tomorrow: (when: string) => `demain ${when}`,
    saveUntil: (end: string) => fr(`Avant ${end}, n’allumez que l’indispensable.`),
    saveHeatUntil: (end: string) =>
      fr(`Avant ${end}, n’allumez que l’indispensable et baissez le chauffage d’un degré ou deux.`),
    shiftAround: (start: string, end: string) =>
      fr(`Entre ${start} et ${end}, n’allumez que l’indispensable : décalez vos appareils.`),
    shiftAfter: (end: string) => fr(`Lancez vos appareils après ${end}.`),
    avoid: (start: string, end: string) => fr(`Évitez de lancer vos appareils entre ${start} et ${end}.`),
    avoidHours: 'Évitez de lancer vos appareils à ces heures.',
    shiftHours: fr('À ces heures, n’allumez que l’indispensable : décalez vos appareils.'),
    reduce: 'Décalez ce qui peut attendre et baissez le chauffage d’un degré.',
    fine: 'EcoWatt sans tension',
    fineBoth: 'EcoWatt sans tension et Tempo bleu, aujourd’hui et demain.',
    notPublished: 'EcoWatt n’a pas publié de signal pour aujourd’hui.',
    notOpen: 'EcoWatt n’est pas publié en données ouvertes.',
  },
  tempo: {
    redNow: (end: string) => fr(`Tempo : jour rouge jusqu’à ${end}`),
    redTomorrow: (start: string) => fr(`Tempo : jour rouge ${start}`),
    endsTomorrow: 'demain 6 h',
    endsToday: '6 h',
    startsTomorrow: 'demain dès 6 h',
    startsToday: 'dès 6 h',
    pricesUntil: (peak: string, offPeak: string) => fr(`${peak} par kWh jusqu’à 22 h, puis ${offPeak}.`),
    priceNow: (offPeak: string) => fr(`${offPeak} par kWh jusqu’à 6 h.`),
    pricesTomorrow: (peak: string) => fr(`${peak} par kWh de 6 h à 22 h : lancez avant 6 h ce qui peut l’être.`),
    noPrices: 'Le kWh est le plus cher de 6 h à 22 h.',
    otherContract: (contract: string) => `Votre prix en ${contract} ne change pas.`,
    dynamicContract: 'Votre prix dynamique suit le marché, souvent cher ces jours-là.',
    forTempo: (text: string) => fr(`Contrats Tempo : ${text}`),
    next: (day: string, color: string) => fr(`${day} est un jour ${color}.`),
    afterwards: (color: string) => fr(`Ensuite, jour ${color}.`),
    both: (color: string) => `Tempo ${color} aujourd’hui et demain`,
    todayOnly: (color: string) => fr(`Tempo ${color} aujourd’hui ; demain n’est pas encore publié`),
    twoDays: (color: string, next: string) => `Tempo ${color} aujourd’hui et ${next} demain`,
    unknown: 'Couleur Tempo du jour inconnue',
    names: { Bleu: 'bleu', Blanc: 'blanc', Rouge: 'rouge' },
  },
  data: {
    /** @param when `16 h 05`, with the day before it unless it is today */
    stale: (when: string) => fr(`Données arrêtées ${when}`),
    at: (time: string) => `à ${time}`,
    onDay: (day: string, time: string) => `${day} à ${time}`,
    staleText: fr(
      'Ce conseil date du dernier calcul connu. Il reste bon si la journée suit la prévision ; la page se mettra à jour d’elle-même.',
    ),
    noForecast: fr('Prévision interrompue : '),
    late: (names: string) => fr(`En retard : ${names}, `),
    more: (count: number) => `${count} ${count < 2 ? 'autre source' : 'autres sources'}`,
    stateLink: 'état du service',
  },
  /** Short names of the sources. */
  sourceNames: {
    generation_by_type: 'production par filière',
    generation_mix_15min: 'production par quart d’heure',
    generation_forecast: 'prévision éolienne et solaire',
    consumption: 'consommation',
    consumption_weekly: 'consommation de la semaine',
    power_exchanges: 'prix de marché',
    physical_flows: 'flux aux frontières',
    exchange_schedules: 'programmes d’échanges',
    grid_signals: 'EcoWatt',
    tariff_calendar: 'couleurs Tempo',
    generation_unavailabilities: 'indisponibilités des centrales',
    installed_capacities: 'capacités installées',
    imbalance: 'équilibre du système',
  } satisfies Readonly<Record<FeedId, string>>,
  centsPerKwh: (cents: string) => fr(`${cents} ct`),
}
