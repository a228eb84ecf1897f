import type { AlertsPageTexts } from './alerts-texts.ts'

/** The pages of alerts in English. */
export const english: AlertsPageTexts = {
  navigation: 'Alerts',
  list: 'Your alerts',
  count: (used, allowed) => `Alerts used: ${used} of ${allowed} in your plan.`,
  none: 'No alerts yet.',
  columns: { alert: 'Alert', channel: 'Sent', state: 'State', last: 'Last message' },
  byMail: 'by e-mail',
  states: { active: 'active', disabled: 'disabled' },
  pending: (count) => `${count} waiting`,
  never: 'none',
  create: 'Create an alert',
  kinds: {
    value: 'Score, carbon or price',
    grid_signal: 'EcoWatt',
    tariff_color: 'Tempo day of tomorrow',
    best_window: 'Best window of the next 24 hours',
    quota: 'Monthly volume',
  },
  fields: {
    kind: 'Value',
    values: { score: 'Score (0 to 100)', carbon: 'Carbon intensity (gCO₂eq/kWh)', price: 'Market price (€/MWh)' },
    side: 'Notify me when it reaches',
    sides: { above: 'at least', below: 'at most' },
    threshold: 'Threshold',
    level: 'From this level on',
    colors: 'Notify me of days that are',
    duration: 'Duration',
    minutes: (count) => `${count} min`,
    objective: 'Look for',
    atHour: 'Every day at (Paris time)',
    hour: (hour) => `${String(hour).padStart(2, '0')}:00`,
    quota: 'One message at 80%, another at 100% of the monthly volume.',
    channel: 'Sent',
    channels: { webhook: 'by signed webhook', email: (address) => `by e-mail to ${address}` },
    url: 'Webhook address',
    urlRule: 'https, with a public host name, port 443 or 8443',
    submit: 'Create the alert',
  },
  webhooksOff: 'This installation sends no webhooks: alerts go by e-mail.',
  secret: {
    heading: 'Webhook secret',
    lead: 'This secret is shown only once: store it. Use it to verify that messages come from Hexawatt (Standard Webhooks).',
    back: 'Continue to the alert',
  },
  detail: {
    back: 'All alerts',
    created: 'Created',
    disabled: (moment) =>
      `Disabled (${moment}): five messages in a row could not be delivered, or the receiver answered 410.`,
    messages: 'Messages of the last 7 days',
    noMessages: 'No messages.',
  },
  deliveries: {
    columns: {
      made: 'Message',
      origin: 'Origin',
      state: 'State',
      attempts: 'Attempts',
      answer: 'Answer',
      action: 'Action',
    },
    origins: { event: 'alert', test: 'test', replay: 'sent again' },
    states: { pending: 'waiting', delivered: 'delivered', failed: 'given up' },
    next: (moment) => `next attempt: ${moment}`,
    errors: {},
  },
  actions: {
    test: 'Send a test',
    replay: 'Send again',
    rotate: 'Change the secret',
    rotateNote: 'For 24 hours messages also carry the signature of the old secret.',
    enable: 'Enable again',
    remove: 'Delete',
    sure: 'Delete this alert and its messages',
  },
  done: {
    deleted: 'The alert is deleted.',
    enabled: 'The alert is active again.',
    tested: 'A test is sent within a minute.',
    replayed: 'The message is sent again within a minute.',
  },
  invalid: 'This form is incomplete. Reload the page and try again.',
  accepted: {
    threshold: (min, max) => `Enter a number from ${min} to ${max}.`,
    color: 'Tick at least one colour.',
    listed: 'Choose one of the offered values.',
  },
  refusals(refusal) {
    switch (refusal.code) {
      case 'too_many_alerts':
        return `Your plan includes ${refusal.allowed} alerts: delete one, or change your plan.`
      case 'too_many_changes':
        return 'Too many changes in 24 hours: try again tomorrow.'
      case 'too_many_messages':
        return 'At most ten tests and resends per hour and alert: try again later.'
      case 'message_gone':
        return 'This message cannot be sent again: it is still waiting, or older than 7 days.'
      case 'disabled':
        return 'This alert is disabled: enable it first.'
      case 'webhooks_off':
        return english.webhooksOff
      case 'receiver':
        return refusal.reason === 'not https' || refusal.reason === 'not a URL'
          ? 'The webhook address must begin with https://.'
          : 'This address cannot be called: it needs a public host name, port 443 or 8443, and no password.'
      default:
        return 'This alert does not exist.'
    }
  },
  note: 'An alert fires when its threshold is crossed, not while it stays crossed. Messages arrive at least once and in order; a failed delivery is retried for 24 hours.',
}
