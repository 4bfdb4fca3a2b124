import { describe, expect, it } from 'vitest'
import { pathOf, spanName } from './span-name.ts'

describe('the name of a span', () => {
  it.each([
    ['Pageload', 'pageload', { 'url.full': 'https://a.example/cart?x=1' }, '/cart'],
    ['Navigation', 'navigation', { 'url.path': '/cart' }, '/cart'],
    ['/users/[id]', 'pageload', { 'url.path': '/users/4' }, '/users/[id]'],
    ['Pageload', 'pageload', {}, 'Pageload'],
    [
      'GET a.example',
      'http.client',
      { 'url.full': 'https://a.example/x?y=1', 'http.request.method': 'GET' },
      'GET a.example/x',
    ],
    ['GET /x?y=1', 'http.client', {}, 'GET /x'],
    ['GET', 'http.server', { 'url.path': '/missing' }, 'GET /missing'],
    ['GET /users/:id', 'http.server', { 'url.path': '/users/4' }, 'GET /users/:id'],
    ['a.example', 'resource.img', { 'url.full': 'https://a.example/hero.png' }, 'a.example/hero.png'],
    ['https://a.example/page', 'browser.request', {}, 'Request'],
    [
      'Largest contentful paint',
      'ui.webvital.lcp',
      { 'browser.web_vital.lcp.element': 'h1#hero' },
      'Largest contentful paint: h1#hero',
    ],
    ['button#b', 'ui.interaction.click', { 'browser.web_vital.inp.target': 'button#b' }, 'button#b'],
    [undefined, 'db', {}, 'db'],
  ] as const)('[PL124] %s of %s is completed from its attributes', (sent, op, attributes, name) => {
    expect(spanName(sent, op, attributes)).toBe(name)
  })

  it('[PL124] has the path of its address without query', () => {
    expect(pathOf({ 'url.full': 'https://a.example' })).toBe('/')
    expect(pathOf({ 'url.full': 'https://a.example/b#c' })).toBe('/b')
    expect(pathOf({ 'url.full': '/b?c' })).toBe('/b')
    expect(pathOf({ 'url.full': 'nonsense' })).toBeUndefined()
    expect(pathOf({})).toBeUndefined()
  })
})
