import type { MapFetchState } from '@hindcast/contract/events/mapped-frame.ts'
import { i18n, type MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

/** What happened, and what to do about it. */
const WORDS: Readonly<Record<MapFetchState, () => MessageDescriptor>> = {
  off: () => msg`Not fetched. Turn on source map fetching in the project’s settings.`,
  waiting: () => msg`Not fetched yet. Check again in a minute.`,
  fetched: () => msg`Fetched before, but not kept. It will be fetched again within an hour.`,
  not_own: () =>
    msg`Not fetched: the script’s origin is not allowed. If it is yours, add it in the project’s settings.`,
  address_refused: () =>
    msg`Not fetched: the address is not public. Upload the source map, or allow the host with HINDCAST_OUTBOUND_ALLOW.`,
  unreachable: () =>
    msg`No response. Make the script reachable from the Hindcast server, or upload the source map.`,
  timed_out: () => msg`Timed out. Upload the source map instead.`,
  too_large: () => msg`The script or its source map is too large to fetch. Upload the source map instead.`,
  not_found: () =>
    msg`The script or its source map was not found. Serve the source map at the URL that the script names, or upload it.`,
  no_reference: () =>
    msg`The script doesn’t reference a source map. Build it with a sourceMappingURL comment, or upload the source map.`,
  not_a_map: () => msg`The URL doesn’t return a source map. Serve the source map there, or upload it.`,
  other_build: () => msg`A different build is served there now. Upload the source maps of every build.`,
  no_space: () =>
    msg`This organization has used all of its space for source maps. Older ones expire over time.`,
}

/** Empty where only a newer server knows the state. */
export function fetchWords(state: MapFetchState): string {
  return Object.hasOwn(WORDS, state) ? i18n._(WORDS[state]()) : ''
}
