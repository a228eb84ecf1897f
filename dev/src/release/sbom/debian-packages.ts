import { runToEnd } from '../../commands/run-command.ts'
import { type Component, nameLibrary } from './document.ts'

/** Prints the release of Debian, then of each package: name, version, processor, and the short names of its licences, separated by tabs. */
const script = String.raw`
. /etc/os-release && echo "$VERSION_ID"
dpkg-query -W -f '\${Package} \${Version} \${Architecture}\n' | while read -r name version processor; do
  licences=$(sed -n 's/^[Ll]icense: *//p' "/usr/share/doc/$name/copyright" 2> /dev/null | sort -u | tr '\n' '|')
  printf '%s\t%s\t%s\t%s\n' "$name" "$version" "$processor" "$licences"
done`.replaceAll('\\$', '$')

/**
 * Debian's packages of a local image, with the licences that their copyright files name. They have no hash: dpkg keeps none of the packages that it has
 * installed.
 *
 * @param image name or id of an image of the container engine
 * @returns one component for each package, in order of their names; its licences have the names of Debian, which are not those of SPDX
 * @throws Error when the engine does not answer, or the image is not Debian's
 */
export async function listDebianPackages(image: string): Promise<Component[]> {
  const options = ['--rm', '--network', 'none', '--read-only', '--entrypoint', 'sh']
  const { exitCode, stdout, stderr } = await runToEnd(['docker', 'run', ...options, image, '-c', script])
  if (exitCode !== 0) throw new Error(`The packages of the image ${image} could not be read: ${stderr.trim()}`)
  const [release = '', ...lines] = stdout.trim().split('\n')
  if (lines.length === 0) throw new Error(`The image ${image} names no package of Debian.`)
  return lines.map((line) => toComponent(line, release))
}

/**
 * @param line as the script prints it
 * @param release of Debian, such as `12`
 */
function toComponent(line: string, release: string): Component {
  const [name = '', version = '', processor = '', licences = ''] = line.split('\t')
  const named = licences.split('|').filter((licence) => licence !== '')
  // Its short names are not those of SPDX, and older copyright files have none.
  const names = named.length > 0 ? named : [`see /usr/share/doc/${name}/copyright`]
  const purl = `pkg:deb/debian/${encodeURIComponent(name)}@${encodeURIComponent(version)}?arch=${processor}&distro=debian-${release}`
  return {
    ...nameLibrary(purl, name, version),
    licenses: [...new Set(names)].map((licence) => ({ license: { name: licence } })),
  }
}
