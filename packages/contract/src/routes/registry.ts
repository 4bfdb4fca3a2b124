import * as v from 'valibot'
import { endpoint } from '../endpoint.ts'
import { ProjectRef, Timestamp } from '../values.ts'
import { LONGEST_ACTION, MOST_ACTIONS } from './server-action.ts'

const tag = 'routes'

const Pattern = v.pipe(
  v.string(),
  v.minLength(1),
  v.maxLength(500),
  v.description(
    'As Next.js, React Router or TanStack Router write it: `/users/[id]`, `/users/:id`, `/users/$id`.',
  ),
)
const Framework = v.picklist(['next', 'react-router', 'tanstack'])
const Release = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(200))

const Rewrite = v.object({
  source: v.pipe(v.string(), v.maxLength(500)),
  destination: v.pipe(v.string(), v.maxLength(500)),
})
const Rewrites = v.pipe(v.array(Rewrite), v.maxLength(500))

const ServerAction = v.object({
  id: v.pipe(v.string(), v.minLength(1), v.maxLength(LONGEST_ACTION.id)),
  file: v.pipe(v.string(), v.minLength(1), v.maxLength(LONGEST_ACTION.file)),
  name: v.pipe(v.string(), v.minLength(1), v.maxLength(LONGEST_ACTION.name)),
})

export const RouteManifest = v.object({
  style: v.pipe(Framework, v.description('Whose patterns these are.')),
  basePath: v.pipe(
    v.string(),
    v.maxLength(200),
    v.regex(/^(?:\/[^/?#]+)*$/, 'must be empty or start with a slash and not end with one'),
  ),
  locales: v.pipe(
    v.array(v.pipe(v.string(), v.minLength(1), v.maxLength(35))),
    v.maxLength(200),
    v.description('That addresses start with and that are no part of a pattern.'),
  ),
  defaultLocale: v.optional(v.pipe(v.string(), v.maxLength(35))),
  patterns: v.pipe(v.array(Pattern), v.maxLength(2000), v.description('Without the base path.')),
  redirects: v.optional(Rewrites, []),
  beforeFiles: v.optional(v.pipe(Rewrites, v.description('Applied before any route.')), []),
  afterFiles: v.optional(v.pipe(Rewrites, v.description('Applied after routes without parameters.')), []),
  fallback: v.optional(v.pipe(Rewrites, v.description('Applied after all routes.')), []),
  actions: v.optional(
    v.pipe(
      v.array(ServerAction),
      v.maxLength(MOST_ACTIONS),
      v.description(
        'Server actions of Next.js: the id that requests name, the file, and the name of the export.',
      ),
    ),
    [],
  ),
})
export type RouteManifest = v.InferOutput<typeof RouteManifest>

export const RouteRule = v.object({ id: v.string(), pattern: v.string(), createdAt: Timestamp })
export type RouteRule = v.InferOutput<typeof RouteRule>

const Source = v.picklist(['rule', 'manifest', 'sdk', 'learned'])

export const RouteRegistry = v.object({
  rules: v.pipe(v.array(RouteRule), v.description('In the order in which they are tried.')),
  manifests: v.pipe(
    v.array(
      v.object({
        release: v.string(),
        uploadedAt: Timestamp,
        framework: Framework,
        basePath: v.string(),
        locales: v.array(v.string()),
        patterns: v.number(),
        rewrites: v.number(),
      }),
    ),
    v.description('Latest first. A release without one uses the latest.'),
  ),
  routes: v.pipe(
    v.array(
      v.object({
        pattern: v.pipe(v.string(), v.description('As it is stored and searched for.')),
        display: v.pipe(v.string(), v.description('As the framework of the project writes it.')),
        source: v.pipe(v.picklist(['rule', 'manifest', 'learned']), v.description('Where it comes from.')),
      }),
    ),
    v.description('All patterns that name routes now: rules, the latest manifest, learned ones.'),
  ),
})
export type RouteRegistry = v.InferOutput<typeof RouteRegistry>

export const listRoutes = endpoint({
  method: 'GET',
  path: '/api/v1/projects/:project/routes',
  params: { project: ProjectRef },
  response: RouteRegistry,
  summary: 'What the routes of a project are named by',
  access: 'project:read',
  tag,
})

export const uploadRoutes = endpoint({
  method: 'PUT',
  path: '/api/v1/projects/:project/routes/manifest',
  params: { project: ProjectRef },
  body: v.object({ release: Release, manifest: RouteManifest }),
  response: v.object({
    release: v.string(),
    patterns: v.pipe(v.number(), v.description('Patterns that were read.')),
    rewrites: v.pipe(v.number(), v.description('Redirects and rewrites that will be applied.')),
    actions: v.pipe(v.number(), v.description('Server actions that were read.')),
    skipped: v.pipe(v.array(v.string()), v.description('What could not be read; at most 20.')),
    organization: v.pipe(
      v.string(),
      v.description('Slug of its organization, which uploads of source maps name.'),
    ),
  }),
  summary: 'Upload the routes of a release, in place of those uploaded for it before',
  access: 'project:releases',
  tag,
})

export const createRouteRule = endpoint({
  method: 'POST',
  path: '/api/v1/projects/:project/routes/rules',
  params: { project: ProjectRef },
  body: v.object({ pattern: Pattern }),
  response: RouteRule,
  status: 201,
  summary: 'Add a pattern that goes before manifest, SDK and learned patterns; the last of the rules',
  access: 'project:write',
  tag,
})

export const orderRouteRules = endpoint({
  method: 'PUT',
  path: '/api/v1/projects/:project/routes/rules',
  params: { project: ProjectRef },
  body: v.object({ ids: v.pipe(v.array(v.pipe(v.string(), v.maxLength(64))), v.maxLength(100)) }),
  response: v.object({ rules: v.array(RouteRule) }),
  summary: 'Put rules into another order: these first, the others behind them as they were',
  access: 'project:write',
  tag,
})

export const deleteRouteRule = endpoint({
  method: 'DELETE',
  path: '/api/v1/projects/:project/routes/rules/:rule',
  params: { project: ProjectRef, rule: v.pipe(v.string(), v.maxLength(64)) },
  response: v.object({ deleted: v.string() }),
  summary: 'Delete a rule',
  access: 'project:write',
  tag,
})

export const previewRouteRule = endpoint({
  method: 'POST',
  path: '/api/v1/projects/:project/routes/preview',
  params: { project: ProjectRef },
  body: v.object({ pattern: Pattern }),
  response: v.object({
    pattern: v.pipe(v.nullable(v.string()), v.description('As it would be stored; null: not a pattern.')),
    addresses: v.pipe(v.number(), v.description('Recent addresses that were looked at, the most visited.')),
    events: v.number(),
    matches: v.pipe(
      v.array(
        v.object({
          url: v.string(),
          events: v.number(),
          now: v.pipe(
            v.nullable(v.object({ pattern: v.string(), source: Source })),
            v.description('What names the address today.'),
          ),
        }),
      ),
      v.description('Those that the pattern matches; at most 100.'),
    ),
    matchedAddresses: v.number(),
    matchedEvents: v.number(),
  }),
  summary: 'Which recent addresses a rule would match; changes nothing',
  access: 'project:write',
  tag,
})
