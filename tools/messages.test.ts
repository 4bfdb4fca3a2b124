import { describe, expect, it } from 'vitest'
import { checkTranslations } from './messages.ts'

describe('German', () => {
  it('[UI27] has every message of the pages with every argument, and no unused ones', async () => {
    expect(await checkTranslations()).toEqual({ missing: [], stale: [], different: [] })
  })
})
