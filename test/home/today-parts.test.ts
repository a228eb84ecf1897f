import { expect, test } from 'bun:test'
import { shippedTable } from '@hexawatt/shared/methodology/tariffs/shipped-contracts'
import { defaultContract } from '../../svc-web/src/kit/contract-choice.ts'
import {
  calmHours,
  english,
  french,
  makeDay,
  parisMs,
  signalDay,
} from '../../svc-web/src/pages/home/today/testing/made-up-day.ts'
import { renderToday } from '../../svc-web/src/pages/home/today-parts.ts'

const date = '2027-01-14'
const nowMs = parisMs(date, '12:00')

/** Elements and ids of markup, without its texts. */
const skeletonOf = (markup: string): string[] => markup.match(/<\w+|id="[^"]*"/g) ?? []

test('both languages have the same parts, and no markup has an inline style, which the content policy forbids', () => {
  const day = makeDay({ date, colors: ['Bleu', 'Rouge', null], signals: [signalDay(date, 'Tendu', calmHours)] })
  const [inFrench, inEnglish] = [french, english].map((view) =>
    renderToday(day, defaultContract, shippedTable, nowMs, view),
  )
  for (const [name, part] of Object.entries(inFrench ?? {})) {
    const other = inEnglish?.[name as keyof typeof inEnglish]
    expect(skeletonOf(other?.markup ?? '').filter((element) => element !== '<sup')).toEqual(
      skeletonOf(part.markup).filter((element) => element !== '<sup'),
    )
    expect(part.markup).not.toMatch(/ style=|undefined|NaN/)
  }
})
