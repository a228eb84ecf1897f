import { expect, test } from 'bun:test'
import { english } from '../texts/english.ts'
import { french } from '../texts/french.ts'
import { createView } from '../texts/view.ts'
import { writeTenseNote } from './tense-note.ts'

const at = (clock: string): number => Date.parse(`2026-02-03T${clock}:00+01:00`)
const evening = { startMs: at('18:00'), endMs: at('20:00'), isVery: false }
const views = [createView('fr', french), createView('en', english)] as const

const noteOf = (from: string, to: string, isVery = false, now = '16:00'): string[] =>
  views.map((view) =>
    writeTenseNote([{ startMs: at(from), endMs: at(to) }], [{ ...evening, isVery }], at(now), view).replaceAll(
      /[\u00a0\u202f]/g,
      ' ',
    ),
  )

test('a start that runs into tense hours of EcoWatt is told to avoid them, in both languages', () => {
  expect(noteOf('17:00', '18:15')).toEqual([
    'Mais EcoWatt est tendu ce soir 18 h – 20 h : évitez ces heures si vous le pouvez.',
    'But EcoWatt is tense this evening 18:00 – 20:00: avoid these hours if you can.',
  ])
  expect(noteOf('19:45', '21:00', true)[0]).toContain('très tendu')
  expect(noteOf('19:00', '20:00', false, '18:30')[0]).toContain('tendu jusqu’à 20 h :')
})

test('a start that ends as they begin, or begins as they end, is told nothing', () => {
  expect([...noteOf('16:00', '18:00'), ...noteOf('20:00', '21:00')]).toEqual(['', '', '', ''])
})
