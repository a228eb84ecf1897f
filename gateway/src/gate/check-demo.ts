import { isClosedToDemo, type Operation } from '@hexawatt/shared/contract/operations'
import { AppError } from '@hexawatt/shared/errors/app-error'
import { type Caller, demoRights } from './caller.ts'

/**
 * The demo key shows what the product is; history and analytics need an account.
 *
 * @param upgradeUrl where an account is had
 * @throws AppError `plan_capability_required` with `upgradeUrl`
 */
export function checkDemo(operation: Operation, { rights }: Caller, upgradeUrl: string): void {
  if (rights !== demoRights || !isClosedToDemo(operation)) return
  throw new AppError('plan_capability_required', {
    detail: `The demo key does not open ${operation.path}; a key of a free account does.`,
    extras: { upgradeUrl },
  })
}
