import { i18n, type MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

type Words = readonly [RegExp, (one: string, two: string, three: string) => MessageDescriptor]

/** The server's sentences with what they name taken out; names of files and releases stay as they are. */
const NEAREST: readonly Words[] = [
  [/^(.+) is there, but no map for it$/, (url) => msg`${url} is there, but no map for it.`],
  [
    /^(.+) was uploaded without a dist, the event came with dist “(.*)”$/,
    (url, dist) => msg`${url} was uploaded without a dist, the event came with dist “${dist}”.`,
  ],
  [
    /^(.+) was uploaded with dist “(.*)”, the event came without a dist$/,
    (url, dist) => msg`${url} was uploaded with dist “${dist}”, the event came without one.`,
  ],
  [
    /^(.+) was uploaded with dist “(.*)”, the event came with dist “(.*)”$/,
    (url, uploaded, sent) => msg`${url} was uploaded with dist “${uploaded}”, the event came with “${sent}”.`,
  ],
  [/^(.+) has the same file name$/, (url) => msg`${url} has the same file name.`],
  [
    /^(.+) with debug id (\S+), of another build$/,
    (url, id) => msg`${url} with debug id ${id}, of another build.`,
  ],
  [/^(.+), of another build$/, (url) => msg`${url}, of another build.`],
]

const FIXES: readonly Words[] = [
  [
    /^Inject debug ids when you build/,
    () =>
      msg`Inject debug ids when you build (the bundler plugin, or sentry-cli sourcemaps inject), or set a release.`,
  ],
  [/^Build with source maps on/, () => msg`Build with source maps on, and upload the map with the script.`],
  [/^Upload (.+) too: the script names it\.$/, (file) => msg`Upload ${file} too: the script names it.`],
  [/^Use the same dist/, () => msg`Use the same dist in the SDK and in the upload, or none in both.`],
  [
    /^Upload with --url-prefix so that the file is called (.+)\.$/,
    (name) => msg`Upload with --url-prefix so that the file is called ${name}.`,
  ],
  [
    /^The release has (\d+) uploaded files, but not this one/,
    (count) =>
      msg`The release has ${count} uploaded files, but not this one: upload the whole output folder of this build.`,
  ],
  [
    /^Upload the maps of this build: (sentry-cli .+)\.$/,
    (command) => msg`Upload the maps of this build: ${command}.`,
  ],
  [
    /^Upload the maps of this build: the script/,
    () =>
      msg`Upload the maps of this build: the script carries a debug id, but nothing with that id has arrived.`,
  ],
  [
    /^Upload the maps of the very build/,
    () => msg`Upload the maps of the very build that was deployed; a second build gives other files.`,
  ],
  [
    /^Build the map again/,
    () => msg`Build the map again and upload it; it was found, but it cannot be read.`,
  ],
  [
    /^The frame names no line and column/,
    () => msg`The frame names no line and column: nothing can be looked up.`,
  ],
  [
    /^The map was found, but has nothing/,
    () =>
      msg`The map was found, but has nothing for this position: upload the map of the very build that was deployed.`,
  ],
]

/** A newer server may know more; then its own English sentence has to do. */
function inWords(said: string, known: readonly Words[]): string {
  for (const [pattern, words] of known) {
    const match = pattern.exec(said)
    if (match !== null) return i18n._(words(match[1] ?? '', match[2] ?? '', match[3] ?? ''))
  }
  return said
}

export function nearestWords(said: string): string {
  return inWords(said, NEAREST)
}

export function fixWords(said: string): string {
  return inWords(said, FIXES)
}
