import { describe, expect, it } from 'vitest'
import { readDsn } from './dsn.ts'

describe('a DSN', () => {
  it('[UI65] shows where the SDK posts and where a tunnel must forward to, with and without a path', () => {
    expect(readDsn('https://abc@errors.example.com/7')).toMatchObject({
      publicKey: 'abc',
      host: 'errors.example.com',
      envelopePath: '/api/7/envelope/',
      tunnel: 'https://errors.example.com/tunnel',
    })
    expect(readDsn('https://abc@example.com/hindcast/7')).toMatchObject({
      envelopePath: '/hindcast/api/7/envelope/',
      tunnel: 'https://example.com/hindcast/envelope',
    })
  })

  it('[UI65] is none where an SDK would refuse it too, so that nothing is sent to nowhere', () => {
    for (const text of ['', 'abc', 'https://errors.example.com/7', 'https://abc@errors.example.com/'])
      expect(readDsn(text)).toBeUndefined()
  })
})
