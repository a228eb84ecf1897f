/** This machine, as `fetch` of Bun reads NO_PROXY: a name covers its sub-domains, a range is written with its prefix length. */
const thisMachine = ['localhost', '127.0.0.0/8', '::1']

/** Every address. */
const everything = ['*']

/** An environment that may be changed: Bun reads these variables anew at each call. */
type ChangeableEnv = Record<string, string | undefined>

/**
 * Makes calls to this machine bypass the proxy of `HTTP_PROXY`, whatever `NO_PROXY` says: a proxy cannot answer them and would see the secrets in them.
 */
export function callThisMachineDirectly(env: ChangeableEnv): void {
  addExceptions(env, thisMachine)
}

/** Makes every call bypass a proxy: for programs that call only other programs of the product. */
export function callDirectly(env: ChangeableEnv): void {
  addExceptions(env, everything)
}

function addExceptions(env: ChangeableEnv, exceptions: readonly string[]): void {
  const known = [env['NO_PROXY'], env['no_proxy']].flatMap((list) => (list ?? '').split(','))
  const all = [...known.map((entry) => entry.trim()).filter((entry) => entry !== ''), ...exceptions]
  // Both spellings are set, because the lower-case one takes precedence.
  env['NO_PROXY'] = env['no_proxy'] = [...new Set(all)].join(',')
}
