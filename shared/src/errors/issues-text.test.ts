import { expect, test } from 'bun:test'
import * as v from 'valibot'
import { formatIssues } from './app-error.ts'

const schema = v.strictObject({ name: v.string('a text'), places: v.array(v.number('a number')) }, 'an object')

function textOf(value: unknown, maxShown = 5): string {
  return formatIssues(v.safeParse(schema, value).issues ?? [], maxShown)
}

test('each issue is shown with its path; an issue of the whole value with its message only', () => {
  expect(textOf({ name: 1, places: [1, 'b'] })).toBe('name: a text; places.1: a number')
  expect(textOf('text')).toBe('an object')
})

test('at most the requested number of issues is listed', () => {
  expect(textOf({ name: 1, places: ['a', 'b'] }, 2)).toBe('name: a text; places.0: a number')
})
