import * as Sentry from 'sentry-browser'
import { offer, recordSent } from './scenario.ts'

offer({
  /** Three spans, one within the other, in the last of which it breaks. */
  checkout: async () => {
    Sentry.startSpan({ name: 'checkout', op: 'ui.action.click' }, () =>
      Sentry.startSpan({ name: 'load the basket', op: 'function' }, () =>
        Sentry.startSpan({ name: 'reserve stock', op: 'function' }, () =>
          Sentry.captureException(new Error('the stock is gone')),
        ),
      ),
    )
    await Sentry.flush(2000)
  },
})

Sentry.init({
  ...window.config,
  release: 'shop@1.4.2',
  integrations: [Sentry.browserTracingIntegration()],
  tracesSampleRate: 1,
  // Else every span of a browser is a child of the page load.
  parentSpanIsAlwaysRootSpan: false,
  beforeSend: recordSent,
})
