import type { MapFetchState } from '#domain/source-maps/map-fetch.ts'

/** What happened when the map was to be fetched from the site, and what to do about it. */
export const FETCH_WORDS: Readonly<Record<MapFetchState, string>> = {
  off: 'not asked: the project does not fetch source maps; its settings can turn that on',
  waiting: 'not asked yet; look again in a minute',
  fetched: 'fetched before, but not kept; it is asked for again within the hour',
  not_own: 'not asked: not of an allowed origin; add it to the project’s settings if it is yours',
  address_refused:
    'not asked: not a public address; upload the map, or allow the host in HINDCAST_OUTBOUND_ALLOW',
  unreachable: 'no answer; make the script reachable for this server, or upload the map',
  timed_out: 'no whole answer in time; upload the map',
  too_large: 'the script or its map is too large to fetch; upload the map',
  not_found: 'the script or its map is not served there; serve the map where the script says, or upload it',
  no_reference: 'the script names no map; build it with a sourceMappingURL comment, or upload the map',
  not_a_map: 'what is served as the map is none; serve the map itself, or upload it',
  other_build: 'another build is served there by now; upload the maps of every build',
  no_space: 'the source maps of this organization take all the space they may; older ones expire with time',
}
