import * as v from 'valibot'
import { endpoint } from '../endpoint.ts'
import { Person } from './person.ts'
import { OrganizationChoice } from './roles.ts'
import { Timestamp } from '../values.ts'

const tag = 'teams'

export const Team = v.object({
  id: v.string(),
  slug: v.pipe(
    v.string(),
    v.description('Used in searches, e.g. assigned:#web. It doesn’t change on rename.'),
  ),
  name: v.string(),
  createdAt: Timestamp,
  members: v.array(Person),
  projects: v.pipe(
    v.array(v.object({ id: v.string(), slug: v.string(), name: v.string() })),
    v.description('Projects it owns. Others see them too.'),
  ),
})
export type Team = v.InferOutput<typeof Team>

const Name = v.pipe(v.string(), v.trim(), v.minLength(1, 'must not be empty'), v.maxLength(64))
const Ids = v.pipe(v.array(v.pipe(v.string(), v.maxLength(100))), v.maxLength(1000))
const query = v.object({ organization: OrganizationChoice })
const parts = {
  memberIds: v.optional(v.pipe(Ids, v.description('All members; if omitted, unchanged.'))),
  projectIds: v.optional(v.pipe(Ids, v.description('All projects; if omitted, unchanged.'))),
}

export const listTeams = endpoint({
  method: 'GET',
  path: '/api/v1/teams',
  response: v.object({ teams: v.array(Team) }),
  summary: 'List teams of your organizations',
  access: 'team:read',
  tag,
})

export const createTeam = endpoint({
  method: 'POST',
  path: '/api/v1/teams',
  body: v.object({ name: Name, ...parts, organization: OrganizationChoice }),
  response: Team,
  status: 201,
  summary: 'Create a team',
  access: 'team:write',
  tag,
})

export const updateTeam = endpoint({
  method: 'PATCH',
  path: '/api/v1/teams/:team',
  query,
  body: v.object({ name: v.optional(Name), ...parts }),
  response: Team,
  summary: 'Update a team: name, members or projects',
  access: 'team:write',
  tag,
})

export const deleteTeam = endpoint({
  method: 'DELETE',
  path: '/api/v1/teams/:team',
  query,
  response: v.object({ deleted: v.string() }),
  summary: 'Delete a team; its members and projects stay',
  access: 'team:write',
  tag,
})
