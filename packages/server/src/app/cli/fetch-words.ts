import type { MapFetchState } from '#domain/source-maps/map-fetch.ts'

/** What happened when the map was to be fetched from the site, and what to do about it. */
export const FETCH_WORDS: Readonly<Record<MapFetchState, string>> = {
  off: 'not fetched; turn on source map fetching in the project’s settings',
  waiting: 'not fetched yet; check again in a minute',
  fetched: 'fetched before, but not kept; it will be fetched again within an hour',
  not_own: 'not fetched: the origin is not allowed; add it in the project’s settings if it is yours',
  address_refused:
    'not fetched: the address is not public; upload the source map, or allow the host with HINDCAST_OUTBOUND_ALLOW',
  unreachable: 'no response; make the script reachable from this server, or upload the source map',
  timed_out: 'timed out; upload the source map',
  too_large: 'the script or its source map is too large to fetch; upload the source map',
  not_found:
    'the script or its source map was not found; serve the source map at the URL the script names, or upload it',
  no_reference:
    'the script doesn’t reference a source map; build it with a sourceMappingURL comment, or upload the source map',
  not_a_map: 'the URL doesn’t return a source map; serve the source map there, or upload it',
  other_build: 'a different build is served there now; upload the source maps of every build',
  no_space: 'this organization has used all of its space for source maps; older ones expire over time',
}
