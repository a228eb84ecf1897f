import { UsageError } from '@hexawatt/shared/command-line/usage-error'
import type { EnvSource } from '@hexawatt/shared/config/parse-env'
import { publisherPolicies, readBaseUrls } from '../sources/publishers.ts'
import { createTokenSources, operatorApis, readCredentials } from '../upstream/credentials.ts'
import { sleep } from '../upstream/retry.ts'
import type { TokenSource } from '../upstream/token-source.ts'
import type { Finding, ProbedAnswer } from './finding.ts'
import { probeOperator } from './probe-operator.ts'
import { type ProbeDeps, probeSources } from './probe-sources.ts'
import { formatFindings, formatReplayed } from './probe-text.ts'
import { listFurtherCalls } from './questions.ts'
import { replayReport } from './replay-report.ts'
import { ReportError, readReport, writeReport } from './report.ts'
import { listSecrets } from './secrets.ts'

export type ProbeCommand = { kind: 'probe'; json: boolean; report: string | null; replay: string | null }

/** Output and exit code of a command. */
export type FeedsAnswer = { text: string; exitCode: number }

const now = () => Temporal.Now.instant()

/** Needs no store: it is meant to be run before the first start, too. Exit code 1: something differs, or a reader refuses a payload. */
export async function runProbe({ json, report, replay }: ProbeCommand, env: EnvSource): Promise<FeedsAnswer> {
  if (replay !== null) return replayFile(replay)
  const probe: ProbeDeps = { now, baseUrls: readAddresses(env), sleep }
  if (report !== null) return writeReportTo(report, probe, env)
  const findings = await probeSources(probe)
  return {
    text: json ? JSON.stringify(findings, null, 2) : formatFindings(findings),
    exitCode: chooseExitCode(findings),
  }
}

const chooseExitCode = (findings: readonly Finding[]): number =>
  findings.every(({ differences }) => differences.length === 0) ? 0 : 1

async function writeReportTo(file: string, probe: ProbeDeps, env: EnvSource): Promise<FeedsAnswer> {
  // Before minutes of calls: a file that cannot be written is noticed now.
  await write(file, '')
  const takenAt = now()
  const answers: ProbedAnswer[] = []
  const onAnswer = (answer: ProbedAnswer) => void answers.push(answer)
  const ofOpen = await probeSources({ ...probe, isThorough: true, onAnswer }, listFurtherCalls(takenAt))
  const credentials = readCredentials(env)
  const isKnown =
    credentials.shared.clientId !== '' || operatorApis.every((api) => credentials.byApi[api] !== undefined)
  const baseUrl = probe.baseUrls.rte
  const tokens: string[] = []
  const tokenSourceFor = recordTokens(createTokenSources(baseUrl, credentials), tokens)
  const ofOperator = isKnown ? await probeOperator({ now, baseUrl, tokenSourceFor, sleep, onAnswer }) : []
  const findings = [...ofOpen, ...ofOperator]
  const operatorNote = isKnown ? null : 'not asked: RTE_CLIENT_ID and RTE_CLIENT_SECRET are not set'
  const text = writeReport({ takenAt, findings, answers, operatorNote }, [...listSecrets(env), ...tokens])
  await write(file, text)
  const written = `Written to ${file} (${Math.ceil(Buffer.byteLength(text) / 1_000)} kB), without credentials: see docs/develop/first-contact.md.`
  return { text: `${formatFindings(findings)}\n\n${written}`, exitCode: chooseExitCode(findings) }
}

async function write(file: string, text: string): Promise<void> {
  try {
    await Bun.write(file, text)
  } catch {
    throw new UsageError(`${file} cannot be written.`)
  }
}

/** Tokens are secrets as long as they live: an answer that repeats one must not carry it into a report. */
function recordTokens(tokenSourceFor: (api: string) => TokenSource, tokens: string[]) {
  return (api: string): TokenSource => {
    const source = tokenSourceFor(api)
    return {
      ...source,
      async token() {
        const token = await source.token()
        if (!tokens.includes(token)) tokens.push(token)
        return token
      },
    }
  }
}

async function replayFile(file: string): Promise<FeedsAnswer> {
  const text = await Bun.file(file)
    .text()
    .catch(() => {
      throw new UsageError(`${file} cannot be read.`)
    })
  try {
    const replayed = replayReport(readReport(text))
    return { text: formatReplayed(replayed), exitCode: replayed.every(({ failure }) => failure === null) ? 0 : 1 }
  } catch (error) {
    if (error instanceof ReportError) throw new UsageError(`${file}: ${error.message}.`)
    throw error
  }
}

function readAddresses(env: EnvSource) {
  const names = Object.values(publisherPolicies).map(({ baseUrlSetting }) => baseUrlSetting)
  return readBaseUrls(Object.fromEntries(names.map((name) => [name, readAddress(env, name)])))
}

function readAddress(env: EnvSource, name: string): URL | null {
  const text = env[name]
  if (!text) return null
  if (URL.canParse(text)) return new URL(text)
  throw new UsageError(`${name} is not a usable address: correct it or unset it.`)
}
