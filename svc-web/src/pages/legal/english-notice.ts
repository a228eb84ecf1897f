import type { LegalDocument, LegalFacts, LegalSection } from './legal-document.ts'
import { findSecurityContact } from './publisher-settings.ts'

/** The legal notice in English. */
export function writeEnglishNotice({ publisher }: LegalFacts): LegalDocument {
  const { PUBLISHER_REGISTRATION: registration } = publisher
  const security = findSecurityContact(publisher)
  return {
    title: 'Legal notice',
    description: 'Who publishes this site, who hosts it, where its data come from and under which licences.',
    lead: 'Who publishes this site, who hosts it, where its data come from.',
    notStated: 'not stated by the operator of this installation',
    nothingStated: 'The operator of this installation has not stated it.',
    colon: ':',
    sections: [
      {
        id: 'editeur',
        heading: 'Publisher',
        facts: [
          ['Name', publisher.PUBLISHER_NAME],
          ...(registration === undefined ? [] : ([['Legal form and registration', registration]] as const)),
          ['Address', publisher.PUBLISHER_ADDRESS],
          ['Contact', publisher.PUBLISHER_CONTACT],
          ['Telephone', publisher.PUBLISHER_PHONE],
          ['Publication director', publisher.PUBLICATION_DIRECTOR],
        ],
      },
      { id: 'hebergeur', heading: 'Host', facts: [['Hosted by', publisher.HOSTING_PROVIDER]] },
      {
        id: 'service',
        heading: 'The service',
        paragraphs: [
          'Hexawatt is an independent service: it belongs neither to the French State, nor to RTE, nor to an electricity supplier.',
          'It is provided on a best-effort basis, without a guarantee of availability or accuracy. Its advice rests in part on forecasts, which may be wrong; the page “Service status” says by how much they were. For prices, only your contract and your bill are authoritative.',
        ],
      },
      licences,
      {
        id: 'accessibilite',
        heading: 'Accessibility',
        paragraphs: [
          'This site has not been audited against the French accessibility standard RGAA, and therefore declares no rate of conformity. It is designed for the keyboard, screen readers, a zoom of 200% and a screen of 320 pixels, and each version is checked by an automatic tool (axe-core), which does not replace an audit.',
          publisher.PUBLISHER_CONTACT === undefined
            ? 'Is some content inaccessible to you? You can refer the matter to the French Defender of Rights.'
            : 'Is some content inaccessible to you? Write to the publisher’s contact above. Without a satisfactory answer you can refer the matter to the French Defender of Rights.',
        ],
      },
      {
        id: 'securite',
        heading: 'Report a vulnerability',
        paragraphs: security === undefined ? [] : reporting,
        facts: [['Contact', security]],
      },
    ],
  }
}

const licences: LegalSection = {
  id: 'licences',
  heading: 'Licence and sources',
  paragraphs: [
    'The software is free, under the Apache License 2.0. The data belong to their publishers; if you publish them again, or what Hexawatt computes from them, name them. Not all of them are in use in every installation at every moment: the page “Service status” names the source of each value.',
  ],
  table: {
    heads: ['Source', 'What comes from it', 'Licence'],
    rows: [
      ['RTE, Data API', 'generation, consumption, exchanges, day-ahead prices, EcoWatt, Tempo', 'terms of RTE'],
      ['RTE, éCO2mix (ODRÉ)', 'generation, consumption, exchanges', 'Licence Ouverte 2.0'],
      [
        'Energy-Charts.info (Fraunhofer ISE), SMARD.de',
        'day-ahead prices, exchanges, mixes of the neighbours',
        'CC BY 4.0',
      ],
      ['ADEME, Base Carbone', 'emission factors of the means of production', 'Licence Ouverte 2.0'],
      ['Ember', 'yearly carbon intensities of the neighbouring countries', 'CC BY 4.0'],
      [
        'Commission de régulation de l’énergie (CRE)',
        'regulated prices of Base, Heures creuses and Tempo',
        'Licence Ouverte 2.0',
      ],
      ['Open-Meteo.com (models of Météo-France and ECMWF)', 'weather, where it is used', 'CC BY 4.0'],
    ],
  },
}

/** How to report a vulnerability, where there is a contact. */
const reporting: readonly string[] = [
  'Write to this contact before you publish anything: what you did, what happened, and what an attacker would gain. Try things out on an installation of your own, which one command starts, never on other people’s accounts or data, and put no load on this site.',
  'A fault of the software concerns other installations too: the file SECURITY.md of its source says how to report it.',
]
