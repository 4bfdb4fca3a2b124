import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { digestRecording, recordings } from '#digest/testing/recordings.ts'
import { outcomes } from '#digest/testing/outcomes.ts'

const expected = JSON.parse(
  readFileSync(new URL('../../../../fixtures/expected/outcomes.json', import.meta.url), 'utf8'),
) as Readonly<Record<string, object>>

describe('recordings of real SDKs', () => {
  const found = outcomes()
  const folders = Map.groupBy(Object.keys(expected), (name) => name.split('/', 1)[0]!)

  it('[PL14] has an expected outcome for every recording, and no other', () => {
    expect(Object.keys(found)).toEqual(Object.keys(expected))
  })

  it.each([...folders])('[PL14] reads everything from %s as expected', (_, names) => {
    for (const name of names) expect({ [name]: found[name] }).toEqual({ [name]: expected[name] })
  })

  it('[PL14] loses nothing: every recorded item is an event, a session, a span, feedback or kept raw', () => {
    for (const recording of recordings()) {
      const { events, raw, sessions, spans, feedback, counts, failures } = digestRecording(recording)
      expect(failures, recording.name).toEqual([])
      expect(
        counts.filter((count) => count.outcome === 'dropped'),
        recording.name,
      ).toEqual([])
      const read = [events, raw, sessions, spans, feedback].flat()
      expect(read.length, recording.name).toBeGreaterThan(0)
    }
  })
})
