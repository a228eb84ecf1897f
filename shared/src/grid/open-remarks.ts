import type { FeedId } from './feeds.ts'

type Remark = { en: string; fr: string }

/** Data that no publisher offers without credentials, and their replacement. */
const missing: Readonly<Partial<Record<FeedId, Remark>>> = {
  generation_by_type: {
    en: 'Not published without an RTE account; replaced by the quarter-hourly generation.',
    fr: 'Non publiée sans compte RTE ; la production au quart d’heure la remplace.',
  },
  generation_forecast: {
    en: 'No open forecast of wind and solar power is available for France at present.',
    fr: 'Aucune prévision ouverte de la production éolienne et solaire n’est disponible pour la France en ce moment.',
  },
  consumption_weekly: {
    en: 'Not published without an RTE account; consumption is known to the end of tomorrow.',
    fr: 'Non publiée sans compte RTE ; la consommation est connue jusqu’à la fin de demain.',
  },
  grid_signals: {
    en: 'EcoWatt signal unavailable without an RTE account; estimated from the supply margins.',
    fr: 'Signal EcoWatt indisponible sans compte RTE ; estimé par l’adéquation.',
  },
  generation_unavailabilities: {
    en: 'Outages of power plants are unknown in open mode.',
    fr: 'Indisponibilités inconnues en mode ouvert.',
  },
  imbalance: {
    en: 'The imbalance of the power system is not published without an RTE account.',
    fr: 'Le déséquilibre du système électrique n’est pas publié sans compte RTE.',
  },
}

/** Data that come from another source than the API of the operator. */
const different: Readonly<Partial<Record<FeedId, Remark>>> = {
  physical_flows: {
    en: 'Published two to three hours late: until then the consumption intensity of the newest hours is estimated from commercial exchanges.',
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
