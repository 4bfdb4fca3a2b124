import { navigationsIntegration, tanstackRouter } from '@hindcast/browser'
import {
  browserTracingIntegration,
  spanToJSON,
  startBrowserTracingNavigationSpan,
  startBrowserTracingPageLoadSpan,
  startInactiveSpan,
} from '@sentry/browser'
import type { useRouter } from '@tanstack/react-router'
import { startClient } from '../report-client.ts'

type Router = ReturnType<typeof useRouter>

/** Reports the routes, web vitals, navigations and traces of these pages, as any routed application would. */
export function traceOwnPages(dsn: string, router: Router): void {
  const client = startClient(dsn, {
    tracesSampleRate: 1,
    integrations: [
      // Names come from the router; the SDK alone knows only addresses.
      browserTracingIntegration({ instrumentPageLoad: false, instrumentNavigation: false }),
      navigationsIntegration({ startInactiveSpan, spanToJSON, router: tanstackRouter(router) }),
    ],
  })
  if (client !== undefined) nameVisits(client, router)
}

type Client = Parameters<typeof startBrowserTracingPageLoadSpan>[0]
type Visit = ReturnType<typeof startBrowserTracingPageLoadSpan>

function nameVisits(client: Client, router: Router): void {
  let visit: Visit = startBrowserTracingPageLoadSpan(client, named(patternOf(router)))
  router.subscribe('onBeforeNavigate', ({ fromLocation, toLocation }) => {
    if (fromLocation?.pathname === toLocation.pathname) return
    const [routes] = router.getMatchedRoutes(toLocation.pathname)
    const options = named(routes.at(-1)?.fullPath ?? '/')
    visit = startBrowserTracingNavigationSpan(client, options, { url: toLocation.publicHref })
  })
  // A redirect ends on another route than it began for.
  router.subscribe('onResolved', () => visit?.updateName(patternOf(router)))
}

/** A pattern has no values in it, so that visits of one route are counted together. */
function named(name: string) {
  return { name, attributes: { 'sentry.segment.name.source': 'route' as const } }
}

function patternOf({ state }: Router): string {
  return state.matches.at(-1)?.fullPath ?? '/'
}
