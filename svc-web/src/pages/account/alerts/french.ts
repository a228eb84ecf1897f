import { addFrenchSpaces as fr } from '@hexawatt/shared/methodology/score/texts/sentence'
import type { AlertsPageTexts } from './alerts-texts.ts'

/** The pages of alerts in French. */
export const french: AlertsPageTexts = {
  navigation: 'Alertes',
  list: 'Vos alertes',
  count: (used, allowed) => fr(`${used} sur ${allowed} que votre offre comprend.`),
  none: fr('Aucune alerte pour l’instant.'),
  columns: { alert: 'Alerte', channel: 'Envoi', state: 'État', last: 'Dernier message' },
  byMail: 'par courriel',
  states: { active: 'active', disabled: 'désactivée' },
  pending: (count) => fr(`${count} en attente`),
  never: 'aucun',
  create: 'Créer une alerte',
  kinds: {
    value: 'Score, carbone ou prix',
    grid_signal: 'Signal du réseau',
    tariff_color: 'Couleur de demain',
    best_window: 'Meilleure plage des 24 h à venir',
    quota: 'Volume mensuel',
  },
  fields: {
    kind: 'Grandeur',
    values: { score: 'Score (0 à 100)', carbon: 'Intensité carbone (gCO₂eq/kWh)', price: 'Prix de marché (€/MWh)' },
    side: 'Prévenir quand elle atteint',
    sides: { above: 'au moins', below: 'au plus' },
    threshold: 'Seuil',
    level: 'À partir du niveau',
    colors: 'Prévenir des jours',
    duration: 'Durée',
    minutes: (count) => fr(`${count} min`),
    objective: 'Chercher',
    atHour: 'Chaque jour à (heure de Paris)',
    hour: (hour) => fr(`${hour} h`),
    quota: fr('Un message à 80 %, un autre à 100 % du volume du mois.'),
    channel: 'Envoi',
    channels: { webhook: 'par webhook signé', email: (address) => `par courriel à ${address}` },
    url: 'Adresse du webhook',
    urlRule: 'https, avec un nom d’hôte public, port 443 ou 8443',
    submit: 'Créer l’alerte',
  },
  webhooksOff: fr('Cette installation n’envoie pas de webhooks : les alertes partent par courriel.'),
  secret: {
    heading: 'Secret du webhook',
    lead: fr(
      'Ce secret n’est affiché qu’une seule fois : conservez-le. Il permet de vérifier que les messages viennent de Hexawatt (Standard Webhooks).',
    ),
    back: 'Continuer vers l’alerte',
  },
  detail: {
    back: 'Toutes les alertes',
    created: 'Créée',
    disabled: (moment) =>
      fr(`Désactivée (${moment}) : cinq messages de suite n’ont pas pu être remis, ou le destinataire a répondu 410.`),
    messages: 'Messages des 7 derniers jours',
    noMessages: 'Aucun message.',
  },
  deliveries: {
    columns: {
      made: 'Message',
      origin: 'Origine',
      state: 'État',
      attempts: 'Tentatives',
      answer: 'Réponse',
      action: 'Action',
    },
    origins: { event: 'alerte', test: 'essai', replay: 'renvoi' },
    states: { pending: 'en attente', delivered: 'remis', failed: 'abandonné' },
    next: (moment) => fr(`prochaine tentative : ${moment}`),
    errors: {
      'connection failed': 'connexion impossible',
      'timed out': 'délai dépassé',
      'no HTTP answer': 'réponse illisible',
      'error status': 'réponse en erreur',
      'redirects are not followed': 'redirection non suivie',
      'address refused': 'adresse refusée',
      'name not resolved': 'nom introuvable',
      'receiver is busy': 'destinataire occupé',
      'signing key is not set': 'clé de signature absente',
      'mail is not set up': 'courriel indisponible',
      'mail was not accepted': 'courriel refusé',
      'no member': 'compte sans adresse',
      'subscription disabled': 'alerte désactivée',
    },
  },
  actions: {
    test: 'Envoyer un essai',
    replay: 'Renvoyer',
    rotate: 'Changer le secret',
    rotateNote: fr('Pendant 24 heures, les messages portent aussi la signature de l’ancien secret.'),
    enable: 'Réactiver',
    remove: 'Supprimer',
    sure: 'Supprimer cette alerte et ses messages',
  },
  done: {
    deleted: 'L’alerte est supprimée.',
    enabled: 'L’alerte est de nouveau active.',
    tested: 'Un essai part dans la minute.',
    replayed: 'Le message repart dans la minute.',
  },
  invalid: fr('Ce formulaire est incomplet ou une valeur est hors limites : vérifiez-le.'),
  refusals(refusal) {
    switch (refusal.code) {
      case 'too_many_alerts':
        return fr(`Votre offre comprend ${refusal.allowed} alertes : supprimez-en une, ou changez d’offre.`)
      case 'too_many_changes':
        return fr('Trop de modifications en 24 heures : réessayez demain.')
      case 'too_many_messages':
        return fr('Dix essais ou renvois par heure et par alerte au plus : réessayez plus tard.')
      case 'message_gone':
        return fr('Ce message ne peut pas être renvoyé : il attend encore, ou date de plus de 7 jours.')
      case 'disabled':
        return fr('Cette alerte est désactivée : réactivez-la d’abord.')
      case 'webhooks_off':
        return french.webhooksOff
      case 'receiver':
        return refusal.reason === 'not https' || refusal.reason === 'not a URL'
          ? fr('L’adresse du webhook doit commencer par https://.')
          : fr(
              'Cette adresse ne peut pas être appelée : il faut un nom d’hôte public, le port 443 ou 8443, sans mot de passe.',
            )
      default:
        return fr('Cette alerte n’existe pas.')
    }
  },
  note: fr(
    'Une alerte part quand son seuil est franchi, pas tant qu’il reste franchi. Les messages arrivent au moins une fois et dans l’ordre ; un échec est réessayé pendant 24 heures.',
  ),
}
