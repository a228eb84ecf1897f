import { type Html, html } from '../../kit/html.ts'
import type { Publisher } from './publisher-settings.ts'

/** What the texts of the legal pages need to know of the installation. */
export type LegalFacts = {
  publisher: Publisher
  /** Days after which a member signs in again. */
  sessionDays: number
  hasAccounts: boolean
  /** Full name of a cookie at the public address. */
  nameOfCookie: (name: string) => string
}

/** A value of the operator, with how to reach it where it is an address; undefined = the operator has not stated it. */
type Stated = string | { href: string; text: string } | undefined

/** A section of a legal page. */
export type LegalSection = {
  /** Where links from other pages lead. */
  id: string
  heading: string
  paragraphs?: readonly string[]
  /** Names and values. */
  facts?: readonly (readonly [name: string, value: Stated])[]
  table?: { heads: readonly string[]; rows: readonly (readonly string[])[] }
}

export type LegalDocument = {
  title: string
  description: string
  lead: string
  /** Instead of a value that the operator has not stated. */
  notStated: string
  /** Instead of a whole section of such values. */
  nothingStated: string
  /** Between a name and its value. */
  colon: string
  sections: readonly LegalSection[]
}

/** The sections of a legal page. */
export function renderLegalSections({ sections, colon, ...words }: LegalDocument): Html {
  return html`${sections.map(
    ({ id, heading, paragraphs = [], facts, table }) => html`<section id="${id}"><h2>${heading}</h2>
${paragraphs.map((text) => html`<p class="prose">${text}</p>`)}${facts === undefined ? null : renderFacts(facts, words)}${table === undefined ? null : renderTable(heading, table, colon)}</section>
`,
  )}`
}

function renderFacts(
  facts: NonNullable<LegalSection['facts']>,
  { notStated, nothingStated }: Pick<LegalDocument, 'notStated' | 'nothingStated'>,
): Html {
  if (facts.every(([, value]) => value === undefined)) return html`<p class="prose">${nothingStated}</p>`
  const rows = facts.map(([name, value]) => html`<div><dt>${name}</dt><dd>${renderStated(value, notStated)}</dd></div>`)
  return html`<dl class="facts">${rows}</dl>`
}

function renderStated(value: Stated, notStated: string): Html {
  if (value === undefined) return html`<span class="quiet">${notStated}</span>`
  return typeof value === 'string' ? html`${value}` : html`<a href="${value.href}">${value.text}</a>`
}

function renderTable(name: string, { heads, rows }: NonNullable<LegalSection['table']>, colon: string): Html {
  const lines = rows.map(
    ([first = '', ...cells]) =>
      html`<tr><th scope="row">${first}</th>${cells.map((cell, index) => html`<td data-label="${heads[index + 1] ?? ''}${colon}">${cell}</td>`)}</tr>`,
  )
  return html`<table class="plain legal" aria-label="${name}"><thead><tr>${heads.map((head) => html`<th scope="col">${head}</th>`)}</tr></thead><tbody>${lines}</tbody></table>`
}
