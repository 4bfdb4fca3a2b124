import type { MapFetchState } from '@hindcast/contract/events/mapped-frame.ts'
import { i18n, type MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

/** What happened, and what to do about it. */
const WORDS: Readonly<Record<MapFetchState, () => MessageDescriptor>> = {
  off: () => msg`Not asked: this project does not fetch source maps. Its settings can turn that on.`,
  waiting: () => msg`Not asked yet. Look again in a minute.`,
  fetched: () => msg`Fetched before, but not kept. It is asked for again within the hour.`,
  not_own: () =>
    msg`Not asked: the script is not of an allowed origin. If it is yours, add its origin to the project’s settings.`,
  address_refused: () =>
    msg`Not asked: its address is not public. Upload the map, or have the host allowed in HINDCAST_OUTBOUND_ALLOW.`,
  unreachable: () =>
    msg`No answer. Make the script reachable for the server that Hindcast runs on, or upload the map.`,
  timed_out: () => msg`No whole answer in time. Upload the map instead.`,
  too_large: () => msg`The script or its map is too large to fetch. Upload the map instead.`,
  not_found: () =>
    msg`The script or its map is not served there. Serve the map where the script says, or upload it.`,
  no_reference: () =>
    msg`The script names no map. Build it with a sourceMappingURL comment at its end, or upload the map.`,
  not_a_map: () => msg`What is served as the map is none. Serve the map itself there, or upload it.`,
  other_build: () => msg`Another build is served there by now. Upload the maps of every build.`,
  no_space: () =>
    msg`The source maps of this organization take all the space they may. Older ones expire with time.`,
}

/** Empty where only a newer server knows the state. */
export function fetchWords(state: MapFetchState): string {
  return Object.hasOwn(WORDS, state) ? i18n._(WORDS[state]()) : ''
}
