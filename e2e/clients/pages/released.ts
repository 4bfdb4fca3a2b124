import * as Sentry from 'sentry-browser'
import { offer, recordSent } from './scenario.ts'
import { checkout } from './shop.ts'

/** A page with the given release and the SDK's default sessions. */
offer({ 'uncaught error': () => checkout(undefined) })

Sentry.init({
  ...window.config,
  environment: 'e2e',
  beforeSend: recordSent,
})
