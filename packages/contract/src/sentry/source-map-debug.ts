import * as v from 'valibot'
import { endpoint } from '../endpoint.ts'
import { AnyObject } from '../values.ts'
import { listQuery } from './lists.ts'

const text = v.nullable(v.string())
const Looked = v.picklist(['found', 'wrong-dist', 'unsuccessful'])

const Fetched = v.nullable(
  v.object({
    url: v.string(),
    status: v.picklist(['success', 'failure', 'not_attempted']),
    reason: v.optional(v.string()),
    details: v.optional(text),
  }),
)

const Frame = v.object({
  debug_id_process: v.object({
    debug_id: text,
    uploaded_source_file_with_correct_debug_id: v.boolean(),
    uploaded_source_map_with_correct_debug_id: v.boolean(),
  }),
  release_process: v.nullable(
    v.object({
      abs_path: v.string(),
      matching_source_file_names: v.array(v.string()),
      matching_source_map_name: text,
      source_map_reference: text,
      source_file_lookup_result: Looked,
      source_map_lookup_result: Looked,
    }),
  ),
  scraping_process: v.object({ source_file: Fetched, source_map: Fetched }),
})

export const SentrySourceMapDebug = v.object({
  dist: text,
  release: text,
  exceptions: v.array(v.object({ frames: v.array(Frame) })),
  has_debug_ids: v.boolean(),
  min_debug_id_sdk_version: text,
  sdk_version: text,
  project_has_some_artifact_bundle: v.boolean(),
  release_has_some_artifact: v.boolean(),
  has_uploaded_some_artifact_with_a_debug_id: v.pipe(
    v.boolean(),
    v.description('Among the latest 20 uploads, or of a script of this event.'),
  ),
  sdk_debug_id_support: v.picklist(['not-supported', 'unofficial-sdk', 'needs-upgrade', 'full']),
  has_scraping_data: v.boolean(),
  errors: v.pipe(
    v.array(
      v.object({
        type: v.pipe(v.string(), v.description('As `map.state` of a frame under /api/v1.')),
        message: v.string(),
        data: AnyObject,
      }),
    ),
    v.description('What to do about frames that are not mapped: of the frame asked for, or of all.'),
  ),
})

const place = (what: string) =>
  v.optional(
    v.pipe(
      v.string(),
      v.regex(/^\d{1,4}$/, 'must be a number'),
      v.transform(Number),
      v.number(),
      v.description(`Place of the ${what} from 0, as the SDK sent it. Needs the other.`),
    ),
  )

const asked = {
  method: 'GET',
  query: listQuery({ exception_idx: place('exception'), frame_idx: place('frame') }),
  response: SentrySourceMapDebug,
  access: 'event:read',
  tag: 'sentry',
} as const

export const sentryDebugSourceMaps = endpoint({
  ...asked,
  path: '/api/0/projects/:organization/:project/events/:event/source-map-debug/',
  summary: 'Say why frames of an event are mapped or not: what is known, uploaded, fetched and opened',
})

export const sentryDebugSourceMapsFully = endpoint({
  ...asked,
  path: '/api/0/projects/:organization/:project/events/:event/source-map-debug-blue-thunder-edition/',
  summary: 'The same, at the address that Sentry’s own pages use',
})
