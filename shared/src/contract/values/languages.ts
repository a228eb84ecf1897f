/** Languages in which operations of the product write their sentences (`isTranslated`), the default first. */
export const languages = ['fr', 'en'] as const
export type Language = (typeof languages)[number]
