import { describe, expect, expectTypeOf, it } from 'vitest'
import { urlOf, type Address, type Answer, type BodyOf, type QueryOf } from './client.ts'

describe('the address of a call', () => {
  it('[UI1] escapes what is put into the path, so that a name can never become another route', () => {
    expect(
      urlOf('/api/v1/projects/:project/events/:event', { project: 'a/../b', event: '1?x' }, undefined),
    ).toBe('/api/v1/projects/a%2F..%2Fb/events/1%3Fx')
  })

  it('[UI1] leaves out what was not given instead of sending the word undefined', () => {
    expect(urlOf('/api/v1/live', undefined, { project: undefined })).toBe('/api/v1/live')
    expect(urlOf('/api/v1/live', undefined, { project: 'web', limit: '5' })).toBe(
      '/api/v1/live?project=web&limit=5',
    )
  })
})

describe('the types of a call', () => {
  it('[UI241] follow from the literal of its address, so that a change of the contract stops the build', () => {
    expectTypeOf<'GET /api/v1/projects/:project/issues'>().toExtend<Address>()
    expectTypeOf<'GET /api/v1/projects/:project/nothing'>().not.toExtend<Address>()
    expectTypeOf<QueryOf<'GET /api/v1/projects/:project/issues'>['sort']>().toEqualTypeOf<
      'last_seen' | 'first_seen' | 'events' | 'users' | undefined
    >()
    expectTypeOf<BodyOf<'POST /api/v1/tokens'>>().toHaveProperty('scopes')
    expectTypeOf<Answer<'GET /api/v1/session'>>().toHaveProperty('user')
  })
})
