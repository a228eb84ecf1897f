import { afterAll, expect, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { valueAlertRules } from '@hexawatt/shared/alerts/alert-conditions'
import {
  AlertMessage,
  createTestMessage,
  maxMessageBytes,
  serializeMessage,
} from '@hexawatt/shared/alerts/alert-message'
import { createWebhookSecrets } from '@hexawatt/shared/alerts/webhook-signature'
import { defaultPlanTable } from '@hexawatt/shared/contract/plans'
import * as v from 'valibot'
import { readText } from '../deploy/testing/deploy-files.ts'

const folder = await mkdtemp(join(tmpdir(), 'hexawatt-snippet-'))
afterAll(() => rm(folder, { recursive: true }))
const page = await readText('docs/guide/alerts.md')

test('the snippet for Node verifies our signature, and refuses another body, another secret and an old message', async () => {
  const [, snippet = ''] = page.match(/```js\n(.*?)```/s) ?? []
  const file = join(folder, 'verify.mjs')
  await Bun.write(file, snippet)
  const { verify } = await import(file)
  const secrets = createWebhookSecrets({ ALERT_SIGNING_KEY: 'a signing key of at least thirty-two characters' })
  const facts = { subscriptionId: 'als_1', keyId: secrets.keyId ?? '', generation: 1, rotatedAt: null }
  const body = serializeMessage(createTestMessage('als_1', { kind: 'quota' }, Temporal.Now.instant()))
  const headers = secrets.sign(facts, 'msg_1', body, Date.now())
  const secret = secrets.shown('als_1', facts.keyId, 1)
  expect(verify(body, headers, secret)).toEqual(JSON.parse(body))
  expect(() => verify(`${body} `, headers, secret)).toThrow('not signed')
  expect(() => verify(body, headers, secrets.shown('als_2', facts.keyId, 1))).toThrow('not signed')
  expect(() => verify(body, secrets.sign(facts, 'msg_1', body, Date.now() - 600_000), secret)).toThrow('too old')
})

test('the message that the page shows is one that is sent, and its figures are those that hold', () => {
  const [, shown = ''] = page.match(/^(\{"type".*\})$/m) ?? []
  expect(v.safeParse(v.pipe(v.string(), v.parseJson(), AlertMessage), shown).issues).toBeUndefined()
  const { decouverte, pro, scale } = defaultPlanTable.plans
  expect(page).toContain(`Découverte ${decouverte.alerts}, Pro ${pro.alerts}, Scale ${scale.alerts}.`)
  expect(page).toContain(`at most ${maxMessageBytes / 1_024} KiB`)
  const { score, carbon, price } = valueAlertRules
  for (const margin of [`${score.rearmMargin} points`, `${carbon.rearmMargin} g`, `${price.rearmMargin} EUR`]) {
    expect(page).toContain(`gone back by ${margin}`)
  }
})
