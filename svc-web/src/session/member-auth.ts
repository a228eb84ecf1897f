import { createPlainSql } from '@hexawatt/shared/postgres/client'
import type { Logger } from '@hexawatt/shared/telemetry/logger'
import { createRareLog } from '@hexawatt/shared/telemetry/rare-log'
import { betterAuth } from 'better-auth'
import { magicLink } from 'better-auth/plugins/magic-link'
import { PostgresJSDialect } from 'kysely-postgres-js'
import { type CookieRules, sessionCookie } from './cookie-rules.ts'
import type { Member } from './member.ts'
import { linkMinutes } from './sign-in-mail.ts'

/** Connections of one process for links and sessions: a handful of people sign in at once. */
const maxConnections = 2

/** Longest browser name that is stored, for the list of sessions, characters. */
const maxBrowserLength = 200

/** SQLSTATE. Its error text would repeat the address. */
const uniqueViolation = '23505'

const dateColumns = { createdAt: 'created_at', updatedAt: 'updated_at' } as const

export type MemberAuthDeps = {
  databaseUrl: string
  /** Signs the cookies; the same for all processes. */
  secret: string
  publicBaseUrl: string
  cookies: CookieRules
  sessionDays: number
  /** The account of a new member, created if it does not exist. */
  accountFor(address: string): Promise<string>
  logger: Logger
}

/** A session opened by a link. */
export type OpenedSession = Pick<Member, 'memberId' | 'sessionId'> & { setCookie: string }

/**
 * Makes links and sessions with better-auth on the project's tables. Only this file knows the library, and is loaded at the first request that needs it: the
 * library takes memory and time that a process without members need not spend.
 */
export function createMemberAuth(deps: MemberAuthDeps) {
  const { secret, publicBaseUrl, cookies, sessionDays, accountFor, logger } = deps
  const rareLog = createRareLog({ logger })
  const sql = createPlainSql(deps.databaseUrl, 'svc-web members', maxConnections)
  const auth = betterAuth({
    appName: 'Hexawatt',
    baseURL: publicBaseUrl,
    secret,
    database: { dialect: new PostgresJSDialect({ postgres: sql }), type: 'postgres' },
    user: {
      modelName: 'members',
      fields: { email: 'address', emailVerified: 'address_verified', ...dateColumns },
      additionalFields: { accountId: { type: 'string', fieldName: 'account_id', input: false, required: false } },
    },
    session: {
      modelName: 'member_sessions',
      fields: {
        userId: 'member_id',
        expiresAt: 'expires_at',
        ipAddress: 'ip_address',
        userAgent: 'user_agent',
        ...dateColumns,
      },
      expiresIn: sessionDays * 86_400,
      // Use does not extend a session: extending would cost a write for every page read.
      disableSessionRefresh: true,
    },
    verification: {
      modelName: 'sign_in_links',
      fields: { expiresAt: 'expires_at', ...dateColumns },
      // The project's own rate limiter has a bounded memory.
      disableCleanup: true,
    },
    advanced: {
      // Only its server functions are called: `private-router` checks origin and form token.
      disableCSRFCheck: true,
      disableOriginCheck: true,
      // The project chooses the prefix of the cookie's name.
      useSecureCookies: false,
      ipAddress: { disableIpTracking: true },
      cookies: {
        session_token: {
          name: cookies.nameOf(sessionCookie),
          attributes: { httpOnly: true, sameSite: 'lax', path: '/', secure: cookies.isSecure },
        },
      },
      database: {
        // The migrations make the tables, without the one for passwords and other providers.
        validateSchema: false,
        generateId: ({ model }) =>
          `${model === 'user' ? 'mem' : model}_${crypto.getRandomValues(new Uint8Array(12)).toHex()}`,
      },
    },
    databaseHooks: {
      user: {
        create: {
          async before(user) {
            return { data: { ...user, accountId: await accountFor(user.email) } }
          },
        },
      },
    },
    // Arguments may hold addresses.
    logger: { level: 'warn', log: (level, message) => rareLog.warn({ level, said: message }, 'sign-in library') },
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    plugins: [
      magicLink({
        expiresIn: linkMinutes * 60,
        storeToken: 'hashed',
        sendMagicLink({ token, metadata }) {
          const receive: unknown = metadata?.['receive']
          if (typeof receive === 'function') receive(token)
        },
      }),
    ],
  })

  return {
    /** Makes the token of a link, which opens one session for this address. Only its hash is stored. */
    async createLink(address: string): Promise<string> {
      let token = ''
      const receive = (made: string): void => {
        token = made
      }
      await auth.api.signInMagicLink({ body: { email: address, metadata: { receive } }, headers: new Headers() })
      return token
    },

    /**
     * Uses a link up, and opens a new session; the member is created if the address has none.
     * @param browser `User-Agent`
     * @returns null when the link is unknown, used or expired
     */
    async openSession(token: string, browser: string | null): Promise<OpenedSession | null> {
      // No cookie of the request is passed on: an old cookie cannot become the new session.
      const headers = new Headers({ 'user-agent': browser?.slice(0, maxBrowserLength) ?? '' })
      const opened = await auth.api
        .magicLinkVerify({ query: { token }, headers, returnHeaders: true })
        .catch(nullIfRedirected)
      const setCookie = opened?.headers
        .getSetCookie()
        .find((cookie) => cookie.startsWith(cookies.nameOf(sessionCookie)))
      if (opened === null || setCookie === undefined) return null
      const { session } = opened.response
      return { memberId: session.userId, sessionId: session.id, setCookie }
    },

    /** The signed-in member. A cookie without a valid signature costs no database call. @throws what Postgres throws */
    async memberOf(cookie: string | null): Promise<Member | null> {
      if (cookie === null || !cookie.includes(sessionCookie)) return null
      const found = await auth.api.getSession({ headers: new Headers({ cookie }) }).catch(throwCause)
      if (found === null) return null
      const { session, user } = found
      return { memberId: user.id, accountId: String(user.accountId), address: user.email, sessionId: session.id }
    },

    /** `Set-Cookie` that removes the cookie of a session. */
    clearCookie: `${cookies.nameOf(sessionCookie)}=${cookies.attributes(0)}`,

    close: () => sql.end({ timeout: 5 }),
  }
}
export type MemberAuth = ReturnType<typeof createMemberAuth>

/** The library answers an invalid link with a redirect. When two links make the same new member at once, the later one violates the unique index. */
function nullIfRedirected(error: unknown): null {
  if (error instanceof Error && 'statusCode' in error && error.statusCode === 302) return null
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  if (cause instanceof Error && 'code' in cause && cause.code === uniqueViolation) return null
  return throwCause(error)
}

/** The library wraps what the database throws. */
function throwCause(error: unknown): never {
  throw error instanceof Error && error.cause instanceof Error ? error.cause : error
}
