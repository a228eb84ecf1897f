import { describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import manifest from '../../package.json' with { type: 'json' }
import renovate from '../../renovate.json' with { type: 'json' }

const root = join(import.meta.dir, '../..')

type Gitleaks = {
  rules: { id: string; regex: string }[]
  allowlists: { regexes: string[]; paths?: string[]; condition?: string }[]
}

describe('the scanner of secrets', async () => {
  const { rules, allowlists } = Bun.TOML.parse(await Bun.file(join(root, '.gitleaks.toml')).text()) as Gitleaks
  const invented = allowlists.filter(({ paths }) => paths === undefined).flatMap(({ regexes }) => regexes)
  const isAllowed = (secret: string) => invented.some((pattern) => new RegExp(pattern).test(secret))
  const isFound = (text: string) => rules.some(({ regex }) => new RegExp(regex).test(text)) && !isAllowed(text)

  test('finds a key of this product, and accepts the invented ones of documents and tests', () => {
    const real = Array.from(
      { length: 20 },
      () => `hxw_${Buffer.from(crypto.getRandomValues(new Uint8Array(16))).toString('hex')}`,
    )
    expect(real.filter((key) => !isFound(key))).toEqual([])
    expect(isFound('hxw_0123456789abcdef0123456789abcdef')).toBe(false)
  })

  test('accepts a private key in one test’s certificate only', () => {
    const ofFiles = allowlists.filter(({ paths }) => paths !== undefined)
    expect(ofFiles).toHaveLength(1)
    expect(ofFiles[0]?.condition).toBe('AND')
    const [path = ''] = ofFiles[0]?.paths ?? []
    const files = [...new Bun.Glob('**/*.ts').scanSync({ cwd: root })].filter((file) => !file.includes('node_modules/'))
    expect(files.filter((file) => new RegExp(path).test(file))).toHaveLength(1)
  })
})

describe('the updates of packages', () => {
  const held = renovate.packageRules.filter((rule) => 'dependencyDashboardApproval' in rule)

  test('a patched package is updated only on request', () => {
    const patched = Object.keys(manifest.patchedDependencies).map((id) => id.replace(/@[^@]*$/, ''))
    const named = held.flatMap((rule) => ('matchPackageNames' in rule ? rule.matchPackageNames : []))
    expect(patched.filter((name) => !named?.includes(name))).toEqual([])
  })

  test('the patterns find programs and the builder in the workflows', async () => {
    const globbed = new Bun.Glob('.github/workflows/*.yml').scanSync({ cwd: root, dot: true })
    const text = (await Promise.all([...globbed].map((name) => Bun.file(join(root, name)).text()))).join('\n')
    const found = renovate.customManagers
      .slice(3)
      .flatMap(({ matchStrings: [pattern = ''] }) => [...text.matchAll(new RegExp(pattern, 'g'))])
    expect(found.map(({ groups }) => groups?.['depName']).sort()).toEqual(['moby/buildkit', 'pip-audit', 'zizmor'])
  })

  test('the patterns find the digests of images and actions, and the version of Bun in the commands', async () => {
    const files = ['deploy/base-images/images.json', '.github/actions.json', '.ci/run']
    for (const [index, file] of files.entries()) {
      const pattern = new RegExp(renovate.customManagers[index]?.matchStrings[0] ?? '', 'g')
      const text = await Bun.file(join(root, file)).text()
      const expected = index < 2 ? Object.keys(JSON.parse(text)).length : text.split('npx -y bun@').length - 1
      expect([...text.matchAll(pattern)]).toHaveLength(expected)
    }
  })
})
