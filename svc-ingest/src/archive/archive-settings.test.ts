import { describe, expect, test } from 'bun:test'
import { readArchiveSettings } from './archive-settings.ts'

const keys = { AWS_ACCESS_KEY_ID: 'id', AWS_SECRET_ACCESS_KEY: 'secret' }
const read = (url: string) => readArchiveSettings({ ...keys, ARCHIVE_URL: url })

describe('the address of the archive', () => {
  test.each([
    [
      's3://payloads?region=eu-west-3',
      { bucket: 'payloads', prefix: '', endpoint: 'https://s3.eu-west-3.amazonaws.com' },
    ],
    ['s3://payloads/?region=eu-west-3', { prefix: '' }],
    ['s3://grid.data/hexawatt/fr/?region=eu-west-3', { bucket: 'grid.data', prefix: 'hexawatt/fr/' }],
    ['s3://payloads/a?endpoint=http://minio:9000', { endpoint: 'http://minio:9000', region: 'us-east-1' }],
    [
      's3://payloads/a?endpoint=https%3A%2F%2Fs3.gra.example.org&region=gra',
      { endpoint: 'https://s3.gra.example.org', region: 'gra', isWritten: true },
    ],
    ['s3://payloads/a?region=eu-west-3&writes=off', { isWritten: false }],
  ])('%s is read', (url, settings) => {
    expect(read(url)).toMatchObject(settings)
  })

  test.each([
    's3://payloads',
    's3://?region=eu-west-3',
    's3://Payloads?region=eu-west-3',
    's3://payloads:9000?region=eu-west-3',
    's3://payloads/a b?region=eu-west-3',
    's3://payloads/a//b?region=eu-west-3',
    's3://payloads/a%2Fb?region=eu-west-3',
    's3://payloads?region=EU west',
    's3://payloads?regoin=eu-west-3',
    's3://payloads?region=eu-west-3&writes=no',
    's3://payloads?endpoint=minio:9000',
    's3://payloads?endpoint=https://minio/with/path',
    's3://payloads?endpoint=https://user:word@minio',
    's3://id:word@payloads?region=eu-west-3',
    'https://payloads.s3.amazonaws.com/',
    'payloads',
  ])('%s is refused, and not repeated', (url) => {
    let message = ''
    try {
      read(url)
    } catch (error) {
      message = error instanceof Error ? error.message : ''
    }
    expect(message).toStartWith('ARCHIVE_URL is not usable: expected ')
    expect(message).not.toContain('word')
    expect(message).not.toContain(url)
  })

  test('is optional, and an empty one counts as absent', () => {
    expect(readArchiveSettings({})).toBeNull()
    expect(readArchiveSettings({ ...keys, ARCHIVE_URL: '' })).toBeNull()
  })

  test('needs credentials in addition, and an empty session token counts as absent', () => {
    const ARCHIVE_URL = 's3://payloads?region=eu-west-3'
    for (const missing of ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY']) {
      expect(() => readArchiveSettings({ ...keys, ARCHIVE_URL, [missing]: '' })).toThrow(
        'expected AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY in addition to ARCHIVE_URL',
      )
    }
    const credentialsOf = (token: string) =>
      readArchiveSettings({ ...keys, ARCHIVE_URL, AWS_SESSION_TOKEN: token })?.credentials
    expect(credentialsOf('')).toEqual({ accessKeyId: 'id', secretAccessKey: 'secret', sessionToken: null })
    expect(credentialsOf('token')).toMatchObject({ sessionToken: 'token' })
  })
})
