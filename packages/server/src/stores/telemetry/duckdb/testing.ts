import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import type { SessionRow } from '#stores/telemetry/sessions.ts'
import { T0, aRawItem, aSpan, anEvent, traceIdOf } from '#stores/telemetry/telemetry.builders.ts'
import type { TelemetryBatch } from '#stores/telemetry/telemetry.ts'

export const temporaryFolder = (): Promise<string> => mkdtemp(join(tmpdir(), 'hindcast-telemetry-'))

/** Between the sequence numbers of two events, as records of a spool lie apart. */
export const SPACING = 10

/** Every third one crashes. */
function aSessionAt(seq: number): SessionRow {
  return {
    seq,
    projectId: '1',
    receivedAt: T0,
    startedAt: T0,
    release: '1.0',
    environment: undefined,
    session: seq.toString(16).padStart(16, '0'),
    user: undefined,
    status: seq % 3 === 0 ? 'crashed' : 'ok',
    quantity: 1,
  }
}

/** Spans of the endless spool are spread over this many traces of each project. */
export const TRACES = 5

/** The batch of an endless spool that holds these events, each with a span, some of them followed by a raw item. */
export function batchOf(firstEvent: number, events: number): TelemetryBatch {
  const seqs = Array.from({ length: events }, (_, index) => (firstEvent + index) * SPACING)
  const projectOf = (seq: number) => String(1 + ((seq / SPACING) % 2))
  return {
    spoolId: 'spool',
    from: firstEvent * SPACING,
    to: (firstEvent + events) * SPACING,
    events: seqs.map((seq) =>
      Object.assign(anEvent({ seq, projectId: projectOf(seq) }), {
        identifiers: [{ kind: 'digest', value: String(seq % 3) }] as const,
      }),
    ),
    raw: seqs.filter((seq) => seq % 7 === 0).map((seq) => aRawItem({ seq: seq + 1 })),
    sessions: seqs.map(aSessionAt),
    spans: seqs.map((seq) =>
      aSpan({
        seq,
        projectId: projectOf(seq),
        traceId: traceIdOf((seq / SPACING) % TRACES),
        isSegment: true,
      }),
    ),
  }
}
