import { expect, test } from 'bun:test'
import { prefersPage } from './prefers-page.ts'

test.each([
  ['text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8', true],
  ['text/html', true],
  ['TEXT/HTML;q=0.5, application/json;q=0.4', true],
  ['*/*', false],
  ['', false],
  ['application/json', false],
  ['application/problem+json, text/html;q=0.9', false],
  ['text/html, application/json', false],
  ['text/html;q=0, */*', false],
  ['text/*', false],
] as const)('Accept: %p asks for a page: %p', (accept, isPage) => {
  expect(prefersPage(new Request('http://localhost/', { headers: { accept } }))).toBe(isPage)
})

test('a form and a preflight ask for no page', () => {
  for (const method of ['POST', 'OPTIONS']) {
    expect(prefersPage(new Request('http://localhost/', { method, headers: { accept: 'text/html' } }))).toBe(false)
  }
})
