import { tanstackRouter } from '@hindcast/browser'
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Link,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router'
import { createRoot } from 'react-dom/client'
import { Home, item, Item } from './pages.jsx'
import { report } from './sdk.js'

const root = createRootRoute({
  component: () => (
    <>
      <nav>
        <Link to="/">Home</Link> <Link to="/about">About</Link>{' '}
        {['1', '2', '3', 'gone'].map((id) => (
          <Link key={id} to="/items/$id" params={{ id }}>
            Item {id}
          </Link>
        ))}{' '}
        <Link to="/refund" preload={false}>
          Refund
        </Link>
      </nav>
      <Outlet />
    </>
  ),
})
const at = (path, options) => createRoute({ getParentRoute: () => root, path, ...options })
const items = at('/items/$id', {
  loader: ({ params }) => item(params.id),
  component: () => <Item data={items.useLoaderData()} />,
})
const frame = createRoute({ getParentRoute: () => root, id: 'frame', component: Outlet })
const routes = [
  at('/', { component: () => <Home /> }),
  at('/about', { component: () => <h1>About</h1> }),
  items,
  at('/docs/$', { component: () => <h1>Docs</h1> }),
  at('/{-$lang}/help', { component: () => <h1>Help</h1> }),
  frame.addChildren([
    createRoute({ getParentRoute: () => frame, path: '/team/$name', component: () => <h1>Team</h1> }),
  ]),
  at('/refund', { component: lazyRouteComponent(() => import('./refund-page.jsx'), 'Component') }),
]

const router = createRouter({
  routeTree: root.addChildren(routes),
  defaultPreload: 'intent',
  defaultPreloadDelay: 0,
})

/** For `hindcast routes upload`. */
window.routeList = Object.keys(router.routesByPath)

report(tanstackRouter(router))
createRoot(document.querySelector('#app')).render(<RouterProvider router={router} />)
