import { describe, expect, it } from 'vitest'
import { readConfig } from '#app/config.ts'
import { requireSharedStores, roleWarnings } from './role.ts'

const DATABASE = { HINDCAST_DATABASE_URL: 'postgres://ann:secret@db/hindcast' }
const CLICKHOUSE = { HINDCAST_CLICKHOUSE_URL: 'http://ann:secret@ch:8123/hindcast' }

const refusalOf = (role: string, env: Record<string, string>) => {
  try {
    requireSharedStores(readConfig(env, { role }))
    return undefined
  } catch (error) {
    return (error as Error).message
  }
}

describe('roles', () => {
  it('[OP200] are refused with stores in the data folder, in a sentence that names what to set', () => {
    expect(refusalOf('web', {})).toBe(
      'The role web needs stores that several processes can open: set HINDCAST_DATABASE_URL and HINDCAST_CLICKHOUSE_URL, or start without --role.',
    )
    expect(refusalOf('intake', DATABASE)).toMatch(/: set HINDCAST_CLICKHOUSE_URL, or/)
    expect(refusalOf('digest', CLICKHOUSE)).toMatch(/: set HINDCAST_DATABASE_URL, or/)
    expect(refusalOf('web', { ...DATABASE, ...CLICKHOUSE })).toBeUndefined()
    expect(refusalOf('all', {})).toBeUndefined()
  })

  it('[OP200] have known names, in the flag and in the variable', () => {
    expect(() => readConfig({}, { role: 'worker' })).toThrow(
      'HINDCAST_ROLE: must be all, intake, digest or web',
    )
    expect(readConfig({ HINDCAST_ROLE: 'web' }).role).toBe('web')
    expect(readConfig({ HINDCAST_ROLE: 'web' }, { role: 'intake' }).role).toBe('intake')
  })

  it('[OP200] are warned of files that other folders do not see and of keys that name the wrong process', () => {
    const warned = (role: string, env: Record<string, string> = {}) =>
      roleWarnings(readConfig(env, { role })).map((warning) => warning.split(' ', 1)[0])
    expect(warned('web')).toEqual(['HINDCAST_BLOBS_URL', 'HINDCAST_URL'])
    expect(warned('digest', { HINDCAST_URL: 'https://hindcast.example' })).toEqual(['HINDCAST_BLOBS_URL'])
    expect(warned('intake')).toEqual([])
    expect(warned('all')).toEqual([])
  })
})
