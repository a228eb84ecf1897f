import { addFrenchSpaces as fr } from '@hexawatt/shared/methodology/score/texts/sentence'
import { frenchAnswer } from './french-answer.ts'
import { frenchChoice } from './french-choice.ts'

/** The home page in French. */
export const french = {
  answer: frenchAnswer,
  choice: frenchChoice,
  /** Title and notices. */
  page: {
    title: 'Hexawatt – quand consommer l’électricité en France',
    description: fr(
      'Quand lancer le lave-linge ou recharger la voiture : le meilleur moment des prochains jours selon votre contrat, le CO₂ de l’électricité française, Tempo et EcoWatt.',
    ),
    modes: {
      open: fr('Données réelles de sources ouvertes : ce qu’elles ne publient pas manque ou est estimé.'),
      demo: fr('Démonstration : valeurs inventées.'),
      replay: fr('Données rejouées : cette page montre un instant du passé, d’après des enregistrements.'),
    },
    sources: 'État des sources',
    preparing: fr('Les prévisions se préparent : les 28 derniers jours sont en cours de chargement.'),
    offline: fr('Le serveur ne répond pas : cette page montre le dernier état connu.'),
    nothing: 'Pas encore de données',
    nothingSays:
      'La page se mettra à jour d’elle-même dès qu’un premier calcul sera disponible, d’ordinaire en quelques minutes.',
  },
}
