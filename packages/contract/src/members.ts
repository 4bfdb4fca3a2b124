import * as v from 'valibot'
import { endpoint } from './endpoint.ts'
import { Person } from './issues.ts'

export const listMembers = endpoint({
  method: 'GET',
  path: '/api/v1/members',
  response: v.object({ members: v.array(Person) }),
  summary: 'The people of your organizations',
  access: 'org:read',
  tag: 'members',
})
