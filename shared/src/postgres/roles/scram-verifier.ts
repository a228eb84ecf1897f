import { createHash, createHmac, pbkdf2, randomBytes } from 'node:crypto'
import { promisify } from 'node:util'

const hashBytes = 32
const saltBytes = 16

/**
 * Creates the stored form of a password (RFC 5802 with SHA-256, as in `pg_authid.rolpassword`), so that neither the statement that sets it nor the
 * server log contains the password.
 *
 * @param iterations same count as the server uses for its own passwords (`scram_iterations`)
 */
export async function createScramVerifier(
  password: string,
  iterations: number,
  salt: Buffer = randomBytes(saltBytes),
): Promise<string> {
  const salted = await promisify(pbkdf2)(password, salt, iterations, hashBytes, 'sha256')
  const storedKey = createHash('sha256').update(hmac(salted, 'Client Key')).digest('base64')
  const serverKey = hmac(salted, 'Server Key').toString('base64')
  return `SCRAM-SHA-256$${iterations}:${salt.toString('base64')}$${storedKey}:${serverKey}`
}

function hmac(key: Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest()
}
