import { afterAll, beforeAll, describe } from 'vitest'
import { openScaledStores } from './harness/scaled-stores.ts'
import { useStores } from './harness/stores.ts'

let stores: Awaited<ReturnType<typeof openScaledStores>>
beforeAll(async () => {
  stores = await openScaledStores()
  useStores(stores.of)
})
afterAll(async () => {
  useStores(undefined)
  await stores?.close()
})

/** More of the tests that also run on the stores of a data folder, beside those of `scaled-journeys.test.ts`. */
describe.each([
  ['alerts', () => import('./alerts-screens.test.ts')],
  ['releases', () => import('./releases.test.ts')],
  ['routes', () => import('./routes.test.ts')],
  ['a trace', () => import('./trace.test.ts')],
  ['people', () => import('./people.test.ts')],
])('%s, on scaled stores', async (_, journey) => {
  await journey()
})
