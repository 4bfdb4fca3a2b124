import { createRouter } from '@tanstack/react-router'
import { fallBackToFullLoad } from '#lib/routing/lazy-code.ts'
import { locale } from '#lib/i18n/i18n.ts'
import { withLocale, withoutLocale } from '#lib/i18n/locale.ts'
import { parsePlainSearch, writePlainSearch } from '#lib/routing/plain-search.ts'
import { NotFound } from './screen.ts'
import { routeTree } from './routes.tsx'
import { ScreenError } from './screen-error.tsx'

export const router = createRouter({
  routeTree,
  defaultPreload: 'intent',
  // How long data stays fresh is the query client's business; asking it again costs nothing.
  defaultPreloadStaleTime: 0,
  defaultErrorComponent: ScreenError,
  defaultNotFoundComponent: NotFound,
  scrollRestoration: true,
  parseSearch: parsePlainSearch,
  stringifySearch: writePlainSearch,
  // The tree and every link in it know no language; the address bar does.
  rewrite: {
    input: ({ url }) => {
      url.pathname = withoutLocale(url.pathname)
      return url
    },
    output: ({ url }) => {
      url.pathname = withLocale(url.pathname, locale)
      return url
    },
  },
})

fallBackToFullLoad(router)

/** Starts loading the code of a page while the session is still being loaded. */
export function fetchCodeOf(path: string): void {
  for (const route of router.getMatchedRoutes(withoutLocale(path))[0])
    void router.loadRouteChunk(route)?.catch(() => undefined)
}

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
