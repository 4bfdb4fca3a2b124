import { describe, expect, it } from 'vitest'
import { scrubScore } from '#digest/testing/scrub-score.ts'

describe('the corpus of secrets and innocents', () => {
  const { secrets, innocents, missed, hit } = scrubScore()

  it('is large enough to say something', () => {
    expect(secrets).toBeGreaterThanOrEqual(300)
    expect(innocents).toBeGreaterThanOrEqual(300)
  })

  it('[PL74] has 98 of 100 secrets found', () => {
    console.log(`secrets: ${secrets - missed.length} of ${secrets} found; missed: ${missed.join(', ')}`)
    expect(missed.length / secrets).toBeLessThanOrEqual(0.02)
  })

  it('[PL74] has 99 of 100 innocents spared', () => {
    console.log(`innocents: ${innocents - hit.length} of ${innocents} spared; hit: ${hit.join(', ')}`)
    expect(hit.length / innocents).toBeLessThanOrEqual(0.01)
  })
})
