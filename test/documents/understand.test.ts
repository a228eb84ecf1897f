import { expect, test } from 'bun:test'
import { readText } from '../deploy/testing/deploy-files.ts'

const folder = 'docs/methodology'
const [french, english, differences, accuracy] = await Promise.all(
  ['comprendre.md', 'understand.md', 'why-numbers-differ.md', 'accuracy.md'].map((name) =>
    readText(`${folder}/${name}`),
  ),
)

/** Rows of a text as cells without bold print. */
const rowsOf = (text = ''): string[][] =>
  [...text.matchAll(/^\|(.+)\|$/gm)].map(([, row = '']) =>
    row.split('|').map((cell) => cell.replaceAll('**', '').trim()),
  )

/** The whole grams of the row that begins with a name and ends with a number. */
const gramsOf = (text: string | undefined, name: string): number =>
  Math.round(
    Number(
      rowsOf(text)
        .find((row) => row[0] === name && /^[\d.]+$/.test(row.at(-1) ?? ''))
        ?.at(-1),
    ),
  )

test('the figures of other publishers on /comprendre are those of the document that proves them', () => {
  const names = [
    ['RTE, éCO2mix', 'RTE, éCO2mix', 'RTE éCO2mix `taux_co2`'],
    ['Hexawatt, produit', 'Hexawatt, produced', 'Hexawatt, production'],
    ['Electricity Maps, direct', 'Electricity Maps, direct', 'Electricity Maps, direct, consumption'],
    ['RTE, électricité consommée', 'RTE, consumed electricity', 'RTE, consumed electricity'],
    ['Hexawatt, consommé', 'Hexawatt, consumed', 'Hexawatt, consumption'],
    ['Electricity Maps, cycle de vie', 'Electricity Maps, life cycle', 'Electricity Maps, life cycle, consumption'],
  ] as const
  const shown = names.map(([inFrench, inEnglish]) => [gramsOf(french, inFrench), gramsOf(english, inEnglish)])
  const proved = names.map(([, , name]) => gramsOf(differences, name))
  expect(shown).toEqual(proved.map((grams) => [grams, grams]))
})

test('the worth of the forecast on /comprendre is that of the document that measures it', () => {
  const row = rowsOf(accuracy).find(([question]) => question?.includes('possible carbon saving'))
  const [ours, yesterday] = [row?.[1], row?.[2]].map((cell) => cell?.split('/')[1]?.trim())
  expect(french).toContain(
    `a permis ${ours} % de l’économie de CO₂ possible ; recopier les heures de la veille, ${yesterday} %`,
  )
  expect(english).toContain(
    `achieved ${ours}% of the possible CO₂ saving; copying the hours of the day before, ${yesterday}%`,
  )
})
