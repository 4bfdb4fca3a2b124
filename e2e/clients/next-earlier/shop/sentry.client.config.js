import { digestIntegration } from '@hindcast/next'
import { init } from '@sentry/nextjs'

init({ ...window.config, maxBreadcrumbs: 0, integrations: [digestIntegration()] })
