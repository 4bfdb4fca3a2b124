import { performance } from 'node:perf_hooks'
import type { Metric } from '#api/metrics-text.ts'
import { createHistogram, gauge, total } from './instruments.ts'

const DELAY_BOUNDS = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5]
const SAMPLE_EVERY_MS = 500

export interface ProcessMetrics {
  metrics(): readonly Metric[]
}

/** The process and the thread that answers. */
export function createProcessMetrics(version: string, role: string): ProcessMetrics {
  const delay = createHistogram(
    'hindcast_event_loop_delay_seconds',
    'How late the thread that answers came to a timer, measured twice a second.',
    DELAY_BOUNDS,
  )
  let due = performance.now() + SAMPLE_EVERY_MS
  const sampling = setInterval(() => {
    const at = performance.now()
    delay.observe(Math.max(0, at - due) / 1000)
    due = at + SAMPLE_EVERY_MS
  }, SAMPLE_EVERY_MS)
  sampling.unref()

  return {
    metrics() {
      const { user, system } = process.cpuUsage()
      const { rss, heapUsed, external } = process.memoryUsage()
      return [
        {
          name: 'hindcast_build_info',
          help: 'The version that runs and its role, as labels; always 1.',
          type: 'gauge',
          samples: [{ labels: { version, role, node: process.versions.node }, value: 1 }],
        },
        gauge(
          'hindcast_start_timestamp_seconds',
          'When the process started, in seconds since 1970.',
          performance.timeOrigin / 1000,
        ),
        total('hindcast_cpu_seconds_total', 'Processor time of the whole process.', (user + system) / 1e6),
        total(
          'hindcast_event_loop_busy_seconds_total',
          'Time in which the thread that answers was busy.',
          performance.eventLoopUtilization().active / 1000,
        ),
        delay.metric(),
        gauge('hindcast_resident_bytes', 'Resident memory of the process.', rss),
        gauge('hindcast_heap_bytes', 'JavaScript heap in use by the thread that answers.', heapUsed),
        gauge(
          'hindcast_external_bytes',
          'Memory outside of the heap that JavaScript objects hold.',
          external,
        ),
      ]
    },
  }
}
