import { Elysia } from 'elysia'
import { faultOf } from '../faults/fault.ts'
import type { FaultSwitch } from '../faults/fault-switch.ts'
import { sendText, takeFaults } from '../operator/answer-faults.ts'
import { OperatorError } from '../operator/operator-error.ts'
import { type ClientCredentials, matchesBasicAuth, type TokenStore } from '../operator/tokens.ts'

type TokenRouteDeps = { tokens: TokenStore; credentials: ClientCredentials; faults: FaultSwitch }

/** OAuth2 client credentials. The body (`grant_type=…` or empty) is ignored: the operator accepts both. */
export function tokenRoute({ tokens, credentials, faults: faultSwitch }: TokenRouteDeps) {
  const answerToken = async ({ request }: { request: Request }): Promise<Response> => {
    const faults = await takeFaults(faultSwitch, 'token')
    if (!matchesBasicAuth(request.headers.get('authorization'), credentials)) {
      throw new OperatorError(401, 'invalid_client', 'The client credentials are not recognised.', {
        'www-authenticate': 'Basic realm="token"',
      })
    }
    const grant = { token_type: 'Bearer', expires_in: tokens.lifetimeSeconds }
    const isWithheld = faultOf(faults, 'token_without_access_token') !== undefined
    const body = isWithheld ? grant : { access_token: tokens.issue(), ...grant }
    return sendText(faults, JSON.stringify(body), { headers: { 'content-type': 'application/json;charset=UTF-8' } })
  }
  return new Elysia()
    .post('/token/oauth', answerToken, { parse: 'none' })
    .post('/token/oauth/', answerToken, { parse: 'none' })
}
