import type { Metric } from '#api/metrics-text.ts'
import type { SpoolStatus } from '#spool/spool.ts'
import { createDigestMetrics, type DigestMetrics } from './digest-metrics.ts'
import { gauge } from './instruments.ts'
import { createIntakeMetrics, type IntakeMetrics } from './intake-metrics.ts'
import { createJobMetrics, type JobMetrics } from './job-metrics.ts'
import { createProcessMetrics } from './process-metrics.ts'
import { createQuestionMetrics, type QuestionMetrics } from './question-metrics.ts'
import { storeMetrics } from './store-metrics.ts'

/** What is asked when somebody wants to know. */
export interface MetricSources {
  readonly dataDir: string
  readonly spool: SpoolStatus
  readonly liveReaders: number
  readonly pendingDeliveries: () => Promise<number>
  readonly digesterCpuSeconds: () => Promise<number>
}

export interface Metrics {
  readonly intake: Omit<IntakeMetrics, 'metrics'>
  readonly digest: Omit<DigestMetrics, 'metrics'>
  readonly questions: Omit<QuestionMetrics, 'metrics'>
  readonly jobs: Omit<JobMetrics, 'metrics'>
  snapshot(sources: MetricSources): Promise<readonly Metric[]>
}

/** Is it keeping up, what is it dropping, how long is the queue. No label is a project: there may be thousands. */
export function createMetrics(version: string, now: () => number, role = 'all'): Metrics {
  const intake = createIntakeMetrics()
  const digest = createDigestMetrics(now)
  const questions = createQuestionMetrics()
  const jobs = createJobMetrics(now)
  const ownProcess = createProcessMetrics(version, role)
  return {
    intake,
    digest,
    questions,
    jobs,
    async snapshot({ dataDir, spool, liveReaders, pendingDeliveries, digesterCpuSeconds }) {
      const [stores, pending, cpuSeconds] = await Promise.all([
        storeMetrics(dataDir),
        pendingDeliveries(),
        digesterCpuSeconds(),
      ])
      return [
        ...intake.metrics(),
        ...digest.metrics(spool, cpuSeconds),
        ...questions.metrics(),
        ...jobs.metrics(pending),
        ...stores,
        ...ownProcess.metrics(),
        gauge('hindcast_live_readers', 'Open streams of live updates.', liveReaders),
      ]
    },
  }
}
