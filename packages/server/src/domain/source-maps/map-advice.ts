/** The closest match among the uploaded files. */
export type MapNearest =
  | { readonly code: 'script_without_map'; readonly url: string }
  | {
      readonly code: 'other_dist'
      readonly url: string
      /** Undefined: without one. */
      readonly uploaded: string | undefined
      readonly sent: string | undefined
    }
  | { readonly code: 'same_file_name'; readonly url: string }
  | { readonly code: 'other_build'; readonly url: string; readonly debugId: string | undefined }
  | { readonly code: 'large_map'; readonly url: string; readonly most: string }
  | { readonly code: 'costly_map'; readonly url: string; readonly needs: string; readonly most: string }
  | { readonly code: 'fatal_map'; readonly url: string }
  | { readonly code: 'lost_map'; readonly url: string }
  | { readonly code: 'unreachable_map'; readonly url: string }
  | { readonly code: 'unreadable_map'; readonly url: string; readonly problem: string }

/** How to get a source map for the script. */
export type MapFix =
  | { readonly code: 'inject_debug_ids' }
  | { readonly code: 'build_with_maps' }
  | { readonly code: 'upload_named_map'; readonly file: string }
  | { readonly code: 'use_one_dist' }
  | { readonly code: 'use_url_prefix'; readonly name: string }
  | { readonly code: 'upload_all_files'; readonly files: number }
  | { readonly code: 'upload_release'; readonly release: string }
  | { readonly code: 'upload_debug_id' }
  | { readonly code: 'upload_deployed_build' }
  | { readonly code: 'build_map_again' }
  | { readonly code: 'reach_store' }
  | { readonly code: 'upload_smaller_map' }
  | { readonly code: 'send_position' }
  | { readonly code: 'upload_fitting_map' }

type Sentences<T extends { readonly code: string }> = {
  readonly [Code in T['code']]: (said: Extract<T, { readonly code: Code }>) => string
}

const NEAREST: Sentences<MapNearest> = {
  script_without_map: ({ url }) => `${url} was uploaded, but no source map for it`,
  other_dist: ({ url, uploaded, sent }) =>
    `${url} was uploaded ${withDist(uploaded)}, but the event was sent ${withDist(sent)}`,
  same_file_name: ({ url }) => `${url} has the same file name`,
  other_build: ({ url, debugId }) =>
    `${url}${debugId === undefined ? '' : ` with debug ID ${debugId}`}, from another build`,
  large_map: ({ url, most }) => `${url}: it is larger than ${most}`,
  costly_map: ({ url, needs, most }) =>
    `${url}: opening it would take ${needs} of memory; the limit is ${most}`,
  fatal_map: ({ url }) => `${url}: the server ran out of memory or was killed while it opened it`,
  unreachable_map: ({ url }) => `${url}: the place where it is kept can’t be reached`,
  lost_map: ({ url }) => `${url}: its content is missing or damaged`,
  unreadable_map: ({ url, problem }) => `${url}: ${problem}`,
}

const FIXES: Sentences<MapFix> = {
  inject_debug_ids: () =>
    'Inject debug IDs when you build (with the bundler plugin or sentry-cli sourcemaps inject), or set a release.',
  build_with_maps: () => 'Build with source maps on, and upload the source map with the script.',
  upload_named_map: ({ file }) => `Also upload ${file}: the script references it.`,
  use_one_dist: () => 'Use the same dist in the SDK and in the upload, or none in both.',
  use_url_prefix: ({ name }) => `Upload with --url-prefix so that the file is named ${name}.`,
  upload_all_files: ({ files }) =>
    `The release has ${files} uploaded files, but not this one: upload the whole output folder of this build.`,
  upload_release: ({ release }) =>
    `Upload the source maps of this build: sentry-cli sourcemaps upload --release ${release} <output folder>.`,
  upload_debug_id: () =>
    'Upload the source maps of this build: the script has a debug ID, but no file with that ID was uploaded.',
  upload_deployed_build: () =>
    'Upload the source maps of the build that was deployed. Building again produces different files.',
  build_map_again: () => 'Build the source map again and upload it: it was found, but can’t be read.',
  reach_store: () => 'Run hindcast doctor: it says what is wrong with the store of uploaded files.',
  upload_smaller_map: () =>
    'Split the script into smaller chunks and upload their source maps, or give the server more memory.',
  send_position: () =>
    'Send a line and column with each frame, as the SDKs’ stack parsers do: this frame has none.',
  upload_fitting_map: () =>
    'The source map has no entry for this position. Upload the source map of the build that was deployed.',
}

export const NEAREST_CODES = Object.keys(NEAREST)
export const FIX_CODES = Object.keys(FIXES)

/** For programs, and for the UI to translate. */
export interface MapCodes {
  readonly nearest: MapNearest | undefined
  readonly fix: MapFix
}

export interface MapAdvice {
  /** No full stop: a name of a file may be its end. */
  readonly nearest: string | undefined
  readonly fix: string
  readonly codes: MapCodes
}

export function mapAdvice(fix: MapFix, nearest?: MapNearest): MapAdvice {
  return {
    nearest: nearest && said(NEAREST, nearest),
    fix: said(FIXES, fix),
    codes: { nearest, fix },
  }
}

function said<T extends { readonly code: string }>(sentences: Sentences<T>, value: T): string {
  const sentence = sentences[value.code as T['code']] as (said: T) => string
  return sentence(value)
}

function withDist(dist: string | undefined): string {
  return dist === undefined ? 'without a dist' : `with dist “${dist}”`
}
