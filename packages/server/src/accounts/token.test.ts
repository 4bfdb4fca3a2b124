import { describe, expect, it } from 'vitest'
import { ALL_SCOPES, grantedBy, isScope } from '#domain/people/scope.ts'
import { bearerToken, hashToken, mintToken } from './token.ts'

const from = (authorization: string) => bearerToken(new Headers({ authorization }))

describe('API tokens', () => {
  it('[AC20] are 40 random letters and digits behind a prefix, and only their hash is kept', () => {
    const made = Array.from({ length: 200 }, mintToken)
    for (const { secret, hash } of made) {
      expect(secret).toMatch(/^hct_[0-9A-Za-z]{40}$/)
      expect(hash).toBe(hashToken(secret))
      expect(hash).toMatch(/^[0-9a-f]{64}$/)
    }
    expect(new Set(made.map(({ secret }) => secret)).size).toBe(200)
    expect(new Set(made.flatMap(({ secret }) => secret.slice(4).split(''))).size).toBe(62)
  })

  it('[AC20] are read from the Authorization header in any case of "Bearer"', () => {
    const { secret } = mintToken()
    for (const header of [`Bearer ${secret}`, `bearer ${secret}`, `BEARER   ${secret} `]) {
      expect(from(header)).toEqual({ secret })
    }
  })

  it('[AC20] that are malformed are distinguished from missing ones', () => {
    const { secret } = mintToken()
    expect(bearerToken(new Headers())).toBeUndefined()
    expect(from(`Basic ${secret}`)).toBeUndefined()
    expect(from(secret)).toBeUndefined()
    for (const wrong of [
      'Bearer  x',
      'Bearer hct_',
      `Bearer ${secret}x`,
      `Bearer x${secret}`,
      `Bearer ${secret.slice(1)}`,
      `Bearer ${secret}, Bearer ${secret}`,
      `Bearer ${secret.toUpperCase()}`,
    ]) {
      expect(from(wrong)).toEqual({ secret: undefined })
    }
  })
})

describe('scopes', () => {
  it('[AC21] include the lesser ones of the same thing, and nothing of another', () => {
    expect([...grantedBy(['event:admin'])].sort()).toEqual(['event:admin', 'event:read', 'event:write'])
    expect([...grantedBy(['project:write'])].sort()).toEqual(['project:read', 'project:write'])
    expect([...grantedBy(['project:read'])]).toEqual(['project:read'])
    expect([...grantedBy(['project:releases'])]).toEqual(['project:releases'])
    expect(grantedBy(ALL_SCOPES)).toEqual(new Set(ALL_SCOPES))
  })

  it('[AC21] that are not known grant nothing', () => {
    expect(grantedBy(['*', 'event:*', 'admin', 'toString', '__proto__', 'EVENT:READ']).size).toBe(0)
    expect(isScope('constructor')).toBe(false)
  })
})
