import { DEFAULT_PROJECT_SETTINGS } from '#domain/projects/project.ts'
import { EVENT_ID, aReceipt } from '#domain/testing.ts'
import type { ErrorContext } from '#digest/kinds/errors/digest.ts'
import { scrubRulesOf } from '#digest/scrub/scrub.ts'

/** What `digestError` needs beside the payload, for a project with the default settings. */
export function anErrorContext(over: Partial<ErrorContext> = {}): ErrorContext {
  return {
    seq: 1,
    projectId: '1',
    eventId: EVENT_ID,
    received: aReceipt(),
    settings: DEFAULT_PROJECT_SETTINGS,
    rules: scrubRulesOf(DEFAULT_PROJECT_SETTINGS),
    filters: [],
    ...over,
  }
}
