import { describe, expect, it } from 'vitest'
import { Drop } from '#domain/intake/outcome.ts'
import { formatDsn, parseDsn } from './dsn.ts'

const KEY = 'aabbccddeeff00112233445566778899'

describe('parseDsn', () => {
  it('reads every part', () => {
    expect(parseDsn(`https://${KEY}@errors.example.com:8000/some/prefix/1005`)).toEqual({
      scheme: 'https',
      publicKey: KEY,
      host: 'errors.example.com:8000',
      prefix: '/some/prefix',
      projectId: '1005',
    })
  })

  it('ignores the obsolete secret, a closing slash and a query', () => {
    expect(parseDsn(`http://${KEY}:secret@h/7/?timeout=3`)).toMatchObject({
      publicKey: KEY,
      host: 'h',
      prefix: '',
      projectId: '7',
    })
  })

  it.each([
    ['', 'does not start with http'],
    ['ftp://k@h/1', 'does not start with http'],
    ['http://h/1', 'has no public key'],
    ['http://@h/1', 'has an empty public key'],
    ['http://k@h', 'has no project'],
    ['http://k@h/', 'has no project'],
    ['http://k@/1', 'has no host'],
  ])('says what is wrong with %j', (text, problem) => {
    const dsn = parseDsn(text)
    expect(dsn).toBeInstanceOf(Drop)
    expect((dsn as Drop).detail).toContain(problem)
  })

  it.each(['http://localhost:8000', 'https://example.com/hindcast/', 'http://[::1]:8000'])(
    'reads what is formatted for %s',
    (base) => {
      expect(parseDsn(formatDsn(base, KEY, '42'))).toMatchObject({ publicKey: KEY, projectId: '42' })
    },
  )

  it('formats the prefix in front of the project', () => {
    expect(formatDsn('https://example.com/hindcast/', KEY, '42')).toBe(
      `https://${KEY}@example.com/hindcast/42`,
    )
  })
})
