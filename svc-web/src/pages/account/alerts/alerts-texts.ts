import type { french } from './french.ts'

/** Notices that a redirect after an action names. */
export const doneNotices = ['deleted', 'enabled', 'tested', 'replayed'] as const
export type DoneNotice = (typeof doneNotices)[number]

/** Texts of the pages of alerts: those in French define the keys. */
export type AlertsPageTexts = typeof french
