import { SCOPES } from '@hindcast/contract/scope.ts'
import { describe, expect, it } from 'vitest'
import { verbsOf, type ScopeWords } from './scopes.ts'

const WORDED = SCOPES.filter((scope) => !['org:admin', 'member:read', 'team:read'].includes(scope))
const WORDS = WORDED.map((id): ScopeWords => ({ id, verb: `do ${id}`, about: '' }))

describe('what a token may do', () => {
  it('[UI186] is one word where it is everything', () => {
    expect(verbsOf({ scopes: [...SCOPES] }, WORDS, 'Everything')).toEqual(['Everything'])
  })

  it('[UI186] is told verb by verb where it is less, and by name where no verb is known', () => {
    const scopes = ['event:read', 'team:read', 'later:thing']
    expect(verbsOf({ scopes }, WORDS, 'Everything')).toEqual(['do event:read', 'team:read', 'later:thing'])
  })
})
