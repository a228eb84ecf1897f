import * as v from 'valibot'

/**
 * Text of a publisher as one line of at most `maxChars` characters: blanks, line breaks and control characters become
 * single blanks. Postgres takes neither NUL nor half a surrogate pair, and one such message would cost the whole payload.
 */
export const plainText = (maxChars: number) =>
  v.pipe(
    v.string(),
    v.transform((text) =>
      text
        .replaceAll(/[\s\p{Cc}]+/gu, ' ')
        .trim()
        .slice(0, maxChars)
        .toWellFormed(),
    ),
  )
