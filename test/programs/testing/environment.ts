/** The environment of the tests of programs: the only place that reads it. */
export const environment = {
  /** Everything, for installations: registries, proxies and certificates are named there. */
  whole: Bun.env,
  path: Bun.env['PATH'] ?? '',
  home: Bun.env['HOME'] ?? '',
  /** Address and key of the product of this run; empty when the runner started none. */
  productUrl: Bun.env['HEXAWATT_TEST_PRODUCT_URL'] ?? '',
  productKey: Bun.env['HEXAWATT_TEST_PRODUCT_KEY'] ?? '',
  /** A program that this machine cannot have is a failure. */
  isComplete: Bun.env['HEXAWATT_TEST_ALL_PROGRAMS'] === '1',
} as const
