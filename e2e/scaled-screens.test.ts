import { describe } from 'vitest'
import { onScaledStores } from './harness/scaled-stores.ts'

onScaledStores()

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
