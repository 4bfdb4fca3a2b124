import * as v from 'valibot'
import { endpoint } from '../endpoint.ts'
import { SentryProject } from './organizations.ts'
import { SentryTeam } from './people.ts'
import { SentryKey } from './project-parts.ts'

const tag = 'sentry'
const Name = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(64))
const Platform = v.optional(v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(64)))

export const sentryCreateTeam = endpoint({
  method: 'POST',
  path: '/api/0/organizations/:organization/teams/',
  body: v.object({ name: Name }),
  response: SentryTeam,
  status: 201,
  summary: 'Create a team; its slug is made from its name',
  access: 'team:write',
  tag,
})

export const sentryCreateProject = endpoint({
  method: 'POST',
  path: '/api/0/teams/:organization/:team/projects/',
  body: v.object({
    name: Name,
    slug: v.optional(v.pipe(v.string(), v.description('Only the one that the name gives.'))),
    platform: Platform,
  }),
  response: SentryProject,
  status: 201,
  summary: 'Create a project for a team',
  access: 'project:write',
  tag,
})

export const sentryUpdateProject = endpoint({
  method: 'PUT',
  path: '/api/0/projects/:organization/:project/',
  body: v.object({
    name: v.optional(Name),
    slug: v.optional(v.pipe(v.string(), v.description('Only the one that the project has.'))),
    platform: Platform,
  }),
  response: SentryProject,
  summary: 'Update name and platform of a project',
  access: 'project:write',
  tag,
})

export const sentryAddProjectTeam = endpoint({
  method: 'POST',
  path: '/api/0/projects/:organization/:project/teams/:team/',
  response: SentryProject,
  status: 201,
  summary: 'Let a team look after a project',
  access: 'team:write',
  tag,
})

export const sentryRemoveProjectTeam = endpoint({
  method: 'DELETE',
  path: '/api/0/projects/:organization/:project/teams/:team/',
  response: SentryProject,
  summary: 'Take a project from a team',
  access: 'team:write',
  tag,
})

export const sentryUpdateKey = endpoint({
  method: 'PUT',
  path: '/api/0/projects/:organization/:project/keys/:key/',
  body: v.strictObject(
    {
      name: v.optional(Name),
      isActive: v.optional(v.boolean()),
      rateLimit: v.optional(
        v.pipe(
          v.nullable(
            v.object({
              window: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(86_400)),
              count: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(1_000_000_000)),
            }),
          ),
          v.description('Its quota for errors; null: none.'),
        ),
      ),
    },
    'is not a setting of a key here; there are isActive, name, rateLimit',
  ),
  response: SentryKey,
  summary: 'Update a key, named by its public key',
  access: 'project:write',
  tag,
})
