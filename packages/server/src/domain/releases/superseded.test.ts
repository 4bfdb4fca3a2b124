import { describe, expect, it } from 'vitest'
import { supersededReleases } from './superseded.ts'

const known = (...versions: readonly string[]) =>
  versions.map((version, index) => ({ version, firstSeen: index }))
const arrived = (release: string, at: number, environment: string | undefined = 'production') => ({
  release,
  environment,
  at,
})

describe('an old release', () => {
  it('[NV35] is old from the first visit of any newer one', () => {
    const releases = known('shop@1.0', 'shop@1.1', 'shop@1.2')
    const arrivals = [arrived('shop@1.2', 30), arrived('shop@1.1', 20), arrived('shop@1.0', 10)]
    expect(supersededReleases(releases, arrivals)).toEqual([
      { release: 'shop@1.1', environment: 'production', at: 30 },
      { release: 'shop@1.0', environment: 'production', at: 20 },
    ])
  })

  it('[NV35] is not old because a newer one is tried in another environment', () => {
    const arrivals = [
      arrived('shop@1.0', 10),
      arrived('shop@1.0', 5, undefined),
      arrived('shop@1.1', 20, 'staging'),
    ]
    expect(supersededReleases(known('shop@1.0', 'shop@1.1'), arrivals)).toEqual([])
  })

  it('[NV35] is not old because another package has a release', () => {
    const arrivals = [arrived('web@1.0', 10), arrived('api@2.0', 20)]
    expect(supersededReleases(known('web@1.0', 'api@2.0'), arrivals)).toEqual([])
  })

  it('[NV35] is not old on its first day when it is a fix for an earlier version', () => {
    const releases = known('shop@2.0', 'shop@1.9', 'shop@2.1')
    const arrivals = [arrived('shop@2.0', 10), arrived('shop@1.9', 20)]
    expect(supersededReleases(releases, arrivals)).toEqual([])
    expect(supersededReleases(releases, [...arrivals, arrived('shop@2.1', 30)])).toEqual([
      { release: 'shop@2.0', environment: 'production', at: 30 },
      { release: 'shop@1.9', environment: 'production', at: 30 },
    ])
  })

  it('[NV35] goes by first sight where versions have no order, and is left out where nobody knows it', () => {
    const arrivals = [arrived('9fceb02', 10), arrived('0a1b2c3', 20), arrived('unheard', 1)]
    expect(supersededReleases(known('9fceb02', '0a1b2c3'), arrivals)).toEqual([
      { release: '9fceb02', environment: 'production', at: 20 },
    ])
  })
})
