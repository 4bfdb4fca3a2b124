import * as v from 'valibot'
import { endpoint } from '../endpoint.ts'
import { ProjectRef } from '../values.ts'

export const Scenario = v.object({ name: v.string(), summary: v.string() })
export type Scenario = v.InferOutput<typeof Scenario>

export const listSamples = endpoint({
  method: 'GET',
  path: '/api/v1/samples',
  response: v.object({ scenarios: v.array(Scenario) }),
  summary: 'List scenarios of sample data',
  access: 'project:read',
  tag: 'samples',
})

export const loadSample = endpoint({
  method: 'POST',
  path: '/api/v1/projects/:project/samples',
  params: { project: ProjectRef },
  body: v.object({ scenario: v.pipe(v.string(), v.minLength(1), v.maxLength(100)) }),
  response: v.object({
    events: v.pipe(v.number(), v.description('Number of events sent. They are visible once processed.')),
  }),
  summary: 'Load sample data into a project',
  access: 'project:write',
  tag: 'samples',
})
