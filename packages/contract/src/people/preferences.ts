import * as v from 'valibot'
import { endpoint } from '../endpoint.ts'

/** Taste, not place: what a person chose once and expects on every machine. Null: as the browser says. */
export const Preferences = v.object({
  language: v.nullable(v.picklist(['en', 'de'])),
  theme: v.nullable(v.picklist(['light', 'dark'])),
  density: v.picklist(['compact', 'default', 'comfortable']),
  stack: v.pipe(
    v.picklist(['app', 'full', 'raw']),
    v.description('Frames of the application, all frames, or the text as a console prints it.'),
  ),
  stackNewestFirst: v.boolean(),
  singleKeys: v.pipe(v.boolean(), v.description('Whether single letters are shortcuts.')),
  lastProject: v.nullable(v.string()),
})
export type Preferences = v.InferOutput<typeof Preferences>

export const getPreferences = endpoint({
  method: 'GET',
  path: '/api/v1/preferences',
  response: Preferences,
  summary: 'How you like things shown',
  access: 'session',
  tag: 'session',
})

export const updatePreferences = endpoint({
  method: 'PATCH',
  path: '/api/v1/preferences',
  body: v.partial(Preferences),
  response: Preferences,
  summary: 'Change how you like things shown',
  access: 'session',
  tag: 'session',
})
