import { describe, expect, it } from 'vitest'
import { isScript, mapNameOf, uploadNames } from './script-urls.ts'

describe('names of scripts', () => {
  it('[SM31] looks for a script under its address and under its path at any origin, without its query', () => {
    expect(uploadNames('https://shop.example/js/app.js?v=3#x')).toEqual([
      'https://shop.example/js/app.js',
      '~/js/app.js',
    ])
    expect(uploadNames('app:///_next/static/chunks/%5Bid%5D.js')).toEqual([
      'app:///_next/static/chunks/%5Bid%5D.js',
      '~/_next/static/chunks/%5Bid%5D.js',
      '~/_next/static/chunks/[id].js',
    ])
    expect(uploadNames('file:///srv/app/index.js')[1]).toBe('~/srv/app/index.js')
    expect(uploadNames('C:\\app\\index.js')[1]).toBe('~/app/index.js')
    expect(uploadNames('https://shop.example/%E0%A4%A')).toHaveLength(2)
    expect(uploadNames('/app/.next/server/chunks/ssr/[root]__1._.js')).toEqual([
      '/app/.next/server/chunks/ssr/[root]__1._.js',
      '~/app/.next/server/chunks/ssr/[root]__1._.js',
      '~/_next/server/chunks/ssr/[root]__1._.js',
    ])
  })

  it('[SM31] resolves the map that a script names as a browser would', () => {
    expect(mapNameOf('~/js/app.js', 'app.js.map')).toBe('~/js/app.js.map')
    expect(mapNameOf('~/js/app.js', '../maps/app.js.map?x')).toBe('~/maps/app.js.map')
    expect(mapNameOf('~/js/app.js', '/maps/./app.js.map')).toBe('~/maps/app.js.map')
    expect(mapNameOf('~/app.js', '../../../app.js.map')).toBe('~/app.js.map')
    expect(mapNameOf('https://a.example/js/app.js', 'app.js.map')).toBe('https://a.example/js/app.js.map')
    expect(mapNameOf('~/js/app.js', 'https://maps.example/app.js.map')).toBe(
      'https://maps.example/app.js.map',
    )
    expect(mapNameOf('~/js/app.js', 'data:application/json;base64,e30=')).toBeUndefined()
  })

  it('[SM33] knows what cannot have been built', () => {
    const files = [
      'https://a.example/x.js',
      'app:///x.js',
      '/srv/x.js',
      'C:\\x.js',
      'capacitor://localhost/x.js',
    ]
    expect(files.filter(isScript)).toEqual(files)
    const none = [
      'node:fs',
      '<anonymous>',
      'native',
      'blob:https://a/1',
      'chrome-extension://abc/x.js',
      '',
      'x',
    ]
    expect(none.filter(isScript)).toEqual([])
  })
})
