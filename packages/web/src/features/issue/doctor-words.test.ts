import { i18n } from '@lingui/core'
import { beforeAll, describe, expect, it } from 'vitest'
import { fixWords, nearestWords } from './doctor-words.ts'

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))

describe('what the source-map doctor says', () => {
  it.each([
    ['~/app.js is there, but no map for it', '~/app.js is there, but no map for it.'],
    [
      '~/app.js was uploaded with dist “7”, the event came with dist “8”',
      '~/app.js was uploaded with dist “7”, the event came with “8”.',
    ],
    ['~/app.js with debug id 24-3d, of another build', '~/app.js with debug id 24-3d, of another build.'],
    ['something only a newer server knows', 'something only a newer server knows'],
  ])('[UI122] keeps the names in the nearest miss: %s', (said, shown) => {
    expect(nearestWords(said)).toBe(shown)
  })

  it.each([
    'Upload app.js.map too: the script names it.',
    'The release has 12 uploaded files, but not this one: upload the whole output folder of this build.',
    'Upload the maps of this build: sentry-cli sourcemaps upload --release shop@1.0 <output folder>.',
    'Upload the maps of this build: the script carries a debug id, but nothing with that id has arrived.',
    'Something that only a newer server knows.',
  ])('[UI122] says the fix as the server does: %s', (said) => {
    expect(fixWords(said)).toBe(said)
  })
})
