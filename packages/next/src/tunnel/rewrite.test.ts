import { describe, expect, it } from 'vitest'
import { tunnelRewrite } from './rewrite.ts'

const DSN = 'https://key@errors.example.com/sub/7'

describe('the rewrite of a tunnel', () => {
  it('[NX25] leads from a path to the envelopes of the project', () => {
    const destination = 'https://errors.example.com/sub/api/7/envelope/?sentry_version=7&sentry_key=key'
    expect(tunnelRewrite({ dsn: DSN })).toEqual({ source: '/monitoring', destination })
    expect(tunnelRewrite({ dsn: DSN, path: '/a/b-c/' })).toEqual({ source: '/a/b-c', destination })
  })

  it.each([undefined, '', 'errors.example.com'])(
    '[NX25] stops a build that does not know the DSN: %j',
    (dsn) => {
      expect(() => tunnelRewrite({ dsn })).toThrow('not a DSN')
    },
  )

  it.each(['monitoring', '/', '/:path*', '/a(b)', '/a?b', 'https://a.example/b'])(
    '[NX25] refuses what is not a plain path: %s',
    (path) => {
      expect(() => tunnelRewrite({ dsn: DSN, path })).toThrow('path like /monitoring')
    },
  )
})
