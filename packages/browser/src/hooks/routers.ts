import { guard } from './guard.ts'

/** What a router tells: that it leaves for another page, that this page is there, and what it fetches ahead. */
export interface RouterObserver {
  readonly began: (to: string) => void
  readonly ended: () => void
  /** Answers what is to be called at the end. */
  readonly preloading: (to: string) => (failed: boolean) => void
}

/** Connects a router. Written once for each router; `tanstackRouter` and `reactRouter` are two. */
export type ConnectRouter = (observer: RouterObserver) => void

interface Place {
  readonly pathname: string
}

/** What is used of a TanStack router. It changes the address first, so that the start of a navigation needs no telling. */
export interface TanStackRouter {
  subscribe(event: 'onResolved', listener: () => void): unknown
  preloadRoute: (...args: never[]) => Promise<unknown>
  /** `publicHref` has the base path, as the address bar does. */
  buildLocation(...args: never[]): { readonly publicHref: string }
}

/** What is used of a router of React Router's `createBrowserRouter`. */
export interface ReactRouter {
  readonly state: ReactRouterState
  subscribe(listener: (state: ReactRouterState) => void): unknown
}

interface ReactRouterState {
  readonly location: Place
  readonly navigation: { readonly location?: Place | undefined }
}

export function tanstackRouter(router: TanStackRouter): ConnectRouter {
  return ({ ended, preloading }) => {
    router.subscribe('onResolved', guard(ended))
    const { preloadRoute } = router
    router.preloadRoute = function (...args) {
      const result = preloadRoute.apply(this, args)
      guard(() => {
        const done = preloading(router.buildLocation(...args).publicHref.replace(/[?#].*/, ''))
        const settled = (matches?: unknown) =>
          done(
            !(matches as ReadonlyArray<{ readonly status: string }> | undefined)?.every(
              (one) => one.status !== 'error',
            ),
          )
        result.then(settled, () => settled())
      })()
      return result
    }
  }
}

export function reactRouter(router: ReactRouter): ConnectRouter {
  return ({ began, ended }) => {
    let before = router.state
    router.subscribe(
      guard((state) => {
        const { navigation, location } = before
        const to = state.navigation.location
        before = state
        if (to) {
          if (!navigation.location) began(to.pathname)
        } else if (navigation.location || location !== state.location) ended()
      }),
    )
  }
}
