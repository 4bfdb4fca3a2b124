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
  columns: v.pipe(v.array(v.string()), v.description('Of a list of events; none: those always shown.')),
  shared: v.pipe(v.boolean(), v.description('Everybody who sees the project sees it.')),
  own: v.pipe(v.boolean(), v.description('It is the reader’s.')),
})
export type SavedView = v.InferOutput<typeof SavedView>

export const listSavedViews = endpoint({
  method: 'GET',
  path: '/api/v1/projects/:project/views',
  params: { project: ProjectRef },
  response: v.object({ views: v.array(SavedView) }),
  summary: 'Searches with a name: the reader’s own and those that are shared',
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
  summary: 'Keep a search under a name',
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
  summary: 'Rename, change or share a saved view; who made it may, and of a shared one who runs the project',
  access: 'session event:read',
  tag: 'issues',
})

export const deleteSavedView = endpoint({
  method: 'DELETE',
  path: '/api/v1/projects/:project/views/:view',
  params: { project: ProjectRef, view: ViewRef },
  response: v.object({ deleted: v.string() }),
  summary: 'Forget a saved view; who made it may, and of a shared one who runs the project',
  access: 'session event:read',
  tag: 'issues',
})
