import { addFrenchSpaces as fr } from '@hexawatt/shared/methodology/score/texts/sentence'
import type { AlertRefusal } from '../../../alerts/alert-changes.ts'

/** The pages of alerts in French. */
export const french = {
  navigation: 'Alertes',
  list: 'Vos alertes',
  count: (used: string, allowed: string) => fr(`Alertes utilisées : ${used} sur ${allowed} dans votre offre.`),
  none: fr('Aucune alerte pour l’instant.'),
  columns: { alert: 'Alerte', channel: 'Envoi', state: 'État', last: 'Dernier message' },
  byMail: 'par e-mail',
  states: { active: 'active', disabled: 'désactivée' },
  pending: (count: string) => fr(`${count} en attente`),
  never: 'aucun',
  create: 'Créer une alerte',
  kinds: {
    value: 'Note, CO₂ ou prix',
    grid_signal: 'EcoWatt',
    tariff_color: 'Jour Tempo de demain',
    best_window: 'Meilleure plage des 24 h à venir',
    quota: 'Volume mensuel',
  },
  fields: {
    kind: 'Grandeur',
    values: { score: 'Note (0 à 100)', carbon: 'Intensité carbone (gCO₂eq/kWh)', price: 'Prix de marché (€/MWh)' },
    side: 'Me prévenir quand elle atteint',
    sides: { above: 'au moins', below: 'au plus' },
    threshold: 'Seuil',
    level: 'À partir du niveau',
    colors: 'Me prévenir des jours',
    duration: 'Durée',
    minutes: (count: string) => fr(`${count} min`),
    objective: 'Chercher',
    atHour: 'Chaque jour à (heure de Paris)',
    hour: (hour: number) => fr(`${hour} h`),
    quota: fr('Un message à 80 %, un autre à 100 % du volume du mois.'),
    channel: 'Envoi',
    channels: { webhook: 'par webhook signé', email: (address: string) => `par e-mail à ${address}` },
    url: 'Adresse du webhook',
    urlRule: 'https, avec un nom d’hôte public, port 443 ou 8443',
    submit: 'Créer l’alerte',
  },
  webhooksOff: fr('Cette installation n’envoie pas de webhooks : les alertes partent par e-mail.'),
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
    disabled: (moment: string) =>
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
    next: (moment: string) => fr(`prochaine tentative : ${moment}`),
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
      'mail is not set up': 'e-mail indisponible',
      'mail was not accepted': 'e-mail refusé',
      'no member': 'compte sans adresse',
      'subscription disabled': 'alerte désactivée',
    } as Readonly<Record<string, string>>,
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
  invalid: fr('Ce formulaire est incomplet. Rechargez la page et recommencez.'),
  accepted: {
    threshold: (min: string, max: string) => fr(`Indiquez un nombre de ${min} à ${max}.`),
    color: 'Cochez au moins une couleur.',
    listed: 'Choisissez une valeur proposée.',
  },
  refusals(refusal: AlertRefusal): string {
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
    'Une alerte part au moment où son seuil est franchi, et non tant qu’il le reste. Chaque message arrive au moins une fois et dans l’ordre ; en cas d’échec, l’envoi est retenté pendant 24 heures.',
  ),
}
