import { describe, expect, it } from 'vitest'
import { addressOf } from './call.ts'

describe('the address of a call', () => {
  it('[UI1] escapes what is put into the path, so that a name can never become another route', () => {
    expect(
      addressOf('/api/v1/projects/:project/events/:event', { project: 'a/../b', event: '1?x' }, undefined),
    ).toBe('/api/v1/projects/a%2F..%2Fb/events/1%3Fx')
  })

  it('[UI1] leaves out what was not given instead of sending the word undefined', () => {
    expect(addressOf('/api/v1/live', undefined, { project: undefined })).toBe('/api/v1/live')
    expect(addressOf('/api/v1/live', undefined, { project: 'web', limit: '5' })).toBe(
      '/api/v1/live?project=web&limit=5',
    )
  })
})
