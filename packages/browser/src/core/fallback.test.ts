import { describe, expect, it } from 'vitest'
import { fallbackOf, type Note } from './fallback.ts'

const note: Note = { from: '/', to: '/refund', waited: 120, at: 50_000, release: 'shop@1' }
const reasonOf = (given: Partial<Note>, release = 'shop@1') =>
  fallbackOf({ ...note, ...given }, '/refund', 51_000, release)?.['hindcast.navigation.fallback']

describe('a page that was loaded as a whole in the middle of a navigation', () => {
  it('[NV12] says where it came from, why, and how long the user had waited', () => {
    expect(fallbackOf({ ...note, failure: 'code_failed' }, '/refund', 51_000, 'shop@2')).toEqual({
      'hindcast.navigation.from': '/',
      'hindcast.navigation.to': '/refund',
      'hindcast.navigation.served': 'full_load',
      'hindcast.navigation.fallback': 'code_failed',
      'hindcast.navigation.wait_ms': 120,
      'hindcast.navigation.skew': true,
      'hindcast.navigation.release_before': 'shop@1',
    })
  })

  it('[NV12] has a new release as its reason when nothing failed', () => {
    expect(reasonOf({}, 'shop@2')).toBe('version_skew')
    expect(reasonOf({ failure: 'data_failed' }, 'shop@2')).toBe('data_failed')
  })

  it('[NV12] has the time limit of the Pages Router as its reason after 3.8 s', () => {
    expect(reasonOf({ waited: 3799 })).toBe('unknown')
    expect(reasonOf({ waited: 3880 })).toBe('timeout')
  })

  it('[NV12] says nothing when it is another page, or when the note is older than a minute', () => {
    expect(fallbackOf(note, '/about', 51_000, 'shop@1')).toBeUndefined()
    expect(fallbackOf(note, '/refund', 50_000 + 60_001, 'shop@1')).toBeUndefined()
  })
})
