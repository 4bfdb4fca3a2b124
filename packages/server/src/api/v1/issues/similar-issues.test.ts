import { afterAll, beforeAll, expect, it } from 'vitest'
import type { IssueSummary, SimilarIssue } from '@hindcast/contract/issues/issues.ts'
import { anErrorPayload, eventId } from '#api/testing/payloads.ts'
import { bearer } from '#api/testing/requests.ts'
import { ORIGIN, type Tenant } from '#api/testing/tenancy.ts'
import { openWorld, type World } from '#api/testing/world.ts'

let world: World
let ann: Tenant
let bob: Tenant
let issues: readonly IssueSummary[]

/** `frames` from the outermost to the one that threw. */
function anError(index: number, type: string, value: string, frames: readonly string[]) {
  const stack = frames.map((name) => ({
    function: name,
    filename: '/src/cart.ts',
    lineno: 3,
    in_app: true,
  }))
  return {
    ...anErrorPayload(eventId(index)),
    transaction: undefined,
    exception: { values: [{ type, value, stacktrace: { frames: stack } }] },
  }
}

beforeAll(async () => {
  world = await openWorld()
  ann = await world.tenant('main')
  bob = await world.tenant('other')
  await world.store(ann.project, [
    anError(1, 'PayError', 'card 4711 refused', ['main', 'checkout', 'pay']),
    anError(2, 'PayError', 'network is down', ['retry', 'later', 'pay']),
    anError(3, 'PayError', 'card 99 refused', ['menu', 'shortcut']),
    anError(4, 'PayError', 'something else', ['admin', 'report']),
    anError(5, 'OtherError', 'card 4711 refused', ['main', 'checkout', 'pay', 'send']),
  ])
  await world.store(bob.project, [anError(6, 'PayError', 'card 1 refused', ['x', 'pay'])])
  issues = (await read<{ issues: IssueSummary[] }>(`/projects/${ann.project.slug}/issues`)).issues
})
afterAll(() => world.close())

const ask = (path: string) => world.app.request(`${ORIGIN}/api/v1${path}`, { headers: bearer(ann.token) })

async function read<T>(path: string): Promise<T> {
  const response = await ask(path)
  if (!response.ok) throw new Error(`${path} was answered with ${response.status}`)
  return (await response.json()) as T
}

const issueOf = (value: string, type = 'PayError') =>
  issues.find((issue) => issue.value === value && issue.type === type)!

const similarTo = async ({ id }: IssueSummary) =>
  (await read<{ similar: SimilarIssue[] }>(`/issues/${id}/similar`)).similar

it('[IS24] names open issues of the same type by what they share, and no others', async () => {
  expect(issues).toHaveLength(5)
  const similar = await similarTo(issueOf('card 4711 refused'))
  const reasons = similar.map(({ title, likeness }) => [title, likeness.map(({ reason }) => reason)])
  expect(Object.fromEntries(reasons)).toEqual({
    'PayError: network is down': ['function', 'place'],
    'PayError: card 99 refused': ['message'],
  })
})

it('[IS24] says what is shared', async () => {
  const similar = await similarTo(issueOf('card 4711 refused'))
  const [first] = similar
  expect(first!.likeness[0]!.detail).toContain('pay in ')
  expect(similar[1]!.likeness[0]!.detail).toMatch(/^card .+ refused$/)
})

it('[IS24] leaves out what is resolved', async () => {
  const { id } = issueOf('network is down')
  const response = await world.app.request(`${ORIGIN}/api/v1/issues/${id}`, {
    method: 'PATCH',
    headers: { ...bearer(ann.token), 'Content-Type': 'application/json' },
    body: JSON.stringify({ status: 'resolved' }),
  })
  expect(response.status).toBe(200)
  const similar = await similarTo(issueOf('card 4711 refused'))
  expect(similar.map(({ title }) => title)).toEqual(['PayError: card 99 refused'])
})
