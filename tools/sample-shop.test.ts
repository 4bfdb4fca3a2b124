import { expect, it } from 'vitest'
import places from '../packages/server/src/product/samples/built-places.json' with { type: 'json' }
import scripts from '../packages/server/src/product/samples/built-scripts.json' with { type: 'json' }
import { buildSampleShop } from './sample-shop/build.ts'

it('[OP91] the scripts and maps of the samples are built from the sources of the sample shop', async () => {
  const built = await buildSampleShop()
  expect(scripts, 'run npm run sample-shop').toEqual(built.scripts)
  expect(places, 'run npm run sample-shop').toEqual(built.places)
})
