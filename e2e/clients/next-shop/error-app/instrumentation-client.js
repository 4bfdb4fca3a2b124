import { digestIntegration } from '@hindcast/next'
import { init } from '@sentry/nextjs'

init({ ...window.config, integrations: [digestIntegration()] })
