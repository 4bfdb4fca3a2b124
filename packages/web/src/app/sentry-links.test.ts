import { describe, expect, it } from 'vitest'
import { ourAddressFor } from './sentry-links.ts'

const EVENT = '0123456789abcdef0123456789abcdef'

describe('links of other shapes', () => {
  it('[UI24] lead to the page they mean', () => {
    const shapes: Record<string, string> = {
      '/organizations/main/issues/12/': '/issues/12',
      '/organizations/main/issues/12/events/latest/': '/issues/12',
      [`/organizations/main/issues/12/events/${EVENT}/`]: `/issues/12/events/${EVENT}`,
      '/organizations/main/issues/WEB-1A': '/find?text=WEB-1A',
      '/main/web/issues/12/': '/issues/12',
      [`/main/web/issues/12/events/${EVENT}/`]: `/issues/12/events/${EVENT}`,
      [`/organizations/main/traces/trace/${EVENT}/`]: `/traces/${EVENT}`,
      [`/organizations/main/explore/traces/trace/${EVENT}/`]: `/traces/${EVENT}`,
      '/organizations/main/issues/': '/',
      '/organizations/main/projects/web/': '/projects/web/issues',
      '/settings/main/projects/web/keys/': '/projects/web/keys',
      '/settings/main/projects/web/': '/projects/web/settings',
      '/settings/account/api/auth-tokens/': '/tokens',
      [`/events/${EVENT}`]: `/find?text=${EVENT}`,
      '/projects/web': '/projects/web/issues',
    }
    for (const [from, to] of Object.entries(shapes)) expect(ourAddressFor(from), from).toBe(to)
  })

  it('[UI24] are not guessed for unknown addresses, so that a wrong link is reported', () => {
    for (const path of [
      '/nowhere',
      '/organizations',
      '/a/b/c',
      '/issues/12/unknown',
      '/projects/web/issues/12',
    ]) {
      expect(ourAddressFor(path), path).toBeUndefined()
    }
  })
})
