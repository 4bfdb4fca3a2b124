import * as v from 'valibot'
import { endpoint } from '../endpoint.ts'

/** Preferences of a user, the same on every device. Null: the browser's default. */
export const Preferences = v.object({
  language: v.nullable(v.picklist(['en', 'de'])),
  theme: v.nullable(v.picklist(['light', 'dark'])),
  density: v.picklist(['compact', 'default', 'comfortable']),
  stack: v.pipe(
    v.picklist(['app', 'full', 'raw']),
    v.description('App frames, all frames, or text as printed by a console.'),
  ),
  stackNewestFirst: v.boolean(),
  singleKeys: v.pipe(v.boolean(), v.description('True if single letters are shortcuts.')),
  lastProject: v.nullable(v.string()),
})
export type Preferences = v.InferOutput<typeof Preferences>

export const getPreferences = endpoint({
  method: 'GET',
  path: '/api/v1/preferences',
  response: Preferences,
  summary: 'Get your preferences',
  access: 'session',
  tag: 'session',
})

export const updatePreferences = endpoint({
  method: 'PATCH',
  path: '/api/v1/preferences',
  body: v.partial(Preferences),
  response: Preferences,
  summary: 'Update your preferences',
  access: 'session',
  tag: 'session',
})
