import { I18nProvider } from '@lingui/react'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { LastBoundary } from './app/last-resort.tsx'
import { fetchCodeOf, router } from './app/router.tsx'
import { prefetchSession } from './app/visitor.ts'
import { i18n, loadMessages, locale } from './lib/i18n/i18n.ts'
import { queryClient } from './lib/api/query-client.ts'
import { reportUncaught } from './app/report.ts'

reportUncaught(window)
document.documentElement.lang = locale
prefetchSession(location.pathname)
fetchCodeOf(location.pathname)
// A page without translations is better than none.
await loadMessages('shell').catch(() => undefined)

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <I18nProvider i18n={i18n}>
      <LastBoundary>
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </LastBoundary>
    </I18nProvider>
  </StrictMode>,
)
