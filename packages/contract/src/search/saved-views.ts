import * as v from 'valibot'
import { endpoint } from '../endpoint.ts'
import { ProjectRef } from '../values.ts'

const Name = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(80))
const Query = v.pipe(v.string(), v.maxLength(1000))
const Sort = v.picklist(['last_seen', 'first_seen', 'events', 'users'])
const Columns = v.pipe(v.array(v.pipe(v.string(), v.maxLength(200))), v.maxLength(30))
const List = v.picklist(['issues', 'events'])

export const SavedView = v.object({
  id: v.string(),
  name: v.string(),
  list: List,
  query: v.string(),
  sort: Sort,
  columns: v.pipe(v.array(v.string()), v.description('Columns of an event list; empty: the default ones.')),
  shared: v.pipe(v.boolean(), v.description('True if visible to everyone with access to the project.')),
  own: v.pipe(v.boolean(), v.description('True if it is yours.')),
})
export type SavedView = v.InferOutput<typeof SavedView>

export const listSavedViews = endpoint({
  method: 'GET',
  path: '/api/v1/projects/:project/views',
  params: { project: ProjectRef },
  response: v.object({ views: v.array(SavedView) }),
  summary: 'List saved views: your own and shared ones',
  access: 'session event:read',
  tag: 'issues',
})

export const createSavedView = endpoint({
  method: 'POST',
  path: '/api/v1/projects/:project/views',
  params: { project: ProjectRef },
  body: v.object({
    name: Name,
    list: v.optional(List, 'issues'),
    query: v.optional(Query, ''),
    sort: v.optional(Sort, 'last_seen'),
    columns: v.optional(Columns, []),
    shared: v.optional(v.boolean(), false),
  }),
  response: SavedView,
  status: 201,
  summary: 'Create a saved view',
  access: 'session event:read',
  tag: 'issues',
})

const ViewRef = v.pipe(v.string(), v.maxLength(64))

export const updateSavedView = endpoint({
  method: 'PATCH',
  path: '/api/v1/projects/:project/views/:view',
  params: { project: ProjectRef, view: ViewRef },
  body: v.partial(v.object({ name: Name, query: Query, sort: Sort, columns: Columns, shared: v.boolean() })),
  response: SavedView,
  summary:
    'Update a saved view; allowed for its creator and, if shared, for those who can change the project’s settings',
  access: 'session event:read',
  tag: 'issues',
})

export const deleteSavedView = endpoint({
  method: 'DELETE',
  path: '/api/v1/projects/:project/views/:view',
  params: { project: ProjectRef, view: ViewRef },
  response: v.object({ deleted: v.string() }),
  summary:
    'Delete a saved view; allowed for its creator and, if shared, for those who can change the project’s settings',
  access: 'session event:read',
  tag: 'issues',
})
