import { Trans } from '@lingui/react/macro'
import { Outlet, useNavigate, useRouterState } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useState } from 'react'
import { applyTheme, currentPreferences, usePreferences } from '#product/session/preferences.ts'
import { queryClient } from '#lib/api/query-client.ts'
import { listenForShortcuts } from '#lib/commands/shortcuts.ts'
import { signedOut } from '#lib/api/signed-out.ts'
import { Banner } from './banner.tsx'
import { useGlobalCommands } from './global-commands.tsx'
import { useLiveUpdates } from './live-updates.ts'
import { LoadingBar } from './loading-bar.tsx'
import { Rail } from './rail.tsx'
import { sessionQuery } from '#product/session/session-queries.ts'

const Overlays = lazy(async () => ({ default: (await import('./overlays.tsx')).Overlays }))

/** The frame around every screen of a member. */
export function Shell() {
  const { theme } = usePreferences()
  useEffect(() => applyTheme(theme), [theme])
  useEffect(() => listenForShortcuts(window, () => currentPreferences().singleKeys), [])
  useLiveUpdates()
  useGlobalCommands()
  useSignInAgain()
  useFocusOnNavigation()
  const idle = useIdle()
  return (
    <div className="grid min-h-dvh grid-rows-[auto_1fr] has-[[data-fill]]:h-dvh pane:grid-cols-[208px_minmax(0,1fr)] pane:grid-rows-1">
      <a
        className="fixed start-2 top-2 z-50 -translate-y-16 rounded-control bg-accent px-3 py-1.5 text-on-accent focus:translate-y-0"
        href="#main"
      >
        <Trans>Skip to content</Trans>
      </a>
      <LoadingBar />
      <Rail />
      <div className="flex min-h-0 min-w-0 flex-col">
        <Banner />
        <Outlet />
      </div>
      {idle && (
        <Suspense>
          <Overlays />
        </Suspense>
      )}
    </div>
  )
}

/** Overlays are fetched after the screen stands, never before it. */
function useIdle(): boolean {
  const [idle, set] = useState(false)
  useEffect(() => {
    const start = globalThis.requestIdleCallback ?? ((then: () => void) => setTimeout(then, 200))
    start(() => set(true), { timeout: 2000 })
  }, [])
  return idle
}

function useSignInAgain(): void {
  const navigate = useNavigate()
  useEffect(
    () =>
      signedOut.subscribe(() => {
        queryClient.removeQueries({ queryKey: sessionQuery.queryKey })
        const { pathname, search } = window.location
        void navigate({ to: '/sign-in', search: { next: `${pathname}${search}` } })
      }),
    [navigate],
  )
}

/** A click on a link must take the keyboard and the screen reader along to the new page. */
function useFocusOnNavigation(): void {
  const path = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.pathname })
  const [entered] = useState(path)
  useEffect(() => {
    const main = document.getElementById('main')
    // A screen that has put the focus into a field of its own keeps it there.
    if (path !== entered && main?.contains(document.activeElement) === false)
      main.focus({ preventScroll: true })
  }, [path, entered])
}
