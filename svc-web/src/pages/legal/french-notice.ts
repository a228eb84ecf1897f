import { addFrenchSpaces as fr } from '@hexawatt/shared/methodology/score/texts/sentence'
import type { LegalDocument, LegalFacts, LegalSection } from './legal-document.ts'
import { findSecurityContact } from './publisher-settings.ts'

/** The legal notice in French. */
export function writeFrenchNotice({ publisher }: LegalFacts): LegalDocument {
  const { PUBLISHER_REGISTRATION: registration } = publisher
  const security = findSecurityContact(publisher)
  return {
    title: 'Mentions légales',
    description: fr('Qui publie ce site, qui l’héberge, d’où viennent ses données et sous quelles licences.'),
    lead: fr('Qui publie ce site, qui l’héberge, d’où viennent ses données.'),
    notStated: 'non indiqué par l’opérateur de cette installation',
    nothingStated: 'L’opérateur de cette installation ne l’a pas indiqué.',
    colon: '\u00a0:',
    sections: [
      {
        id: 'editeur',
        heading: 'Éditeur',
        facts: [
          ['Nom', publisher.PUBLISHER_NAME],
          ...(registration === undefined ? [] : ([['Forme et immatriculation', registration]] as const)),
          ['Adresse', publisher.PUBLISHER_ADDRESS],
          ['Contact', publisher.PUBLISHER_CONTACT],
          ['Téléphone', publisher.PUBLISHER_PHONE],
          ['Direction de la publication', publisher.PUBLICATION_DIRECTOR],
        ],
      },
      { id: 'hebergeur', heading: 'Hébergeur', facts: [['Hébergement', publisher.HOSTING_PROVIDER]] },
      {
        id: 'service',
        heading: 'Le service',
        paragraphs: [
          fr(
            'Hexawatt est un service indépendant : ni un site de l’État, ni un site de RTE, ni celui d’un fournisseur d’électricité.',
          ),
          fr(
            'Il est fourni au mieux, sans garantie de disponibilité ni d’exactitude. Ses conseils reposent en partie sur des prévisions, qui peuvent se tromper ; la page « État du service » dit de combien elles se sont trompées. Seuls votre contrat et votre facture font foi pour les prix.',
          ),
        ],
      },
      licences,
      {
        id: 'accessibilite',
        heading: 'Accessibilité',
        paragraphs: [
          fr(
            'Ce site n’a pas fait l’objet d’un audit de conformité au RGAA : il ne déclare donc aucun taux de conformité. Il est conçu pour le clavier, les lecteurs d’écran, un zoom de 200 % et un écran de 320 pixels, et chaque version est contrôlée par un outil automatique (axe-core), qui ne remplace pas un audit.',
          ),
          fr(
            publisher.PUBLISHER_CONTACT === undefined
              ? 'Un contenu vous reste inaccessible ? Vous pouvez saisir le Défenseur des droits.'
              : 'Un contenu vous reste inaccessible ? Écrivez au contact de l’éditeur ci-dessus. Sans réponse satisfaisante, vous pouvez saisir le Défenseur des droits.',
          ),
        ],
      },
      {
        id: 'securite',
        heading: 'Signaler une faille',
        paragraphs: security === undefined ? [] : reporting,
        facts: [['Contact', security]],
      },
    ],
  }
}

const licences: LegalSection = {
  id: 'licences',
  heading: 'Licence et sources',
  paragraphs: [
    fr(
      'Le logiciel est libre, sous licence Apache 2.0. Les données appartiennent à leurs producteurs ; si vous les republiez, ou ce qu’Hexawatt en calcule, citez-les. Selon l’installation et le moment, toutes ne servent pas : la page « État du service » nomme la source de chaque valeur.',
    ),
  ],
  table: {
    heads: ['Source', 'Ce qui en vient', 'Licence'],
    rows: [
      ['RTE, API Data', 'production, consommation, échanges, prix de la veille, EcoWatt, Tempo', 'conditions de RTE'],
      ['RTE, éCO2mix (ODRÉ)', 'production, consommation, échanges', 'Licence Ouverte 2.0'],
      [
        'Energy-Charts.info (Fraunhofer ISE), SMARD.de',
        'prix de la veille pour le lendemain, échanges, mix des pays voisins',
        'CC BY 4.0',
      ],
      ['ADEME, Base Carbone', 'facteurs d’émission des moyens de production', 'Licence Ouverte 2.0'],
      ['Ember', 'intensités carbone annuelles des pays voisins', 'CC BY 4.0'],
      [
        'Commission de régulation de l’énergie (CRE)',
        'prix réglementés Base, Heures creuses et Tempo',
        'Licence Ouverte 2.0',
      ],
      ['Open-Meteo.com (modèles de Météo-France et de l’ECMWF)', 'météo, où elle est utilisée', 'CC BY 4.0'],
    ],
  },
}

/** How to report a vulnerability, where there is a contact. */
const reporting: readonly string[] = [
  fr(
    'Écrivez à ce contact avant toute publication : ce que vous avez fait, ce qui s’est passé, ce qu’un attaquant y gagnerait. Faites vos essais sur votre propre installation, qu’une seule commande démarre, jamais sur les comptes ou les données d’autrui, et n’imposez aucune charge à ce site.',
  ),
  fr(
    'Une faille du logiciel concerne aussi les autres installations : le fichier SECURITY.md de ses sources dit comment la signaler.',
  ),
]
