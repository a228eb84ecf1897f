/** A refusal of the operator: HTTP status, functional or technical code, and description. */
export class OperatorError extends Error {
  override readonly name = 'OperatorError'
  readonly status: number
  readonly code: string
  readonly headers: Readonly<Record<string, string>>

  constructor(status: number, code: string, description: string, headers: Readonly<Record<string, string>> = {}) {
    super(description)
    this.status = status
    this.code = code
    this.headers = headers
  }
}

/** The operator's answer to an unknown failure; its only publicly observed technical code. */
export const unknownError = () => new OperatorError(500, 'COMMON_ERROR_T03', 'Error code unknown.')

/** A missing, unknown or expired token. */
export const badToken = () =>
  new OperatorError(401, 'COMMON_ERROR_T01', 'The access token is missing, unknown or expired.', {
    'www-authenticate': 'Bearer',
  })

/** A body above the operator's limit: the client has to request a shorter period. */
export const tooLarge = () =>
  new OperatorError(413, 'COMMON_ERROR_T02', 'The response exceeds 7 MB. Ask for a shorter period.')

/** The error body as recorded by real clients. */
export function operatorErrorResponse({ status, code, message, headers }: OperatorError): Response {
  const transactionId = `Id-${crypto.getRandomValues(new Uint8Array(12)).toHex()}`
  const body = {
    error: code,
    error_description: message,
    error_uri: '',
    error_details: { transaction_id: transactionId },
  }
  return Response.json(body, { status, headers })
}
