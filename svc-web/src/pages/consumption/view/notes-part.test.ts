import { expect, test } from 'bun:test'
import { computeExample } from '../example/made-up-household.ts'
import { describeResult, type ShownResult } from '../result/shown-result.ts'
import { english } from '../texts/english.ts'
import { french } from '../texts/french.ts'
import { renderNotes } from './notes-part.ts'
import { createView } from './view.ts'

const views = { fr: createView('fr', french), en: createView('en', english) }
const readNotes = (result: ShownResult, language: 'fr' | 'en'): string =>
  renderNotes(result, false, views[language]).markup.replaceAll(/[\s\u00a0\u202f]+/g, ' ')

test('prices to be confirmed are named with the days for which they hold, others of the contract are published', () => {
  const [inFrench, inEnglish] = [describeResult(computeExample(), 'fr'), describeResult(computeExample(), 'en')]
  expect(readNotes(inFrench, 'fr')).toMatch(
    /Prix à confirmer, [^<]*« Tempo »\. Cela vaut pour les prix à partir du 1er août 2026\.<\/li>/,
  )
  expect(readNotes(inEnglish, 'en')).toContain('This holds for the prices from 1 August 2026 on.')
  const { statement } = inFrench
  const contracts = statement.contracts.map((contract) => ({
    ...contract,
    versions: contract.versions.map((version) => ({ ...version, to: version.to ?? '2027-02-01' })),
  }))
  expect(readNotes({ ...inFrench, statement: { ...statement, contracts } }, 'fr')).toContain(
    'Cela vaut pour les prix du 1er août 2026 au 31 janvier 2027.',
  )
})
