import {
  captureException,
  captureFeedback,
  getClient,
  getCurrentScope,
  init,
  lastEventId,
} from '@sentry/browser'
import { afterEach, describe, expect, it } from 'vitest'
import { reportOnce } from './report.ts'
import type { ErrorPageSdk } from './sdk.ts'

const sdk: ErrorPageSdk = { captureException, captureFeedback, getClient, lastEventId }

/** Turns the real SDK on; what it would send is collected. */
function started(): readonly string[] {
  const sent: string[] = []
  init({
    dsn: 'https://key@errors.example.com/1',
    defaultIntegrations: false,
    beforeSend: (event) => {
      sent.push(event.event_id!)
      return null
    },
  })
  return sent
}
afterEach(() => getCurrentScope().setClient(undefined))

const turn = () => new Promise((done) => setTimeout(done, 0))

describe('reporting the error of an error page', () => {
  it('[NX70] sends an error once, and answers the same id whenever it is asked again', async () => {
    const sent = started()
    const error = new Error('the cart is broken')
    const id = reportOnce(sdk, error)
    expect(reportOnce(sdk, error)).toBe(id)
    const other = reportOnce(sdk, new Error('another'))
    await turn()
    expect(sent).toEqual([id, other])
  })

  it('[NX70] answers the id of the event that the SDK has sent of the error before', async () => {
    const sent = started()
    const error = new Error('caught by the SDK')
    const id = captureException(error)
    await turn()
    expect(reportOnce(sdk, error)).toBe(id)
    await turn()
    expect(sent).toEqual([id])
  })

  it('[NX70] reports what is no object, and nothing at all without an SDK', async () => {
    expect(reportOnce(sdk, new Error('nobody listens'))).toBeUndefined()
    const sent = started()
    const id = reportOnce(sdk, 'a text')
    await turn()
    expect(sent).toEqual([id])
  })
})
