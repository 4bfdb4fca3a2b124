import { describe, expect, it } from 'vitest'
import { mapSummary } from './map-summary.ts'
import { aFrame, aMap, anOriginal } from '#features/issues/detail/testing.ts'

const mapped = aFrame({ original: anOriginal({}), map: aMap({}) })
const missing = (fix: string, inApp = true) => aFrame({ inApp, map: aMap({ state: 'no_file', fix }) })
const written = aFrame({ map: aMap({ state: 'not_needed' }) })

describe('how much of a stack can be read', () => {
  it('[UI122] counts mapped frames of those that need a map', () => {
    expect(mapSummary([mapped, mapped, written, missing('upload')])).toEqual({
      mapped: 2,
      built: 3,
      advice: aMap({ state: 'no_file', fix: 'upload' }),
      unknown: false,
    })
  })

  it('[UI122] says nothing where every frame was sent as it was written', () => {
    expect(mapSummary([written, written])).toBeUndefined()
    expect(mapSummary([])).toBeUndefined()
  })

  it('[UI122] names the fix that helps most frames of the app, before those of other scripts', () => {
    const others = Array.from({ length: 5 }, () => missing('ask them', false))
    expect(
      mapSummary([...others, missing('inject'), missing('upload'), missing('upload')])?.advice?.fix,
    ).toBe('upload')
    expect(mapSummary(others)?.advice?.fix).toBe('ask them')
  })

  it('[UI122] does not call a stack unmapped if it could not be looked up', () => {
    expect(mapSummary([aFrame({}), aFrame({})])).toMatchObject({ unknown: true, built: 0 })
  })
})
