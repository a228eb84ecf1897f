import { AppError } from '@hexawatt/shared/errors/app-error'
import { isoSeconds } from '@hexawatt/shared/time/instant'
import { changePlan, type KeyAdministration } from '../accounts/account-changes.ts'
import { maxListedAccounts } from '../accounts/account-rows-store.ts'
import { isUsageMonth } from '../usage/month-count.ts'
import { PlanBody } from './bodies.ts'
import type { OperatorAction } from './operate.ts'
import { readBody } from './request-input.ts'
import { printable, readQuery } from './request-query.ts'

/** What accounts used in a month (`2026-11`), as JSON shows it; a bounded number of them. */
export type UsageOf = (month: string) => Promise<readonly object[]>

/** What an operator does with accounts. Each action throws AppError or KeyRefusedError. */
export function createAccountActions(administration: KeyAdministration, usageOf: UsageOf) {
  return {
    async list(request) {
      readQuery(request.url, [])
      const accounts = await administration.store.listAccounts()
      const shown = accounts.map((account) => ({ ...account, createdAt: isoSeconds(account.createdAt) }))
      return { body: { accounts: shown, isTruncated: accounts.length === maxListedAccounts } }
    },
    async changePlan(request, id) {
      const accountId = printable('accountId in the path', id)
      const { plan } = await readBody(request, PlanBody)
      const { sha256s: _, ...body } = await changePlan(administration, { account: { accountId }, plan })
      return { body, concerned: { accountId: body.accountId, plan } }
    },
    async usage(request) {
      const { month } = readQuery(request.url, ['month'])
      if (month === undefined || !isUsageMonth(month)) {
        throw new AppError('invalid_parameter', { detail: 'month takes a month such as 2026-11.' })
      }
      return { body: { month, accounts: await usageOf(month) }, concerned: { month } }
    },
  } satisfies Record<string, OperatorAction>
}
