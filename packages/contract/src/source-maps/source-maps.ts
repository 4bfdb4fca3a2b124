import * as v from 'valibot'
import { endpoint } from '../endpoint.ts'
import { FrameMap } from '../events/mapped-frame.ts'

export const ReleaseMaps = v.object({
  release: v.string(),
  scripts: v.array(
    v.object({
      url: v.string(),
      verdict: v.pipe(
        v.picklist(['mapped', 'missing', 'foreign']),
        v.description(
          '`foreign`: from another origin, without a debug ID, and nothing similar was uploaded.',
        ),
      ),
      frames: v.number(),
      map: FrameMap,
    }),
  ),
  events: v.pipe(v.number(), v.description('Events that were looked at, the latest.')),
  uploaded: v.object({ scripts: v.number(), maps: v.number() }),
  complete: v.pipe(v.boolean(), v.description('True if every script in events has a source map.')),
})
export type ReleaseMaps = v.InferOutput<typeof ReleaseMaps>

export const getReleaseMaps = endpoint({
  method: 'GET',
  path: '/api/v1/projects/:project/source-maps',
  query: v.object({ release: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(200)) }),
  response: ReleaseMaps,
  summary: 'List scripts of a release with the state of their source maps and how to fix it',
  access: 'event:read',
  tag: 'events',
})
