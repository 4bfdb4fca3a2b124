import { SCOPES } from '@hindcast/contract/people/scope.ts'
import { describe, expect, it } from 'vitest'
import { isLimited, verbsOf, type ScopeWords } from './scopes.ts'

const WORDED = SCOPES.filter((scope) => !['org:admin', 'member:read', 'team:read'].includes(scope))
const WORDS = WORDED.map((id): ScopeWords => ({ id, verb: `do ${id}`, about: '' }))

describe('what a token may do', () => {
  it('[UI186] is one word where it is everything', () => {
    expect(verbsOf({ scopes: [...SCOPES] }, WORDS, 'Everything')).toEqual(['Everything'])
  })

  it('[UI220] is less than it was made for where the role of its owner is', () => {
    expect(isLimited({ scopes: ['event:write'], allowed: ['event:read', 'event:write'] })).toBe(false)
    expect(isLimited({ scopes: ['event:write'], allowed: ['event:read'] })).toBe(true)
    expect(isLimited({ scopes: ['event:write'], allowed: [] })).toBe(true)
  })

  it('[UI186] lists the remaining permissions, by scope name if there is no verb', () => {
    const scopes = ['event:read', 'team:read', 'later:thing']
    expect(verbsOf({ scopes }, WORDS, 'Everything')).toEqual(['do event:read', 'team:read', 'later:thing'])
  })
})
