import * as Sentry from 'sentry-browser'
import { offer } from './scenario.ts'

offer({
  /** A checkout of three spans, one within the other, in the last of which it breaks. */
  checkout: async () => {
    await Sentry.startSpan({ name: 'checkout', op: 'ui.action.click' }, async () => {
      await Sentry.startSpan({ name: 'load the basket', op: 'function' }, async () => {
        await fetch('/stock.json').then((response) => response.json())
        Sentry.startSpan({ name: 'reserve stock', op: 'function' }, () =>
          Sentry.captureException(new Error('the stock is gone')),
        )
      })
    })
    await Sentry.flush()
  },
})

Sentry.init({
  ...window.config,
  release: 'shop@1.4.2',
  integrations: [Sentry.browserTracingIntegration()],
  tracesSampleRate: 1,
  beforeSend: (event) => {
    if (event.event_id !== undefined) window.sent.push(event.event_id)
    return event
  },
})
