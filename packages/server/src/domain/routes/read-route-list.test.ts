import { describe, expect, it } from 'vitest'
import { readRouteList } from './read-route-list.ts'

describe('reading a list of routes', () => {
  it('[RT14] reads the nested routes of React Router', () => {
    const routes = [
      {
        id: 'root',
        path: '',
        file: 'root.tsx',
        children: [
          { id: 'home', index: true, file: 'home.tsx' },
          {
            id: 'layout',
            file: 'layout.tsx',
            children: [
              { id: 'user', path: 'users/:userId', children: [{ id: 'edit', path: 'edit?/:tab?' }] },
            ],
          },
          { id: 'files', path: 'files/*' },
        ],
      },
    ]
    const manifest = readRouteList(JSON.stringify(routes))
    expect(manifest?.style).toBe('react-router')
    expect(manifest?.patterns).toEqual([
      '/',
      '/users/:userId',
      '/users/:userId/edit/:tab?',
      '/users/:userId/:tab?',
      '/files/*',
    ])
  })

  it('[RT14] reads the route tree of TanStack Router', () => {
    const tree = `
      export interface FileRoutesByFullPath {
        '/': typeof IndexRoute
        '/users/$userId': typeof LayoutUsersUserIdRoute
        "/files/$": typeof FilesSplatRoute
      \n}
      export interface FileRoutesById { '/_layout/users/$userId': typeof LayoutUsersUserIdRoute }`
    expect(readRouteList(tree)).toMatchObject({
      style: 'tanstack',
      patterns: ['/', '/users/$userId', '/files/$'],
    })
  })

  it('[RT14] reads one pattern in each line, and lists of patterns', () => {
    expect(readRouteList('# pages\n/\n/users/:id\n\n/users/:id\n')).toMatchObject({
      style: 'react-router',
      patterns: ['/', '/users/:id'],
    })
    expect(readRouteList('["/users/$id"]')).toMatchObject({ style: 'tanstack', patterns: ['/users/$id'] })
    expect(readRouteList('{"routes":["/users/[id]"]}')).toMatchObject({ style: 'next' })
  })

  it.each(['', '{}', '[]', '[1]', 'not a route', '<html>', '{"routes":[{"id":"x"}]}'])(
    '[RT14] takes %j for none',
    (text) => {
      expect(readRouteList(text)).toBeUndefined()
    },
  )
})
