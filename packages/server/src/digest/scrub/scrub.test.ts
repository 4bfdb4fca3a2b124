import { describe, expect, it } from 'vitest'
import { DEFAULT_PROJECT_SETTINGS } from '#domain/projects/project.ts'
import type { JsonObject } from '#domain/json.ts'
import { LIMITS } from '#domain/limits.ts'
import { aPayload } from '#domain/testing.ts'
import { scrub, scrubRulesOf } from './scrub.ts'

const rules = scrubRulesOf(DEFAULT_PROJECT_SETTINGS)
const scrubbed = (payload: JsonObject) => scrub(payload, rules).payload

describe('scrub', () => {
  it('leaves an event without secrets as it is', () => {
    const payload = aPayload()
    expect(scrub(payload, rules)).toEqual({ payload, scrubbed: [] })
    expect(scrub(payload, rules).payload).toBe(payload)
  })

  it('[PL4] says where it replaced something and why', () => {
    const { scrubbed: marks } = scrub(
      {
        request: { headers: { Authorization: 'Bearer x' }, url: 'https://a.example/?token=t' },
        breadcrumbs: [{ data: { url: '/x' } }, { data: { password: 'p' } }],
      },
      rules,
    )
    expect(marks).toEqual([
      { path: 'request.headers.Authorization', rule: 'authorization' },
      { path: 'request.url', rule: 'token' },
      { path: 'breadcrumbs.1.data.password', rule: 'password' },
    ])
  })

  it('[PL4] clears the environment that sentry-cli sends along', () => {
    const environ = {
      SENTRY_AUTH_TOKEN: 'abc',
      AWS_SECRET_ACCESS_KEY: 'def',
      DATABASE_URL: 'postgres://u:p@db/x',
      PWD: '/home/ada/shop',
      PATH: '/usr/bin:/bin',
      SSH_AUTH_SOCK: '/tmp/agent',
    }
    expect(scrubbed({ extra: { environ } })).toEqual({
      extra: {
        environ: {
          SENTRY_AUTH_TOKEN: '[Filtered]',
          AWS_SECRET_ACCESS_KEY: '[Filtered]',
          DATABASE_URL: 'postgres://[Filtered]@db/x',
          PWD: '/home/ada/shop',
          PATH: '/usr/bin:/bin',
          SSH_AUTH_SOCK: '/tmp/agent',
        },
      },
    })
  })

  it('[PL4] clears a request in every shape SDKs send it in', () => {
    expect(
      scrubbed({
        request: {
          headers: [
            ['Cookie', 'a=1'],
            ['Accept', '*/*'],
          ],
          cookies: { theme: 'dark', sid: 'x' },
          query_string: { token: 't', page: '2' },
          data: '{"user":{"password":"p","name":"ada"},"n":1}',
        },
      }),
    ).toEqual({
      request: {
        headers: [
          ['Cookie', '[Filtered]'],
          ['Accept', '*/*'],
        ],
        cookies: { theme: '[Filtered]', sid: '[Filtered]' },
        query_string: { token: '[Filtered]', page: '2' },
        data: '{"user":{"password":"[Filtered]","name":"ada"},"n":1}',
      },
    })
    expect(
      scrubbed({ request: { query_string: 'token=t&page=2', data: 'password=p&a=b', cookies: 'a=1' } }),
    ).toEqual({
      request: {
        query_string: 'token=[Filtered]&page=2',
        data: 'password=[Filtered]&a=b',
        cookies: '[Filtered]',
      },
    })
  })

  it('[PL4] clears local variables and source lines, and keeps what stacks are read and grouped by', () => {
    const frame = {
      function: 'password=reset',
      module: 'auth.token',
      filename: 'https://a.example/page?token=t',
      vars: { password: 'p', count: 3, config: { apiKey: 'k' } },
      context_line: 'login(password=password)',
      pre_context: ["url = 'https://u:p@a.example'"],
    }
    const value = {
      type: 'Token=Error',
      value: 'no access to https://u:p@a.example',
      stacktrace: { frames: [frame] },
    }
    expect(scrubbed({ exception: { values: [value] } })).toEqual({
      exception: {
        values: [
          {
            type: 'Token=Error',
            value: 'no access to https://[Filtered]@a.example',
            stacktrace: {
              frames: [
                {
                  ...frame,
                  filename: 'https://a.example/page?token=[Filtered]',
                  vars: { password: '[Filtered]', count: 3, config: { apiKey: '[Filtered]' } },
                  pre_context: ["url = 'https://[Filtered]@a.example'"],
                },
              ],
            },
          },
        ],
      },
    })
  })

  it('[PL4] leaves ids, versions and the identity of the user', () => {
    const payload = {
      event_id: '4111111111111111',
      modules: { cookie: '0.7.1', jsonwebtoken: '9.0.0' },
      user: { id: '4111111111111111', email: 'token@example.com' },
      contexts: { trace: { trace_id: '41111111111111114111111111111111', span_id: '4111111111111111' } },
    }
    expect(scrubbed(payload)).toBe(payload)
  })

  it('[PL75] clears the names and lists that were left alone before', () => {
    const secret = 'Bearer abc123def456'
    const fields = { fingerprint: [secret], server_name: secret, logger: secret, sdk: { name: secret } }
    expect(
      scrubbed({ ...fields, debug_meta: { images: [{ code_file: 'https://u:p@a.example/x.js' }] } }),
    ).toEqual({
      fingerprint: ['Bearer [Filtered]'],
      server_name: 'Bearer [Filtered]',
      logger: 'Bearer [Filtered]',
      sdk: { name: 'Bearer [Filtered]' },
      debug_meta: { images: [{ code_file: 'https://[Filtered]@a.example/x.js' }] },
    })
  })

  it('[PL4] keeps flags, nulls and counts of tokens, and the shape of what it clears', () => {
    expect(
      scrubbed({
        extra: {
          hasToken: true,
          token: null,
          tokens: 512,
          password: 1234,
          auth: { user: 'ada', roles: ['admin', true] },
          list: [
            { name: 'Authorization', value: 'x' },
            { name: 'Accept', value: 'y' },
          ],
          number: 4_111_111_111_111_111,
        },
      }),
    ).toEqual({
      extra: {
        hasToken: true,
        token: null,
        tokens: 512,
        password: '[Filtered]',
        auth: { user: '[Filtered]', roles: ['[Filtered]', true] },
        list: [
          { name: 'Authorization', value: '[Filtered]' },
          { name: 'Accept', value: 'y' },
        ],
        number: '[Filtered]',
      },
    })
  })

  it('[PL4] adds the keys of the project, and leaves everything else where the defaults are off', () => {
    const payload = { extra: { customerIban: 'DE89', password: 'p' } }
    const settings = { ...DEFAULT_PROJECT_SETTINGS, scrubKeys: ['iban'] }
    expect(scrub(payload, scrubRulesOf(settings)).payload).toEqual({
      extra: { customerIban: '[Filtered]', password: '[Filtered]' },
    })
    expect(scrub(payload, scrubRulesOf({ ...settings, scrubDefaults: false })).payload).toEqual({
      extra: { customerIban: '[Filtered]', password: 'p' },
    })
    expect(scrub(payload, scrubRulesOf({ scrubDefaults: false, scrubKeys: [] })).payload).toBe(payload)
  })

  it('[PL4] clears every secret even where it stops marking them', () => {
    const secrets = Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`password${index}`, 'p']))
    const { payload, scrubbed: marks } = scrub({ extra: secrets }, rules)
    expect(marks).toHaveLength(LIMITS.marksPerEvent)
    expect(new Set(Object.values(payload['extra'] as JsonObject))).toEqual(new Set(['[Filtered]']))
  })
})
