import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readSecret } from './secret.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hindcast-secret-'))
})
afterEach(async () => rm(folder, { recursive: true }))

describe('the secret that signs sessions', () => {
  it('[AC15] is made once, readable by the owner only, and stays the same', async () => {
    const data = join(folder, 'new', 'data')
    const secret = await readSecret(data, undefined)
    expect(secret.length).toBeGreaterThanOrEqual(43)
    expect(await readSecret(data, undefined)).toBe(secret)
    expect((await stat(join(data, 'secret'))).mode & 0o777).toBe(0o600)
  })

  it('[AC15] is the same for all who start at once', async () => {
    const secrets = await Promise.all(Array.from({ length: 10 }, async () => readSecret(folder, undefined)))
    expect(new Set(secrets).size).toBe(1)
    expect(await readdir(folder)).toEqual(['secret'])
  })

  it('[AC15] comes from the configuration where it is set, and then nothing is written', async () => {
    expect(await readSecret(folder, 'configured')).toBe('configured')
    expect(await readdir(folder)).toEqual([])
  })

  it('[AC15] is refused when the file was emptied, instead of signing with nothing', async () => {
    await writeFile(join(folder, 'secret'), '\n')
    await expect(readSecret(folder, undefined)).rejects.toMatchObject({ code: 'store_unavailable' })
  })
})
