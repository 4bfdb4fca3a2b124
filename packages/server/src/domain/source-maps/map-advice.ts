/** What is there and almost fits. */
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
  | { readonly code: 'unreadable_map'; readonly url: string; readonly problem: string }

/** What to do about a script without a map. */
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
  | { readonly code: 'upload_smaller_map' }
  | { readonly code: 'send_position' }
  | { readonly code: 'upload_fitting_map' }

type Sentences<T extends { readonly code: string }> = {
  readonly [Code in T['code']]: (said: Extract<T, { readonly code: Code }>) => string
}

const NEAREST: Sentences<MapNearest> = {
  script_without_map: ({ url }) => `${url} is there, but no map for it`,
  other_dist: ({ url, uploaded, sent }) =>
    `${url} was uploaded ${withDist(uploaded)}, the event came ${withDist(sent)}`,
  same_file_name: ({ url }) => `${url} has the same file name`,
  other_build: ({ url, debugId }) =>
    `${url}${debugId === undefined ? '' : ` with debug id ${debugId}`}, of another build`,
  large_map: ({ url, most }) => `${url}: it is larger than ${most}`,
  costly_map: ({ url, needs, most }) =>
    `${url}: opening it would take ${needs} of memory, and ${most} are allowed`,
  fatal_map: ({ url }) => `${url}: the server ran out of memory or was killed while it opened it`,
  lost_map: ({ url }) => `${url}: its bytes are gone or damaged`,
  unreadable_map: ({ url, problem }) => `${url}: ${problem}`,
}

const FIXES: Sentences<MapFix> = {
  inject_debug_ids: () =>
    'Inject debug ids when you build (the bundler plugin, or sentry-cli sourcemaps inject), or set a release.',
  build_with_maps: () => 'Build with source maps on, and upload the map with the script.',
  upload_named_map: ({ file }) => `Upload ${file} too: the script names it.`,
  use_one_dist: () => 'Use the same dist in the SDK and in the upload, or none in both.',
  use_url_prefix: ({ name }) => `Upload with --url-prefix so that the file is called ${name}.`,
  upload_all_files: ({ files }) =>
    `The release has ${files} uploaded files, but not this one: upload the whole output folder of this build.`,
  upload_release: ({ release }) =>
    `Upload the maps of this build: sentry-cli sourcemaps upload --release ${release} <output folder>.`,
  upload_debug_id: () =>
    'Upload the maps of this build: the script carries a debug id, but nothing with that id has arrived.',
  upload_deployed_build: () =>
    'Upload the maps of the very build that was deployed; a second build gives other files.',
  build_map_again: () => 'Build the map again and upload it; it was found, but it cannot be read.',
  upload_smaller_map: () =>
    'Split the script into smaller ones and upload their maps, or give the server more memory.',
  send_position: () =>
    'Send line and column with each frame, as the stack parsers of the SDKs do: this frame names none.',
  upload_fitting_map: () =>
    'The map was found, but has nothing for this position: upload the map of the very build that was deployed.',
}

export const NEAREST_CODES = Object.keys(NEAREST)
export const FIX_CODES = Object.keys(FIXES)

/** For programs and for readers of other languages, beside the sentences that stand for them. */
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
