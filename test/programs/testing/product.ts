import { join } from 'node:path'
import type { PlanId } from '@hexawatt/shared/contract/plans'
import * as v from 'valibot'
import { environment } from './environment.ts'
import { run } from './run-command.ts'

const repositoryRoot = join(import.meta.dir, '../../..')
const CreatedKey = v.object({ key: v.string() })

/** The product of this run: `up` on demo data of this moment, with a history of two days, one for all programs. */
export const product = {
  url: environment.productUrl,
  /** A key of the plan `scale`, without limits that a test can reach. */
  key: environment.productKey,
  /** Creates a key of an account of its own, with the real limits of a plan: `decouverte` is what most users of a program have. */
  async createKey(account: string, plan: PlanId): Promise<string> {
    const create = ['create', '--account', account, '--plan', plan, '--json']
    const printed = await run([process.execPath, 'dev/bootstrap.ts', 'svc-web/src/cli/keys-main.ts', ...create], {
      folder: repositoryRoot,
      env: { UP_PORT: new URL(environment.productUrl).port },
    })
    return v.parse(CreatedKey, JSON.parse(printed)).key
  },
} as const
