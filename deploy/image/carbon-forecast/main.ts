/**
 * Writes the carbon forecast into the ConfigMap that the carbon aware KEDA operator reads, once: a CronJob runs it every hour
 * (deploy/keda/carbon-forecast.yaml). The operator reads the key in `binaryData`: JSON `[{ location, timestamp, duration, value }]`, minutes and gCO2eq/kWh.
 *
 * Environment: HEXAWATT_URL, HEXAWATT_API_KEY, CONFIG_MAP (`name/key`); KUBERNETES_SERVICE_HOST and KUBERNETES_SERVICE_PORT are those of every pod.
 */
import { join } from 'node:path'

/** Longest wait for an answer, ms. */
const timeoutMs = 30_000

/** Where Kubernetes mounts what a pod needs to speak to it. */
const mounted = Bun.env['SERVICE_ACCOUNT_FOLDER'] ?? '/var/run/secrets/kubernetes.io/serviceaccount'
const readMounted = async (name: string): Promise<string> => (await Bun.file(join(mounted, name)).text()).trim()

function requireVariable(name: string): string {
  const value = Bun.env[name]
  if (value === undefined || value === '') throw new Error(`Set ${name}.`)
  return value
}

/** The forecast as the API sends it. @throws when there is none, so that the one that is stored stays */
async function readForecast(): Promise<string> {
  const address = `${requireVariable('HEXAWATT_URL').replace(/\/+$/, '')}/v1/export/carbon-aware-sdk`
  const headers = { 'x-api-key': requireVariable('HEXAWATT_API_KEY') }
  // A redirection is never followed: the key would be sent to its target.
  const response = await fetch(address, { headers, redirect: 'manual', signal: AbortSignal.timeout(timeoutMs) })
  const text = await response.text()
  if (response.status !== 200) throw new Error(`${address} answers ${response.status}: ${text.slice(0, 500)}`)
  const forecast: unknown = JSON.parse(text)
  if (!Array.isArray(forecast) || forecast.length === 0) throw new Error(`${address} has no forecast now.`)
  return text
}

/** Replaces one key of the ConfigMap; other keys stay. */
async function writeConfigMap(configMap: string, text: string): Promise<void> {
  const [name = '', key = ''] = configMap.split('/')
  if (name === '' || key === '') throw new Error(`CONFIG_MAP is name/key, and not ${configMap}.`)
  const [token, ca, namespace] = await Promise.all(['token', 'ca.crt', 'namespace'].map(readMounted))
  const host = requireVariable('KUBERNETES_SERVICE_HOST')
  const server = `https://${host.includes(':') ? `[${host}]` : host}:${requireVariable('KUBERNETES_SERVICE_PORT')}`
  const response = await fetch(`${server}/api/v1/namespaces/${namespace}/configmaps/${name}`, {
    method: 'PATCH',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/merge-patch+json' },
    body: JSON.stringify({ binaryData: { [key]: Buffer.from(text).toString('base64') } }),
    tls: { ca },
    redirect: 'manual',
    signal: AbortSignal.timeout(timeoutMs),
  })
  if (!response.ok) throw new Error(`Kubernetes answers ${response.status}: ${(await response.text()).slice(0, 500)}`)
}

try {
  const configMap = requireVariable('CONFIG_MAP')
  const text = await readForecast()
  await writeConfigMap(configMap, text)
  console.log(`Wrote ${text.length} bytes into ${configMap}.`)
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
}
