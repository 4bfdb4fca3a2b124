import { describe, expect, it } from 'vitest'
import translated from '../../../../fixtures/next/manifests/routes-manifest.basePath+i18n.json' with { type: 'json' }
import plain from '../../../../fixtures/next/manifests/routes-manifest.json' with { type: 'json' }
import { readNextBuild } from './next-build.ts'
import { LONGEST_ACTION, MOST_ACTIONS } from './server-action.ts'

const ROUTES = JSON.stringify(plain)
const KEY = '0i1cLP0VFYO6fPaJaws+TzuheuR8uf/TTExLIz9HVuQ='

/** A build with these files, and what was asked for. */
async function readBuild(files: Readonly<Record<string, string>>) {
  const asked: string[] = []
  const manifest = await readNextBuild(async (name) => {
    asked.push(name)
    return files[name]
  })
  return { manifest, asked }
}

describe('reading a build of Next.js', () => {
  it('[RT14] reads its routes, base path, locales and rewrites', async () => {
    const { manifest } = await readBuild({ 'routes-manifest.json': JSON.stringify(translated) })
    expect(manifest).toMatchObject({
      style: 'next',
      basePath: '/shopfront',
      locales: ['en', 'de'],
      defaultLocale: 'en',
      patterns: expect.arrayContaining(['/', '/product/[id]', '/shop/[[...filters]]']) as string[],
      afterFiles: expect.arrayContaining([
        {
          source: '/:nextInternalLocale(en|de)/p/:id(\\d+)',
          destination: '/:nextInternalLocale/product/:id',
        },
      ]) as object[],
    })
  })

  it('[NX20] reads server actions with file and name, and takes no key along', async () => {
    const actions = {
      node: { '00395947': { filename: 'app/cart.js', exportedName: 'placeOrder', workers: { a: 1 } } },
      edge: { '40b2da28': { filename: 'app/edge.js', exportedName: 'default' } },
      encryptionKey: KEY,
    }
    const { manifest, asked } = await readBuild({
      'routes-manifest.json': ROUTES,
      'server/server-reference-manifest.json': JSON.stringify(actions),
    })
    expect(manifest?.actions).toEqual([
      { id: '00395947', file: 'app/cart.js', name: 'placeOrder' },
      { id: '40b2da28', file: 'app/edge.js', name: 'default' },
    ])
    expect(JSON.stringify(manifest)).not.toContain(KEY)
    expect(asked).toEqual([
      'routes-manifest.json',
      'app-path-routes-manifest.json',
      'server/server-reference-manifest.json',
    ])
  })

  it('[NX20] leaves out actions without a name, beyond the bounds, and in a file that is broken', async () => {
    const entry = { filename: 'app/a.js', exportedName: 'a' }
    const many = Object.fromEntries(Array.from({ length: MOST_ACTIONS + 5 }, (_, at) => [`id${at}`, entry]))
    const actionsIn = async (file: string) =>
      (
        await readBuild({
          'routes-manifest.json': ROUTES,
          'server/server-reference-manifest.json': file,
        })
      ).manifest?.actions
    expect(await actionsIn(JSON.stringify({ node: many }))).toHaveLength(MOST_ACTIONS)
    const long = { ...entry, filename: 'x'.repeat(LONGEST_ACTION.file + 1) }
    expect(await actionsIn(JSON.stringify({ node: { a: { workers: {} }, b: long } }))).toEqual([])
    expect(await actionsIn('{"node":')).toEqual([])
  })

  it('[RT14] is nothing without routes', async () => {
    expect((await readBuild({ 'routes-manifest.json': '{}' })).manifest).toBeUndefined()
    expect((await readBuild({})).manifest).toBeUndefined()
  })
})
