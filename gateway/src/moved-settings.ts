import type { EnvSource } from '@hexawatt/shared/config/parse-env'
import type { Logger } from '@hexawatt/shared/telemetry/logger'
import type { Env } from './env.ts'

/** Settings of accounts, mail, billing and the operator that the gateway read before svc-web existed. */
export const movedSettings: readonly string[] = [
  'ALERT_RECEIVERS_ALLOWED',
  'ALERT_SIGNING_KEY',
  'ALERT_SIGNING_KEY_PREVIOUS',
  'BILLING_CHECKOUT_URLS',
  'BILLING_PORTAL_URL',
  'BILLING_PRICES',
  'BILLING_WEBHOOK_SECRET',
  'BILLING_WEBHOOK_SECRET_PREVIOUS',
  'MAILBOX_DIR',
  'MAIL_FROM',
  'OPERATOR_HOST',
  'OPERATOR_PORT',
  'OPERATOR_TOKEN',
  'OPERATOR_TOKEN_PREVIOUS',
  'QUEUE_REDIS_URL',
  'SESSION_DAYS',
  'SESSION_SECRET',
  'SIGN_IN_MAILS_PER_DAY',
  'SMTP_URL',
]

/** Warns of each svc-web setting in the environment of the gateway, where it has no effect, and of a missing svc-web. */
export function warnOfSettings(env: Pick<Env, 'SVC_WEB_URL'>, source: EnvSource, logger: Logger): void {
  if (env.SVC_WEB_URL === undefined) logger.warn('SVC_WEB_URL is not set: every page is answered with 503')
  for (const setting of movedSettings.filter((name) => source[name])) {
    logger.warn({ setting, movedTo: 'svc-web' }, `${setting} is a setting of svc-web: the gateway does not read it`)
  }
}
