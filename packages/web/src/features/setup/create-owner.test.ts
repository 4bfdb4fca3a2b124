import { describe, expect, it } from 'vitest'
import { ApiError } from '#lib/api/client.ts'
import { faultsIn, fieldErrorsOf, isLinkFailure, type OwnerForm } from './create-owner.ts'

const GOOD: OwnerForm = {
  name: 'Ada',
  email: 'ada@example.com',
  password: 'a few words',
  project: 'web-shop',
  platform: 'react',
}

const invalid = (fields: Record<string, string>) =>
  new ApiError(400, { code: 'invalid_input', message: '', fields })

describe('the first-run form', () => {
  it('[UI6] names each field that cannot work before anything is sent, because the link works once', () => {
    expect(fieldErrorsOf(GOOD)).toEqual({})
    expect(fieldErrorsOf({ ...GOOD, email: 'ada', password: 'short', project: ' ' })).toEqual({
      email: 'no_address',
      password: 'too_short',
      project: 'no_name',
    })
    expect(fieldErrorsOf({ ...GOOD, password: 'x'.repeat(129) })).toEqual({ password: 'too_long' })
  })

  it('[UI6] distinguishes an invalid link from invalid input', () => {
    expect(isLinkFailure(new ApiError(403, { code: 'forbidden', message: 'used' }))).toBe(true)
    expect(isLinkFailure(invalid({ token: 'x' }))).toBe(true)
    expect(isLinkFailure(invalid({ email: 'x' }))).toBe(false)
    expect(isLinkFailure(new Error('offline'))).toBe(false)
    expect(faultsIn(invalid({ email: 'must be an email address' }))).toEqual({ email: 'no_address' })
    expect(faultsIn(new Error('offline'))).toEqual({})
  })
})
