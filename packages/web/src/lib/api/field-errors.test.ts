import { describe, expect, it } from 'vitest'
import { ApiError } from './client.ts'
import { fieldErrorAt, fieldErrorsOf } from './field-errors.ts'

const refused = (message: string, fields?: Record<string, string>) =>
  new ApiError(400, { code: 'invalid_input', message, ...(fields === undefined ? {} : { fields }) })

describe('a refused form', () => {
  it('[UI85] says at each field what is wrong with it, whichever check of the server refused it', () => {
    const byContract = fieldErrorsOf(refused('settings.retentionDays: x', { 'settings.retentionDays': 'x' }))
    expect(fieldErrorAt(byContract, 'retentionDays')).toBe('x')
    const byCommand = fieldErrorsOf(refused('allowedOrigins.1: is not an origin'))
    expect(fieldErrorAt(byCommand, 'allowedOrigins.1')).toBe('is not an origin')
    expect(fieldErrorAt(byCommand, 'allowedOrigins')).toBe('is not an origin')
    expect(fieldErrorAt(byCommand, 'allowedOrigins.0')).toBeUndefined()
    expect(fieldErrorAt(byCommand, 'allowed')).toBeUndefined()
  })

  it('[UI85] blames no field when the server names none, or failed for another reason', () => {
    expect(fieldErrorsOf(refused('The last key cannot be removed.'))).toEqual({})
    expect(fieldErrorsOf(new ApiError(500, { code: 'internal', message: 'name: broken' }))).toEqual({})
    expect(fieldErrorsOf(new TypeError('name: broken'))).toEqual({})
  })
})
