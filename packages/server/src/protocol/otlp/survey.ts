import { LIMITS } from '#domain/limits.ts'

/** What the intake knows of an export request before it is read. */
export interface OtlpSurvey {
  /** All spans in it. */
  readonly spans: number
  /** Of these, spans with an id that is missing, of the wrong length or all zero. */
  readonly badIds: number
  /** Of these, further ones, behind the limit for one request. */
  readonly beyondLimit: number
}

export interface Tally {
  readonly survey: OtlpSurvey
  /** True: the span is one that is read. */
  count(hasGoodIds: boolean): boolean
}

/** Decides, in the order of the spans, which of them are read: the same for the intake and for who reads them. */
export function createTally(): Tally {
  const survey = { spans: 0, badIds: 0, beyondLimit: 0 }
  return {
    survey,
    count(hasGoodIds) {
      survey.spans++
      if (!hasGoodIds) survey.badIds++
      else if (survey.spans - survey.badIds - survey.beyondLimit > LIMITS.otlp.spans) survey.beyondLimit++
      else return true
      return false
    },
  }
}
