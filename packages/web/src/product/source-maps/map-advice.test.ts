import type { MapFix, MapNearest } from '@hindcast/contract/events/mapped-frame.ts'
import { i18n } from '@lingui/core'
import { beforeAll, describe, expect, it } from 'vitest'
import { fixWords, nearestWords } from './map-advice.ts'

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))

const nearest = (said: MapNearest) =>
  nearestWords({ nearest: null, fix: null, codes: { nearest: said, fix: null } })
const fix = (said: MapFix) => fixWords({ nearest: null, fix: null, codes: { nearest: null, fix: said } })

describe('what the source-map doctor says', () => {
  it('[UI122] keeps the names in the nearest miss', () => {
    const url = '~/app.js'
    expect(nearest({ code: 'script_without_map', url })).toBe(
      '~/app.js was uploaded, but no source map for it.',
    )
    expect(nearest({ code: 'other_build', url, debugId: '24-3d' })).toBe(
      '~/app.js with debug ID 24-3d, from another build.',
    )
  })

  it('[UI122] distinguishes a missing dist from another one, on either side', () => {
    const said = (uploaded: string | null, sent: string | null) =>
      nearest({ code: 'other_dist', url: '~/app.js', uploaded, sent })
    expect(said('7', '8')).toBe('~/app.js was uploaded with dist “7”, but the event has “8”.')
    expect(said(null, '8')).toBe('~/app.js was uploaded without a dist, but the event has dist “8”.')
    expect(said('7', null)).toBe('~/app.js was uploaded with dist “7”, but the event has no dist.')
  })

  it('[UI122] gives the whole command of a fix', () => {
    expect(fix({ code: 'upload_release', release: 'shop@1.0' })).toBe(
      'Upload the source maps of this build: sentry-cli sourcemaps upload --release shop@1.0 <output folder>.',
    )
  })

  it('[UI122] says what the server says where only a newer one knows the code', () => {
    const newer = { code: 'of_tomorrow' } as unknown as MapFix
    expect(fixWords({ nearest: null, fix: 'Do it.', codes: { nearest: null, fix: newer } })).toBe('Do it.')
    expect(nearestWords({ nearest: 'Almost.', fix: null, codes: { nearest: null, fix: null } })).toBe(
      'Almost.',
    )
  })
})
