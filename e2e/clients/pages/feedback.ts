import * as Sentry from 'sentry-browser'
import { offer, sdkOptions } from './scenario.ts'

/** A page that asks its visitor what happened after an error. */
offer({
  'feedback about an error': () => {
    const associatedEventId = Sentry.captureException(new Error('The refund failed'))
    Sentry.captureFeedback({
      associatedEventId,
      name: 'Ada Lovelace',
      email: 'ada@example.com',
      message: 'I clicked on refund and nothing happened.\nMy order is 4711.',
    })
  },
  // Up to version 7.
  'user report': () => {
    const event_id = Sentry.captureException(new Error('The refund failed'))
    Sentry.captureUserFeedback({ event_id, name: 'Grace', email: 'grace@example.com', comments: 'It broke.' })
  },
})

Sentry.init(sdkOptions())
