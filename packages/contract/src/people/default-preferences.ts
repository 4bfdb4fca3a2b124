import type { Preferences } from './preferences.ts'

/** Apart from the schema, which the first page that is shown must not wait for. */
export const DEFAULT_PREFERENCES: Preferences = {
  language: null,
  theme: null,
  density: 'default',
  stack: 'app',
  stackNewestFirst: true,
  singleKeys: true,
  lastProject: null,
}
