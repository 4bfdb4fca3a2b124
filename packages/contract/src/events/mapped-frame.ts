import * as v from 'valibot'

const text = v.nullable(v.string())

/** Position of a frame in the original source. */
export const OriginalFrame = v.object({
  filename: v.pipe(v.string(), v.description('Without the bundler’s prefix, decoded: `src/cart.ts`.')),
  source: v.pipe(v.string(), v.description('As named in the source map.')),
  function: text,
  line: v.number(),
  column: v.pipe(v.number(), v.description('From 1.')),
  inApp: v.boolean(),
  preContext: v.array(v.string()),
  contextLine: text,
  postContext: v.array(v.string()),
})
export type OriginalFrame = v.InferOutput<typeof OriginalFrame>

export const MapState = v.picklist([
  'mapped',
  'no_debug_id',
  'no_file',
  'no_position',
  'broken_map',
  'not_needed',
])

/** Result of fetching the source map that a script references. */
export const MapFetchState = v.picklist([
  'off',
  'waiting',
  'fetched',
  'not_own',
  'address_refused',
  'unreachable',
  'timed_out',
  'too_large',
  'not_found',
  'no_reference',
  'not_a_map',
  'other_build',
  'no_space',
])
export type MapFetchState = v.InferOutput<typeof MapFetchState>

export const LookedFor = v.object({
  by: v.picklist(['debug_id', 'url', 'fetch']),
  value: v.string(),
  dist: v.pipe(text, v.description('Null: files without a dist.')),
  found: v.picklist(['map', 'script', 'nothing']),
})

/** The closest match, as a code for programs and translations. */
export const MapNearest = v.variant('code', [
  v.object({ code: v.literal('script_without_map'), url: v.string() }),
  v.object({ code: v.literal('other_dist'), url: v.string(), uploaded: text, sent: text }),
  v.object({ code: v.literal('same_file_name'), url: v.string() }),
  v.object({ code: v.literal('other_build'), url: v.string(), debugId: text }),
  v.object({ code: v.literal('large_map'), url: v.string(), most: v.string() }),
  v.object({ code: v.literal('costly_map'), url: v.string(), needs: v.string(), most: v.string() }),
  v.object({ code: v.literal('fatal_map'), url: v.string() }),
  v.object({ code: v.literal('lost_map'), url: v.string() }),
  v.object({ code: v.literal('unreachable_map'), url: v.string() }),
  v.object({ code: v.literal('unreadable_map'), url: v.string(), problem: v.string() }),
])
export type MapNearest = v.InferOutput<typeof MapNearest>

/** The fix, as a code. */
export const MapFix = v.variant('code', [
  v.object({ code: v.literal('inject_debug_ids') }),
  v.object({ code: v.literal('build_with_maps') }),
  v.object({ code: v.literal('upload_named_map'), file: v.string() }),
  v.object({ code: v.literal('use_one_dist') }),
  v.object({ code: v.literal('use_url_prefix'), name: v.string() }),
  v.object({ code: v.literal('upload_all_files'), files: v.number() }),
  v.object({ code: v.literal('upload_release'), release: v.string() }),
  v.object({ code: v.literal('upload_debug_id') }),
  v.object({ code: v.literal('upload_deployed_build') }),
  v.object({ code: v.literal('build_map_again') }),
  v.object({ code: v.literal('reach_store') }),
  v.object({ code: v.literal('upload_smaller_map') }),
  v.object({ code: v.literal('send_position') }),
  v.object({ code: v.literal('upload_fitting_map') }),
])
export type MapFix = v.InferOutput<typeof MapFix>

/** Why a frame is mapped, or why it is not and what to do about it. */
export const FrameMap = v.object({
  state: MapState,
  looked: v.pipe(v.array(LookedFor), v.description('What was searched for, in order.')),
  nearest: v.pipe(text, v.description('Closest match among the uploaded files.')),
  fix: v.pipe(text, v.description('How to fix it, in one sentence.')),
  codes: v.pipe(
    v.object({ nearest: v.nullable(MapNearest), fix: v.nullable(MapFix) }),
    v.description('`nearest` and `fix` as codes with arguments.'),
  ),
  fetch: v.pipe(
    v.nullable(MapFetchState),
    v.description('Result of fetching the source map from the site; null if there was nothing to fetch.'),
  ),
})
export type FrameMap = v.InferOutput<typeof FrameMap>
