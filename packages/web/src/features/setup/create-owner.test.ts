import { describe, expect, it } from 'vitest'
import { CallError } from '../../lib/call.ts'
import { faultsOf, isLinkFailure, type OwnerForm } from './create-owner.ts'

const GOOD: OwnerForm = {
  name: 'Ada',
  email: 'ada@example.com',
  password: 'a few words',
  project: 'web-shop',
  platform: 'react',
}

describe('the first-run form', () => {
  it('[UI6] names each field that cannot work before anything is sent, because the link works once', () => {
    expect(faultsOf(GOOD)).toEqual({})
    expect(Object.keys(faultsOf({ ...GOOD, email: 'ada', password: 'short', project: ' ' }))).toEqual([
      'email',
      'password',
      'project',
    ])
  })

  it('[UI6] tells a dead link from a wrong entry, because they are mended in different places', () => {
    expect(isLinkFailure(new CallError(403, { code: 'forbidden', message: 'used' }))).toBe(true)
    expect(
      isLinkFailure(new CallError(400, { code: 'invalid_input', message: '', fields: { token: 'x' } })),
    ).toBe(true)
    expect(
      isLinkFailure(new CallError(400, { code: 'invalid_input', message: '', fields: { email: 'x' } })),
    ).toBe(false)
    expect(isLinkFailure(new Error('offline'))).toBe(false)
  })
})
