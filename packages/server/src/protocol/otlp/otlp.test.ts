import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { FUZZ_RUNS } from '#protocol/fuzz-runs.ts'
import {
  arbitraryRequestProperty,
  mutatedRequestProperty,
  sameAsParseProperty,
  sameInBothFormatsProperty,
  surveyedIsReadProperty,
} from './otlp.property.ts'
describe('props', () => {
  it('same', () => fc.assert(sameInBothFormatsProperty(), { numRuns: FUZZ_RUNS }))
  it('survey', () => fc.assert(surveyedIsReadProperty(), { numRuns: FUZZ_RUNS }))
  it('mutated', () => fc.assert(mutatedRequestProperty(), { numRuns: FUZZ_RUNS*3 }))
  it('arb', () => fc.assert(arbitraryRequestProperty(), { numRuns: FUZZ_RUNS*3 }))
  it('parse', () => fc.assert(sameAsParseProperty(), { numRuns: FUZZ_RUNS*3 }))
})
