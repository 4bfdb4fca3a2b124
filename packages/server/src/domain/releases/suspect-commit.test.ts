import { describe, expect, it } from 'vitest'
import type { Commit } from './release.ts'
import { suspectCommits, type SuspectFrame } from './suspect-commit.ts'

const commit = (id: string, ...paths: readonly string[]): Commit => ({
  id,
  repository: 'shop',
  authorName: 'Ann',
  authorEmail: 'ann@example.org',
  message: undefined,
  at: undefined,
  files: paths.map((path) => ({ path: path.replace(/^-/, ''), type: path.startsWith('-') ? 'D' : 'M' })),
})
const frame = (path: string): SuspectFrame => ({ path, function: 'total', line: 7 })
const found = (frames: readonly string[], ...commits: readonly Commit[]) =>
  suspectCommits(frames.map(frame), commits, 3).map((one) => `${one.commit.id} ${one.file} ${one.depth}`)

describe('suspect commits', () => {
  it.each([
    ['webpack://shop/./src/cart/price.ts?a1b2', 'src/cart/price.ts'],
    ['webpack:///(rsc)/./app/cart/page.tsx', 'app/cart/page.tsx'],
    ['turbopack:///[project]/src/cart/price.ts', 'src/cart/price.ts'],
    ['../../src/cart/price.ts', 'packages/web/src/cart/price.ts'],
    ['/home/ci/work/shop/src/cart/price.ts', 'apps/shop/src/cart/price.ts'],
    ['src\\cart\\price.ts', 'src/cart/price.ts'],
    ['price.ts', 'price.ts'],
  ])('[RE14] know %s as %s', (path, file) => {
    expect(found([path], commit('c', file))).toEqual([`c ${file} 0`])
  })

  it.each([
    ['src/index.ts', 'lib/index.ts'],
    ['index.ts', 'src/other/index.ts'],
    ['src/cart/price.ts', 'src/cart/price.test.ts'],
    ['src/cart/price.ts', '-src/cart/price.ts'],
    ['<anonymous>', 'src/cart/price.ts'],
    ['', 'src/cart/price.ts'],
  ])('[RE14] do not take %s for %s', (path, file) => {
    expect(found([path], commit('c', file))).toEqual([])
  })

  it('[RE14] come nearest to the throw first, then newest first, and each once', () => {
    expect(
      found(
        ['src/cart/price.ts', 'src/cart/page.tsx'],
        commit('newest', 'src/cart/page.tsx'),
        commit('newer', 'src/cart/price.ts', 'src/cart/page.tsx'),
        commit('older', 'src/cart/price.ts'),
        commit('other', 'README.md'),
      ),
    ).toEqual(['newer src/cart/price.ts 0', 'older src/cart/price.ts 0', 'newest src/cart/page.tsx 1'])
  })
})
