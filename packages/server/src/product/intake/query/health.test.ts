import { describe, expect, it } from 'vitest'
import { readHealth } from './health.ts'

describe('readHealth', () => {
  it('[AP19] is well only when every part is, and says which one is not', async () => {
    const report = await readHealth([
      { name: 'records', run: async () => {} },
      {
        name: 'spool',
        run: () => {
          throw new Error('disk_full')
        },
      },
    ])
    expect(report).toEqual({
      ok: false,
      checks: [
        { name: 'records', ok: true, detail: '' },
        { name: 'spool', ok: false, detail: 'disk_full' },
      ],
    })
  })

  it('[AP19] does not wait for ever for a part that hangs', async () => {
    const report = await readHealth([{ name: 'telemetry', run: () => new Promise(() => {}) }])
    expect(report).toMatchObject({ ok: false, checks: [{ name: 'telemetry', ok: false }] })
  })
})
