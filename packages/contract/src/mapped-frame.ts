import * as v from 'valibot'

const text = v.nullable(v.string())

/** Where a frame is in the source that somebody wrote. */
export const OriginalFrame = v.object({
  filename: v.pipe(v.string(), v.description('Without what the bundler put around it: `src/cart.ts`.')),
  source: v.pipe(v.string(), v.description('As the map names it.')),
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

/** What became of the map that a script names itself. */
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
  dist: v.pipe(text, v.description('Null: among files that were uploaded without one.')),
  found: v.picklist(['map', 'script', 'nothing']),
})

/** Why a frame is mapped, or why it is not and what to do about it. */
export const FrameMap = v.object({
  state: MapState,
  looked: v.pipe(v.array(LookedFor), v.description('What was looked for, in order.')),
  nearest: v.pipe(text, v.description('What is there and almost fits.')),
  fix: v.pipe(text, v.description('What to do, in one line.')),
  fetch: v.pipe(
    v.nullable(MapFetchState),
    v.description('What became of fetching the map from the site; null where nothing was to fetch.'),
  ),
})
export type FrameMap = v.InferOutput<typeof FrameMap>
