import { pricePublisher, publisherFacts, publisherIds } from '@hexawatt/shared/grid/publishers'
import * as v from 'valibot'
import { version } from '../../../package.json'
import { publisherPolicies } from '../sources/publishers.ts'
import type { Finding, ProbedAnswer } from './finding.ts'
import { answerQuestions } from './questions.ts'
import { sampleBody } from './sample-payload.ts'
import { redactSecrets } from './secrets.ts'

/** Name of the form; another one is not read. */
const format = 'hexawatt-first-contact-1'

const Payload = v.object({
  source: v.string(),
  publisher: v.picklist([...publisherIds, pricePublisher.id]),
  path: v.string(),
  query: v.record(v.string(), v.string()),
  contentType: v.nullable(v.string()),
  /** Bytes and SHA-256 of the whole body. */
  bytes: v.number(),
  sha256: v.string(),
  encoding: v.picklist(['text', 'base64']),
  isCut: v.boolean(),
  isReadable: v.boolean(),
  text: v.string(),
})

/** The part of a report that a replay reads: the payloads. The rest is for people. */
const Report = v.looseObject({
  format: v.literal(format),
  takenAt: v.string(),
  payloads: v.array(Payload),
})
export type ReportPayload = v.InferOutput<typeof Payload>

/** Result of a first contact. */
type Contact = {
  takenAt: Temporal.Instant
  findings: readonly Finding[]
  answers: readonly ProbedAnswer[]
  /** Why the operator was not asked; null when it was. */
  operatorNote: string | null
}

/** One file that can be sent: findings, answered questions, terms, limits, and a sample of each payload, without any of the secrets. */
export function writeReport({ takenAt, findings, answers, operatorNote }: Contact, secrets: readonly string[]): string {
  const report = {
    format,
    takenAt: takenAt.toString(),
    product: { version, bun: Bun.version, platform: `${process.platform} ${process.arch}` },
    operator: operatorNote ?? 'asked',
    questions: answerQuestions(findings, takenAt),
    publishers: [...publisherIds.map((id) => ({ id, ...publisherFacts[id] })), pricePublisher].map(
      ({ id, licence }) => ({
        id,
        licence,
        ...publisherPolicies[id].pace,
      }),
    ),
    findings,
    payloads: answers.map((answer) => buildPayload(answer, secrets)),
  }
  return `${redactSecrets(JSON.stringify(report, null, 1), secrets)}\n`
}

/** The secrets go before the body is cut and encoded: base 64 would hide them. */
function buildPayload({ body: received, ...call }: ProbedAnswer, secrets: readonly string[]): ReportPayload {
  const bytes = Buffer.from(received)
  const clean = Buffer.from(redactSecrets(bytes.toString('latin1'), secrets), 'latin1')
  const sha256 = new Bun.CryptoHasher('sha256').update(received).digest('hex')
  return { ...call, bytes: received.length, sha256, ...sampleBody(clean.equals(bytes) ? received : clean) }
}

/** The payloads of a report. @throws ReportError when the text is none */
export function readReport(text: string): ReportPayload[] {
  const read = v.safeParse(v.pipe(v.string(), v.parseJson(), Report), text)
  if (read.success) return read.output.payloads
  throw new ReportError(`it is no report of bun run feeds probe --report: ${read.issues[0].message}`)
}

export class ReportError extends Error {
  override readonly name = 'ReportError'
}
