import type { FeedId } from './feeds.ts'

type Remark = { en: string; fr: string }

/** Data that no publisher offers without credentials, and their replacement. */
const missing: Readonly<Partial<Record<FeedId, Remark>>> = {
  generation_by_type: {
    en: 'Not published without an RTE account; the quarter-hourly generation stands in.',
    fr: 'Non publiée sans compte RTE ; la production au quart d’heure la remplace.',
  },
  generation_forecast: {
    en: 'There is no open forecast of wind and sun for France at present.',
    fr: 'Il n’y a pas en ce moment de prévision ouverte du vent et du soleil pour la France.',
  },
  consumption_weekly: {
    en: 'Not published without an RTE account; consumption is known to the end of tomorrow.',
    fr: 'Non publiée sans compte RTE ; la consommation est connue jusqu’à la fin de demain.',
  },
  grid_signals: {
    en: 'EcoWatt signal unavailable without an RTE account; estimated by adequacy.',
    fr: 'Signal EcoWatt indisponible sans compte RTE ; estimé par l’adéquation.',
  },
  generation_unavailabilities: {
    en: 'Outages of power plants are unknown in open mode.',
    fr: 'Indisponibilités inconnues en mode ouvert.',
  },
  imbalance: {
    en: 'The balance of the system is not published without an RTE account.',
    fr: 'L’équilibre du système n’est pas publié sans compte RTE.',
  },
}

/** Data that come from another source than the API of the operator. */
const different: Readonly<Partial<Record<FeedId, Remark>>> = {
  physical_flows: {
    en: 'Published two to three hours late: until then the consumption intensity of the newest hours is estimated by commercial exchanges.',
    fr: 'Publiés deux à trois heures plus tard : jusque-là, l’intensité de la consommation des dernières heures est estimée à partir des échanges commerciaux.',
  },
}

/**
 * Finds the remark on a feed in open mode; null when there is no remark.
 *
 * @param isThere whether somebody has given values of it that are not too old to count
 */
export function findOpenModeRemark(feed: FeedId, isThere: boolean): Remark | null {
  return (isThere ? different[feed] : missing[feed]) ?? null
}
