import { navigationsIntegration } from '@hindcast/browser'
import { browserTracingIntegration, init, spanToJSON, startInactiveSpan } from 'shop-sdk'

const broken = () => {
  throw new Error('broken on purpose')
}

/** As the README says: functions of the SDK, and the router where there is one to give. */
export function report(router) {
  const { withoutTracing, withoutRouter, withBrokenSdk, ...options } = window.config
  const sdk = withBrokenSdk
    ? { startInactiveSpan: broken, spanToJSON: broken }
    : { startInactiveSpan, spanToJSON }
  const navigations = navigationsIntegration({ ...sdk, ...(!withoutRouter && { router }) })
  init({
    ...options,
    tracesSampleRate: 1,
    integrations: [...(withoutTracing ? [] : [browserTracingIntegration()]), navigations],
  })
}
