import * as v from 'valibot'

/** What an API token may be allowed to do. The names are those Sentry's tools already use. */
export const SCOPES = [
  'org:read',
  'org:write',
  'org:admin',
  'member:read',
  'member:write',
  'team:read',
  'team:write',
  'project:read',
  'project:write',
  'project:admin',
  'event:read',
  'event:write',
  'event:admin',
  'project:releases',
  'alerts:read',
  'alerts:write',
] as const

export const Scope = v.pipe(
  v.picklist(SCOPES),
  v.description('Permissions of a token, with the names that Sentry’s tools use.'),
)
export type Scope = v.InferOutput<typeof Scope>
