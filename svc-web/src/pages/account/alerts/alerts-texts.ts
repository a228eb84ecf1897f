import type { AlertRefusal } from '../../../alerts/alert-changes.ts'
import type { ListedDelivery } from '../../../alerts/alert-store.ts'

/** What a redirect after an action says has happened. */
export const doneNotices = ['deleted', 'enabled', 'tested', 'replayed'] as const
export type DoneNotice = (typeof doneNotices)[number]

/** Texts of the pages of alerts. */
export type AlertsPageTexts = {
  navigation: string
  list: string
  count: (used: string, allowed: string) => string
  none: string
  columns: { alert: string; channel: string; state: string; last: string }
  byMail: string
  states: { active: string; disabled: string }
  pending: (count: string) => string
  never: string
  create: string
  kinds: { value: string; grid_signal: string; tariff_color: string; best_window: string; quota: string }
  fields: {
    kind: string
    values: { score: string; carbon: string; price: string }
    side: string
    sides: { above: string; below: string }
    threshold: string
    level: string
    colors: string
    duration: string
    minutes: (count: string) => string
    objective: string
    atHour: string
    hour: (hour: number) => string
    quota: string
    channel: string
    channels: { webhook: string; email: (address: string) => string }
    url: string
    urlRule: string
    submit: string
  }
  webhooksOff: string
  secret: { heading: string; lead: string; back: string }
  detail: { back: string; created: string; disabled: (moment: string) => string; messages: string; noMessages: string }
  deliveries: {
    columns: { made: string; origin: string; state: string; attempts: string; answer: string; action: string }
    origins: Readonly<Record<ListedDelivery['origin'], string>>
    states: Readonly<Record<ListedDelivery['state'], string>>
    next: (moment: string) => string
    errors: Readonly<Record<string, string>>
  }
  actions: {
    test: string
    replay: string
    rotate: string
    rotateNote: string
    enable: string
    remove: string
    sure: string
  }
  done: Readonly<Record<DoneNotice, string>>
  invalid: string
  refusals: (refusal: AlertRefusal) => string
  note: string
}
