import {
  breadcrumbsIntegration,
  type BrowserOptions,
  captureException,
  dedupeIntegration,
  getClient,
  httpContextIntegration,
  init,
  linkedErrorsIntegration,
} from '@sentry/browser'
import { digestOf } from './error-digest.ts'
import { setupQuery } from '#product/session/session-queries.ts'
import { queryClient } from '#lib/api/query-client.ts'

let ready: Promise<boolean> | undefined

type Tracing = Pick<BrowserOptions, 'tracesSampleRate'> & { readonly integrations?: Integrations }
type Integrations = Exclude<BrowserOptions['integrations'], undefined | ((...args: never[]) => unknown)>

/** The pages go the way they recommend to others: an ordinary SDK through a tunnel on their own origin. */
export function startClient(dsn: string, { integrations = [], ...tracing }: Tracing = {}) {
  return init({
    ...tracing,
    dsn,
    tunnel: '/tunnel',
    environment: 'production',
    release: `hindcast-web@${import.meta.env['VITE_VERSION'] ?? '0.1.0'}`,
    // Uncaught errors are recorded from the first line of the page, before this file is loaded.
    defaultIntegrations: false,
    integrations: [
      breadcrumbsIntegration(),
      dedupeIntegration(),
      httpContextIntegration(),
      linkedErrorsIntegration(),
      ...integrations,
    ],
  })
}

async function start(): Promise<boolean> {
  // The one that traces the pages takes errors too; a second one would end it.
  if (getClient() !== undefined) return true
  const { reportTo } = await queryClient.ensureQueryData(setupQuery)
  if (reportTo === null) return false
  startClient(reportTo)
  return true
}

export async function capture(error: unknown, eventId: string): Promise<void> {
  ready ??= start()
  if (!(await ready)) return
  const digest = digestOf(error)
  captureException(error, {
    event_id: eventId,
    mechanism: { type: 'generic', handled: false },
    captureContext: { tags: { component: 'web', ...(digest === undefined ? {} : { digest }) } },
  })
}
