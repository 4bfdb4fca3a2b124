import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

/** Settings down to the single field: the hash is the id of its section. */
export const PROJECT_SETTINGS: ReadonlyArray<readonly [hash: string, MessageDescriptor, words: string]> = [
  ['name', msg`Project name`, 'rename'],
  ['origins', msg`Allowed origins`, 'cors domain allowed origins'],
  ['limits', msg`Project limits`, 'quota rate limit'],
  ['filters', msg`Filters`, 'inbound filter extension crawler localhost old browser health check noise'],
  ['privacy', msg`Filters`, 'privacy scrub password ip address'],
  ['spans', msg`Spans to keep`, 'spans traces sampling thin out budget per hour'],
  ['retention', msg`Retention`, 'retention days delete'],
]

export const PREFERENCE_FIELDS: ReadonlyArray<readonly [hash: string, MessageDescriptor, words: string]> = [
  ['language', msg`Language`, 'english german deutsch locale'],
  ['theme', msg`Theme`, 'dark light colours'],
  ['density', msg`Row height`, 'density compact comfortable'],
  ['stack', msg`Stack traces`, 'frames raw full app'],
  ['keys', msg`Single-key shortcuts`, 'keyboard letters off'],
]
