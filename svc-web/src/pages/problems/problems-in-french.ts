import type { ProblemCode } from '@hexawatt/shared/contract/problem'

/** A code in French, with plain spaces. */
type FrenchProblem = { title: string; sentence: string; remedy: string }

/** Every code in French: users of a service about the French grid land on its page. The English texts stand in the contract. */
export const frenchProblems: Readonly<Record<ProblemCode, FrenchProblem>> = {
  missing_api_key: {
    title: 'Clé d’API absente',
    sentence:
      'La clé d’API manque : envoyez-la dans l’en-tête X-Api-Key ou avec Authorization: Bearer, jamais dans l’adresse.',
    remedy: 'Les clés commencent par hxw_ ; la page /plans dit comment en obtenir une.',
  },
  invalid_api_key: {
    title: 'Clé d’API inconnue',
    sentence: 'Cette clé d’API est inconnue : vérifiez qu’elle a été copiée en entier.',
    remedy: 'Une clé se compose de hxw_ et de 32 chiffres hexadécimaux. Elle n’est montrée qu’une fois, à sa création.',
  },
  revoked_api_key: {
    title: 'Clé d’API révoquée',
    sentence: 'Cette clé d’API a été révoquée : utilisez une autre clé du compte.',
    remedy: 'Son titulaire ou l’opérateur l’a révoquée : cela ne s’annule pas.',
  },
  expired_api_key: {
    title: 'Clé d’API expirée',
    sentence: 'Cette clé d’API a expiré : demandez-en une autre à l’opérateur.',
    remedy: 'Sa date d’expiration est passée.',
  },
  unknown_parameter: {
    title: 'Paramètre inconnu',
    sentence: 'Ce paramètre n’existe pas pour cette ressource : corrigez-le ou retirez-le.',
    remedy: 'Un nom mal écrit est refusé, car l’ignorer donnerait une réponse fausse.',
  },
  invalid_parameter: {
    title: 'Valeur de paramètre non valable',
    sentence: 'La valeur d’un paramètre n’est pas valable : le champ detail dit ce qui est accepté.',
    remedy:
      'Le champ detail nomme le paramètre, la valeur reçue et les valeurs acceptées. Un paramètre ne figure qu’une fois.',
  },
  unknown_profile: {
    title: 'Profil de pondération inconnu',
    sentence: 'Ce profil de pondération n’existe pas : /api/profiles donne la liste.',
    remedy: 'Utilisez national, carbon, price, grid ou balanced, ou bien donnez les quatre poids.',
  },
  profile_and_weights_exclusive: {
    title: 'Profil et poids donnés ensemble',
    sentence: 'Indiquez soit un profil, soit les quatre poids, mais pas les deux.',
    remedy: 'Donnez profile, ou bien wPrice, wCarbon, wGrid et wAdequacy.',
  },
  weights_incomplete: {
    title: 'Poids incomplets',
    sentence: 'Les quatre poids vont ensemble ; l’un d’eux peut valoir 0.',
    remedy: 'Donnez wPrice, wCarbon, wGrid et wAdequacy.',
  },
  weights_sum_invalid: {
    title: 'Somme des poids différente de 1',
    sentence: 'La somme des quatre poids doit être égale à 1.',
    remedy: 'Choisissez les quatre poids de façon que leur somme soit 1, à 0,001 près.',
  },
  invalid_range: {
    title: 'Intervalle non valable',
    sentence: 'L’intervalle n’est pas valable : from doit précéder to et ne pas être dans le futur.',
    remedy: 'Choisissez un début antérieur à la fin, et qui soit passé.',
  },
  window_too_large: {
    title: 'Intervalle trop long',
    sentence: 'La fenêtre est trop longue : 366 jours au plus par requête.',
    remedy: 'Partagez une période plus longue en plusieurs requêtes.',
  },
  infeasible_schedule: {
    title: 'L’usage ne tient pas dans la fenêtre',
    sentence: 'L’usage ne tient pas dans la fenêtre : le champ smallestWindow indique la plus petite qui convient.',
    remedy: 'Donnez un latest plus tardif, plus de morceaux, un minOnMinutes plus court ou un usage plus petit.',
  },
  history_depth_exceeded: {
    title: 'Au-delà de l’historique de l’offre',
    sentence: 'L’historique de votre offre ne remonte pas si loin.',
    remedy: 'Choisissez un début plus récent, ou une offre dont l’historique est plus long : voyez upgradeUrl.',
  },
  plan_capability_required: {
    title: 'Non compris dans l’offre',
    sentence: 'Cette possibilité ne fait pas partie de votre offre.',
    remedy: 'Passez-vous de cette possibilité, ou choisissez une offre qui la comprend : voyez upgradeUrl.',
  },
  rate_limited: {
    title: 'Trop de requêtes',
    sentence: 'Trop de requêtes : attendez le nombre de secondes indiqué par Retry-After.',
    remedy:
      'La limite de l’offre vaut sur 60 secondes glissantes, toutes clés du compte réunies ; upgradeUrl mène à une offre dont la limite est plus haute.',
  },
  upgrade_required: {
    title: 'Volume mensuel épuisé',
    sentence: 'Le volume mensuel de l’offre est épuisé.',
    remedy:
      'Attendez le premier jour du mois suivant (UTC), ou choisissez une offre plus grande : voyez upgradeUrl ; /api/plans donne toutes les offres.',
  },
  demo_limit_exceeded: {
    title: 'Limite de la clé de démonstration atteinte',
    sentence: 'La limite de la clé de démonstration est atteinte : un compte gratuit a ses propres limites.',
    remedy: 'La clé de démonstration permet quelques requêtes par adresse. Pour un compte, voyez upgradeUrl.',
  },
  overage_cap_exceeded: {
    title: 'Plafond du mois atteint',
    sentence: 'Le plafond de sécurité du mois est atteint.',
    remedy:
      'Le compte a utilisé un multiple de son volume mensuel. Attendez le premier jour du mois suivant (UTC), ou choisissez une offre plus grande : voyez upgradeUrl.',
  },
  too_many_streams: {
    title: 'Trop de réponses en cours de lecture',
    sentence: 'Trop de réponses sont en cours de lecture : terminez-en une avant d’en demander une autre.',
    remedy:
      'Lisez jusqu’au bout une réponse longue ou continue, ou interrompez-la ; le champ detail donne le nombre permis.',
  },
  insufficient_data: {
    title: 'Données des sources insuffisantes',
    sentence: 'Les données des sources ne suffisent pas pour une valeur fiable : aucune valeur n’est renvoyée.',
    remedy: 'L’API préfère l’absence de valeur à une valeur fausse.',
  },
  service_unavailable: {
    title: 'Service momentanément indisponible',
    sentence: 'Un service interne ne répond pas : réessayez après le délai indiqué par Retry-After.',
    remedy: 'Votre requête était valable.',
  },
  not_found: {
    title: 'Adresse inconnue',
    sentence: 'Il n’y a rien à cette adresse.',
    remedy: 'Comparez le chemin avec la liste des opérations. Les majuscules comptent.',
  },
  method_not_allowed: {
    title: 'Méthode non permise',
    sentence:
      'L’API est en lecture seule : utilisez GET, HEAD ou OPTIONS, et POST pour /mcp et les formulaires de /account.',
    remedy: 'L’en-tête Allow donne les méthodes de ce chemin.',
  },
  not_acceptable: {
    title: 'Type de contenu non proposé',
    sentence: 'Aucun des types de contenu acceptés n’est proposé.',
    remedy:
      'Acceptez application/json, text/json ou text/plain ; l’historique et les prévisions archivées existent aussi en text/csv et application/x-ndjson.',
  },
  uri_too_long: {
    title: 'Adresse trop longue',
    sentence: 'L’adresse est trop longue : 8 Kio au plus.',
    remedy: 'Raccourcissez le chemin et les paramètres.',
  },
  header_too_large: {
    title: 'En-tête trop long',
    sentence: 'Un en-tête de la requête est trop long : le champ detail dit lequel et ce qui est accepté.',
    remedy: 'If-None-Match n’a besoin que de l’étiquette de la réponse que vous avez gardée.',
  },
  invalid_operator_token: {
    title: 'Jeton de l’opérateur absent ou inconnu',
    sentence: 'Le jeton de l’opérateur manque ou n’est pas reconnu.',
    remedy: 'Envoyez-le avec Authorization: Bearer. Le port de l’opérateur ne fait pas partie de l’API publique.',
  },
  conflict: {
    title: 'L’état actuel s’y oppose',
    sentence: 'L’état actuel ne le permet pas : le champ detail dit pourquoi.',
    remedy: 'Le champ detail nomme l’obstacle et ce qu’il faut faire d’abord.',
  },
  invalid_body: {
    title: 'Corps de requête non valable',
    sentence: 'Le corps de la requête n’est pas valable : le champ detail dit ce qui est accepté.',
    remedy: 'Envoyez un objet JSON qui n’a que les champs de l’opération.',
  },
  invalid_signature: {
    title: 'Signature absente, fausse ou trop ancienne',
    sentence: 'La signature de l’événement de paiement manque, est fausse ou trop ancienne.',
    remedy:
      'Ce chemin n’accepte que les événements signés du prestataire de paiement. Pour l’opérateur : vérifiez BILLING_WEBHOOK_SECRET et l’horloge du serveur.',
  },
  origin_not_allowed: {
    title: 'Origine non permise',
    sentence: 'Cette ressource n’est pas ouverte aux pages d’autres sites : appelez-la depuis un programme.',
    remedy:
      'Une page de cette installation ou de localhost peut aussi appeler /mcp : une page d’un autre site ne doit pas se servir de votre clé.',
  },
  unsupported_media_type: {
    title: 'Type du corps non pris en charge',
    sentence: 'Le corps doit être envoyé avec Content-Type: application/json.',
    remedy: 'Ajoutez cet en-tête à la requête.',
  },
  internal_error: {
    title: 'Erreur interne',
    sentence: 'Erreur interne de notre côté : indiquez le traceId à l’opérateur.',
    remedy: 'Vous n’avez rien à corriger.',
  },
}
