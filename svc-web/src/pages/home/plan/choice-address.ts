import { writeChoice } from './choice.ts'
import type { ChoiceReading } from './read-choice.ts'

/** The query of the page for a reading: what is in force, and the texts that could not be read, so that a reload shows them again. */
export function writeAddress({ choice, refused }: ChoiceReading): string {
  const query = writeChoice(choice)
  for (const [name, text] of Object.entries(refused)) query.set(name, text)
  // A colon needs no escape here, and is easier to read without one.
  return query.toString().replaceAll('%3A', ':')
}
