import type { Metric } from '#api/metrics-text.ts'
import type { ObserveAnswer } from '#api/http/observe.ts'
import { createCounter, createHistogram } from './instruments.ts'

const QUESTION_BOUNDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

export interface QuestionMetrics {
  readonly observe: ObserveAnswer
  metrics(): readonly Metric[]
}

/** What people and API clients ask, apart from ingest. */
export function createQuestionMetrics(): QuestionMetrics {
  const answers = createCounter(
    'hindcast_http_requests_total',
    'Requests answered besides ingest, by class of status.',
    'class',
  )
  const queries = createCounter(
    'hindcast_queries_total',
    'Requests to the API by outcome: answered, refused (4xx), too_slow (over the time limit), cancelled (the asker went away) or failed.',
    'outcome',
  )
  const seconds = createHistogram(
    'hindcast_query_duration_seconds',
    'Time to answer a request to the API.',
    QUESTION_BOUNDS,
  )
  return {
    observe: {
      answered: (status) => answers.add(1, `${Math.trunc(status / 100)}xx`),
      asked(outcome, durationMs) {
        queries.add(1, outcome)
        seconds.observe(durationMs / 1000)
      },
    },
    metrics: () => [answers, queries, seconds].map((each) => each.metric()),
  }
}
