import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { normalise } from '#event/normalise.ts'
import { REPORT_FIELD, readReport } from '#event/security-report.ts'
import { groupV1 } from './group-v1.ts'
import { digestRecording, recordings } from '#digest/testing/recordings.ts'

const golden = JSON.parse(readFileSync(new URL('group-v1.golden.json', import.meta.url), 'utf8')) as Readonly<
  Record<string, { readonly fingerprint: string; readonly parts: readonly string[] }>
>

describe('grouping v1, golden file', () => {
  const byName = new Map(recordings().map((recording) => [recording.name, recording]))

  it.each(Object.keys(golden))('[GR1] gives %s the fingerprint it always had', (name) => {
    const { row } = digestRecording(byName.get(name)!).events[0]!
    const event = normalise(row.document.payload, row.document.received, row)
    const { fingerprint, evidence } = groupV1(event, readReport(row.document.payload[REPORT_FIELD]))
    expect({ fingerprint, parts: evidence.parts }).toEqual(golden[name])
  })

  it('[GR1] pins every rule of the algorithm', () => {
    expect(new Set(Object.values(golden).map(({ parts }) => parts[0]))).toEqual(
      new Set(['stacktrace', 'exception', 'message', 'fingerprint', 'security']),
    )
  })
})
