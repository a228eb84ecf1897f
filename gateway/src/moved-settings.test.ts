import { expect, test } from 'bun:test'
import { Env } from './env.ts'
import { movedSettings } from './moved-settings.ts'
import { useGatewayPrograms } from './testing/use-gateway.ts'

const { startProgram, settings } = await useGatewayPrograms()

const warnings = (lines: string) => lines.split('\n').filter((line) => /svc-web|SVC_WEB/.test(line))

test('a setting that moved to svc-web is named in one warning without its value, and the gateway starts', async () => {
  const secret = 'smtps://user:secret@mail.example.org'
  const moved = { SMTP_URL: secret, OPERATOR_TOKEN: 'not-even-valid', SESSION_DAYS: '' }
  const { output } = await startProgram({ ...(await settings()), ...moved, SVC_WEB_URL: 'http://127.0.0.1:9' })
  const lines = warnings(output.soFar()).map((line) => JSON.parse(line))
  expect(lines.map(({ level, setting, movedTo }) => [level, setting, movedTo])).toEqual([
    ['warn', 'OPERATOR_TOKEN', 'svc-web'],
    ['warn', 'SMTP_URL', 'svc-web'],
  ])
  expect(output.soFar()).not.toContain('secret')
})

test('a gateway without SVC_WEB_URL warns once that it has no pages', async () => {
  const { output } = await startProgram(await settings())
  expect(warnings(output.soFar()).map((line) => JSON.parse(line).msg)).toEqual([
    'SVC_WEB_URL is not set: every page is answered with 503',
  ])
})

test('the gateway reads no setting that it reports as moved', () => {
  expect(movedSettings.filter((name) => name in Env.entries)).toEqual([])
})
