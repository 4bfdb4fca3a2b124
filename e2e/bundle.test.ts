import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { measureBundle, type BundleSizes } from '../tools/bundle-sizes.ts'
import { buildPages } from './harness/build-pages.ts'

/** Bytes after gzip -9. */
const ENTRY = 116_000
const STREAM = 150_000
const ANY_SCREEN = 200_000
const CSS = 20_000
const FONTS = 90_000

describe('what a page costs to load', () => {
  let dist: string
  let sizes: BundleSizes
  beforeAll(async () => {
    dist = await buildPages()
    sizes = measureBundle(dist)
  })

  it('[UI25] begins with an entry that stays within its budget', () => {
    expect(sizes.entry).toBeLessThanOrEqual(ENTRY)
  })

  it('[UI25] shows the issue stream within its budget, words and frame included', () => {
    expect(sizes.screens.get('issue-stream')).toBeLessThanOrEqual(STREAM)
  })

  it('[UI25] shows every other screen within the common budget, in German as well', () => {
    const german = measureBundle(dist, 'de')
    expect(sizes.screens.size).toBeGreaterThan(8)
    for (const [name, bytes] of [...sizes.screens, ...german.screens])
      expect(bytes, name).toBeLessThanOrEqual(ANY_SCREEN)
  })

  it('[UI25] keeps styles and fonts within theirs', () => {
    expect(sizes.css).toBeLessThanOrEqual(CSS)
    expect(sizes.fonts).toBeLessThanOrEqual(FONTS)
  })

  it('[UI26] does not ship the page that shows the components to their builders', () => {
    expect(readdirSync(join(dist, 'assets')).filter((name) => name.startsWith('gallery-page'))).toEqual([])
  })
})
