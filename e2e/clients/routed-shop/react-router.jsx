import { reactRouter } from '@hindcast/browser'
import { createRoot } from 'react-dom/client'
import { createBrowserRouter, Link, Outlet, RouterProvider, useLoaderData, useNavigate } from 'react-router'
import { Home, item, Item } from './pages.jsx'
import { report } from './sdk.js'

function Layout() {
  const navigate = useNavigate()
  return (
    <>
      <nav>
        <Link to="/">Home</Link> <Link to="/about">About</Link> <Link to="/items/1">Item 1</Link>{' '}
        <Link to="/refund">Refund</Link> <button onClick={() => void navigate('/items/2')}>Open 2</button>
      </nav>
      <Outlet />
    </>
  )
}

function ItemPage() {
  return <Item data={useLoaderData()} />
}

const router = createBrowserRouter([
  {
    path: '/',
    element: <Layout />,
    errorElement: <h1>Failed</h1>,
    children: [
      { index: true, element: <Home /> },
      { path: 'about', element: <h1>About</h1> },
      { path: 'items/:id', element: <ItemPage />, loader: ({ params }) => item(params.id) },
      { path: 'refund', lazy: () => import('./refund-page.jsx') },
      { path: 'docs/*', element: <h1>Docs</h1> },
      { path: ':lang?/help', element: <h1>Help</h1> },
      { element: <Outlet />, children: [{ path: 'team/:name/edit?', element: <h1>Team</h1> }] },
    ],
  },
])

const listed = ({ path, index, children }) => ({ path, index, children: children?.map(listed) })
/** For `hindcast routes upload`. */
window.routeList = router.routes.map(listed)

report(reactRouter(router))
createRoot(document.querySelector('#app')).render(<RouterProvider router={router} />)
