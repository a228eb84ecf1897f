import { expect, test } from 'bun:test'
import { createApiKey } from '@hexawatt/shared/keys/api-key'
import { html } from '../html.ts'
import { keepTyped, renderField, writeWrongInput } from './fields.ts'

test('a refused field is named with what came and what is accepted, without API keys and at a bounded length', () => {
  const wrong = { field: 'Nom', received: ' "x" ', accepted: 'Donnez un nom.' }
  expect(writeWrongInput(wrong, 'fr').replaceAll(/\s/g, ' ')).toBe('Nom : « "x" » n’est pas accepté. Donnez un nom.')
  expect(writeWrongInput({ ...wrong, received: ' ' }, 'en')).toBe('Nom: nothing was entered. Donnez un nom.')
  const key = createApiKey()
  expect(writeWrongInput({ ...wrong, received: key }, 'en')).not.toContain(key.slice(4))
  expect(writeWrongInput({ ...wrong, received: 'x'.repeat(5_000) }, 'en').length).toBeLessThan(200)
})

test('a refused field keeps what was typed, but never an API key', () => {
  expect(keepTyped('Ma clé <1>')).toBe('Ma clé <1>')
  for (const typed of [createApiKey(), `https://example.org/?key=${createApiKey()}`, 'hxw%5F0123']) {
    expect(keepTyped(typed)).toBe('')
  }
})

test('a refused field has the focus, and its problem and hint belong to its control', () => {
  const field = { id: 'day', label: 'Day', hint: 'A date', problem: 'Day: “x” is not accepted.' }
  const { markup } = renderField(field, (attributes) => html`<input name="day" ${attributes}>`)
  expect(markup).toContain('<label for="day">Day</label>')
  expect(markup).toContain(
    '<input name="day" id="day" aria-describedby="day-problem day-hint" aria-invalid="true" autofocus>',
  )
  expect(markup).toContain('<p class="wrong" id="day-problem" role="alert">')
  const { markup: accepted } = renderField(
    { ...field, problem: null },
    (attributes) => html`<input name="day" ${attributes}>`,
  )
  expect(accepted).not.toMatch(/autofocus|invalid|alert/)
})
