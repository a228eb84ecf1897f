/** Which of some packages this system's distribution has, as far as its lists are there. */
export function inDistribution(packages: readonly string[]): string[] {
  const text = Bun.spawnSync(['apt-cache', 'policy', ...packages]).stdout.toString()
  return [...text.matchAll(/^(\S+):\n {2}Installed: .*\n {2}Candidate: (?!\(none\))/gm)].map(([, name = '']) => name)
}

/** A package that is in every Debian and installed in none: a fresh system has no lists, and another distribution other packages. */
export const isDebianKnown =
  Bun.which('apt-cache') !== null &&
  (await Bun.file('/etc/debian_version').exists()) &&
  inDistribution(['hello', 'patroni']).length === 2
if (!isDebianKnown) console.warn('SKIPPED: the lists of Debian are not here, its packages are not looked for')
