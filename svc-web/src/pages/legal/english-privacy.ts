import { sessionCookie, visitorCookie } from '../../session/cookie-rules.ts'
import type { LegalDocument, LegalFacts, LegalSection } from './legal-document.ts'

/** The privacy page in English. */
export function writeEnglishPrivacy({ publisher, sessionDays, hasAccounts, nameOfCookie }: LegalFacts): LegalDocument {
  const days = publisher.LOGS_KEPT_DAYS
  const toWhom =
    publisher.PUBLISHER_CONTACT === undefined ? 'ask the operator of this installation' : 'write to the contact above'
  const logsKept =
    days === undefined
      ? 'The operator has not stated for how long this log is kept.'
      : `The operator keeps this log for ${days} ${days < 2 ? 'day' : 'days'}.`
  return {
    title: 'Privacy',
    description: 'What this site stores, why and for how long: every cookie, every log.',
    lead: 'No tracker, no advertising, no audience measurement. Your browser talks to this site only. Here is, in full, what is stored.',
    notStated: 'not stated by the operator of this installation',
    nothingStated: 'The operator of this installation has not stated it.',
    colon: ':',
    sections: [
      {
        id: 'responsable',
        heading: 'Data controller',
        facts: [
          ['Name', publisher.PUBLISHER_NAME],
          ['Contact', publisher.PUBLISHER_CONTACT],
        ],
      },
      {
        id: 'courbe',
        heading: 'Your load curve',
        paragraphs: [
          'The file that you drop on “My consumption” is read by your browser and never leaves it: no request contains a single byte of it, and it is forgotten when you close the page. Only the months that it covers are asked of the server, for the prices and emissions of those months.',
        ],
      },
      {
        id: 'cookies',
        heading: 'Cookies',
        paragraphs: [
          'No cookie is set until you choose something. These remember your choices or your session; none serves to follow you, so none needs your consent.',
        ],
        table: {
          heads: ['Cookie', 'What it is for', 'Lifetime'],
          rows: [
            ['lang', 'the language that you chose', '1 year'],
            ['theme', 'the appearance, light or dark', '1 year'],
            ['contract', 'your contract and your off-peak hours, so that every page knows them', '1 year'],
            ...(hasAccounts ? memberCookies(sessionDays, nameOfCookie) : []),
          ],
        },
      },
      {
        id: 'navigateur',
        heading: 'In your browser',
        paragraphs: [
          'The site keeps in your browser the subscribed power and the subscription that you state on “My consumption”, and a copy of the home page with its last figures, to show it offline. None of it is sent; deleting the data of the site deletes it. Account pages are never copied there.',
        ],
      },
      {
        id: 'journaux',
        heading: 'Logs and limits',
        paragraphs: [
          `Each request leaves one line: method, path without its parameters, status, duration, id. No IP address, key or cookie. ${logsKept} A host or a proxy in front of the site may keep a log of its own.`,
          'So that one visitor cannot use up the service of the others, requests are counted by IP address, as a keyed hash, for at most 31 days.',
        ],
      },
      ...(hasAccounts ? [account] : []),
      {
        id: 'droits',
        heading: 'Your rights',
        paragraphs: [
          hasAccounts
            ? `You can read, export and delete your data yourself under “Account”, on the page “Settings”. For any other request (access, rectification, objection), ${toWhom}; you may also complain to the CNIL, the French data protection authority.`
            : `For any request (access, rectification, deletion, objection), ${toWhom}; you may also complain to the CNIL, the French data protection authority.`,
        ],
      },
    ],
  }
}

const memberCookies = (sessionDays: number, nameOfCookie: LegalFacts['nameOfCookie']): [string, string, string][] => [
  [nameOfCookie(visitorCookie), 'protects the sign-in form', 'until the browser is closed'],
  [
    nameOfCookie(sessionCookie),
    'keeps you signed in to your account',
    `${sessionDays} ${sessionDays < 2 ? 'day' : 'days'}`,
  ],
]

const account: LegalSection = {
  id: 'compte',
  heading: 'Your account',
  paragraphs: [
    'An account is optional: it serves to obtain keys of the API and alerts. To do what you asked for, it stores:',
  ],
  table: {
    heads: ['Data', 'Why', 'How long'],
    rows: [
      ['e-mail address', 'the account is yours', 'until the account is deleted'],
      ['sessions: dates, name of the browser', 'to recognise them', 'until they end'],
      ['sign-in link: hash, address', 'to be used once', 'at most 15 minutes'],
      [
        'keys: the name that you give them, dates, hash',
        'to admit your programs, to explain the bill',
        'for good; revoked and without the address after deletion',
      ],
      [
        'requests with your keys: time, operation, key, status, duration, id',
        'to find faults of your programs',
        '7 days, at most 10,000 requests',
      ],
      ['number of answers by day, key and status', 'the page of usage, the bill', '400 days'],
      ['number of requests by month', 'the bill', 'for good; without the address after deletion'],
      ['alerts and their messages', 'to notify you', 'until deletion; messages for 7 days'],
      ['changes of keys and plans, without name or address', 'to prove who changed a right', 'for good'],
    ],
  },
}
