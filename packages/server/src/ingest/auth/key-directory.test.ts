import { describe, expect, it } from 'vitest'
import { createKeyDirectory } from './key-directory.ts'
import { makeKey, makeProject, PUBLIC_KEY } from '#ingest/testing/ingest-server.ts'

describe('createKeyDirectory', () => {
  it('finds a key with its project, disabled ones as well', () => {
    const keys = createKeyDirectory()
    const second = makeKey('1', { id: 'b', publicKey: 'b'.repeat(32), enabled: false })
    keys.replaceAll([makeKey('1'), second, makeKey('9', { publicKey: 'c'.repeat(32) })], [makeProject('1')])
    expect(keys.lookup(PUBLIC_KEY)).toMatchObject({ key: { projectId: '1' }, project: { id: '1' } })
    expect(keys.lookup(second.publicKey)?.key.enabled).toBe(false)
    expect(keys.lookup('c'.repeat(32))).toBeUndefined()
    expect(keys.byProject('1').map((entry) => entry.key.id)).toEqual(['key-of-1', 'b'])
    expect(keys.byProject('2')).toEqual([])
  })

  it('forgets what is not in the next list', () => {
    const keys = createKeyDirectory()
    keys.replaceAll([makeKey('1')], [makeProject('1')])
    keys.replaceAll([], [makeProject('1')])
    expect(keys.lookup(PUBLIC_KEY)).toBeUndefined()
    expect(keys.byProject('1')).toEqual([])
  })
})
