import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { EventView } from '@hindcast/contract/events/event-view.ts'
import type { IssueDetail } from '@hindcast/contract/issues/issues.ts'
import { RecognisedKind } from '@hindcast/contract/events/known-errors.ts'
import { RECOGNISED_KINDS } from '#domain/events/known-error.ts'
import { aMessagePayload, anErrorPayload, eventId } from '#api/testing/payloads.ts'
import { bearer } from '#api/testing/requests.ts'
import type { Tenant } from '#api/testing/tenancy.ts'
import { openWorld, type World } from '#api/testing/world.ts'

const REACT_418 =
  'Minified React error #418; visit https://react.dev/errors/418?args[]=text&args[]= for the full message'

let world: World
let ann: Tenant

beforeAll(async () => {
  world = await openWorld()
  ann = await world.tenant('main')
  await world.store(ann.project, [aMessagePayload(eventId(1), REACT_418), anErrorPayload(eventId(2))])
})
afterAll(() => world.close())

async function get<T>(path: string): Promise<T> {
  const response = await world.app.request(path, { headers: bearer(ann.token) })
  expect(response.status).toBe(200)
  return (await response.json()) as T
}

describe('a recognised problem', () => {
  it('[GR64] is explained with the event, the number of React decoded', async () => {
    const view = await get<EventView>(`/api/v1/projects/main-shop/events/${eventId(1)}`)
    expect(view.recognised).toMatchObject({
      kind: 'hydration_mismatch',
      severity: 'minor',
      details: {
        reactCode: 418,
        message: 'Hydration failed because the server rendered text did not match the client.',
        link: 'https://react.dev/errors/418',
        subject: null,
      },
    })
  })

  it('[AP67] says which explanation it is, beside its sentences', async () => {
    const view = await get<EventView>(`/api/v1/projects/main-shop/events/${eventId(1)}`)
    expect(view.recognised).toMatchObject({
      explanation: 'hydration_mismatch',
      title: 'Server and browser rendered different HTML',
    })
  })

  it('[GR64] is named with its issue, in the list too', async () => {
    const { issues } = await get<{ issues: IssueDetail[] }>('/api/v1/projects/main-shop/issues')
    expect(new Set(issues.map(({ recognised }) => recognised))).toEqual(new Set(['hydration_mismatch', null]))
    const issue = issues.find(({ recognised }) => recognised !== null)!
    expect(await get(`/api/v1/issues/${issue.id}`)).toMatchObject({ recognised: 'hydration_mismatch' })
  })

  it('[GR64] is nothing for an error of the application’s own', async () => {
    expect(await get(`/api/v1/projects/main-shop/events/${eventId(2)}`)).toMatchObject({ recognised: null })
  })

  it('[GR64] is one of the same kinds in the contract and in the server', () => {
    expect(RecognisedKind.options).toEqual(RECOGNISED_KINDS)
  })
})
