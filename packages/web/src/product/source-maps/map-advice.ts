import type { FrameMap, MapFix, MapNearest } from '@hindcast/contract/events/mapped-frame.ts'
import { msg } from '@lingui/core/macro'
import { inWords, type CodedWords } from '#lib/i18n/coded-messages.ts'

/** Names of files and releases stay as they are. */
const NEAREST: CodedWords<MapNearest> = {
  script_without_map: ({ url }) => msg`${url} was uploaded, but no source map for it.`,
  other_dist: ({ url, uploaded, sent }) => {
    const one = uploaded ?? ''
    if (sent === null) return msg`${url} was uploaded with dist “${one}”, but the event has no dist.`
    if (uploaded === null) return msg`${url} was uploaded without a dist, but the event has dist “${sent}”.`
    return msg`${url} was uploaded with dist “${uploaded}”, but the event has “${sent}”.`
  },
  same_file_name: ({ url }) => msg`${url} has the same file name.`,
  other_build: ({ url, debugId }) =>
    debugId === null
      ? msg`${url}, from another build.`
      : msg`${url} with debug ID ${debugId}, from another build.`,
  large_map: ({ url, most }) => msg`${url} is larger than ${most}.`,
  costly_map: ({ url, needs, most }) =>
    msg`Opening ${url} would take ${needs} of memory; the limit on this server is ${most}.`,
  fatal_map: ({ url }) =>
    msg`${url} is skipped: the server ran out of memory or was killed the last time it opened this file.`,
  lost_map: ({ url }) => msg`${url} was uploaded, but its content is missing or damaged.`,
  unreachable_map: ({ url }) => msg`${url} was uploaded, but the place where it is kept can’t be reached.`,
  unreadable_map: ({ url, problem }) => msg`${url} can’t be read: ${problem}.`,
}

const FIXES: CodedWords<MapFix> = {
  inject_debug_ids: () =>
    msg`Inject debug IDs when you build (with the bundler plugin or sentry-cli sourcemaps inject), or set a release.`,
  build_with_maps: () => msg`Build with source maps on, and upload the source map with the script.`,
  upload_named_map: ({ file }) => msg`Also upload ${file}: the script references it.`,
  use_one_dist: () => msg`Use the same dist in the SDK and in the upload, or none in both.`,
  use_url_prefix: ({ name }) => msg`Upload with --url-prefix so that the file is named ${name}.`,
  upload_all_files: ({ files }) =>
    msg`The release has ${files} uploaded files, but not this one: upload the whole output folder of this build.`,
  upload_release: ({ release }) => {
    const command = `sentry-cli sourcemaps upload --release ${release} <output folder>`
    return msg`Upload the source maps of this build: ${command}.`
  },
  upload_debug_id: () =>
    msg`Upload the source maps of this build: the script has a debug ID, but no file with that ID was uploaded.`,
  upload_deployed_build: () =>
    msg`Upload the source maps of the build that was deployed. Building again produces different files.`,
  build_map_again: () => msg`Build the source map again and upload it: it was found, but can’t be read.`,
  reach_store: () => msg`Run hindcast doctor: it says what is wrong with the store of uploaded files.`,
  upload_smaller_map: () =>
    msg`Split the script into smaller chunks and upload their source maps, or give the server more memory.`,
  send_position: () =>
    msg`Send a line and column with each frame, as the SDKs’ stack parsers do: this frame has none.`,
  upload_fitting_map: () =>
    msg`The source map has no entry for this position. Upload the source map of the build that was deployed.`,
}

type Said = Pick<FrameMap, 'nearest' | 'fix' | 'codes'>

export function nearestWords({ nearest, codes }: Said): string {
  return inWords(NEAREST, codes.nearest) ?? nearest ?? ''
}

export function fixWords({ fix, codes }: Said): string {
  return inWords(FIXES, codes.fix) ?? fix ?? ''
}
