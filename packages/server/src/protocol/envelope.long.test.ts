import * as fc from 'fast-check'
import { describe, it } from 'vitest'
import { arbitraryBytesProperty, mutatedEnvelopeProperty, roundTripProperty } from './envelope.property.ts'
import { FUZZ_RUNS } from './fuzz-runs.ts'

describe('an envelope, whatever its bytes', () => {
  it('[IN4] what was encoded comes back', () => {
    fc.assert(roundTripProperty(), { numRuns: FUZZ_RUNS })
  })

  it('[IN5] arbitrary bytes never throw, and never yield parts outside of themselves', () => {
    fc.assert(arbitraryBytesProperty(), { numRuns: FUZZ_RUNS })
  })

  it('[IN5] nor do envelopes with a few bytes changed', () => {
    fc.assert(mutatedEnvelopeProperty(), { numRuns: FUZZ_RUNS })
  })
})
