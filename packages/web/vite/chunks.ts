/**
 * Which file each module goes into, so that a cold load of the issue stream takes a handful of scripts: a request costs
 * more than the few kilobytes that a finer cut would save. The first group that takes a module has it; what none takes
 * goes to the screen that needs it. A module that is imported dynamically belongs in no group: it would become a file of
 * its own that does nothing but import the group.
 */

/** Changes only with an update of these packages, so a new version of ours costs returning readers little. */
const VENDOR =
  /node_modules\/(?:react|react-dom|scheduler|use-sync-external-store|@tanstack\/(?:react-router|router-core|history|react-query|query-core|store|react-store)|@lingui\/(?:core|react))\//

/** What the entry itself needs. */
const BASE = [
  'lib/api/(?:backoff|client|prefetch|query-client|reachability|signed-out)',
  'lib/routing/(?:lazy-code|own-path|plain-search)',
  'lib/i18n/(?:i18n|locale)',
  'product/session/(?:session-queries|preferences)',
  'product/issues/issue-queries',
  'product/search-params',
  'app/(?:banner|error-digest)',
]

/**
 * What at least two screens share, but for what neither the issue stream nor an issue needs: how visits are shown, charts, and the
 * words and forms of projects, the intake and passkeys.
 */
const COMMON =
  /src\/(?:ui|lib|product|features\/issues\/stream\/(?:triage|list))\/(?!search\/query-bar\/(?:completion|query-fault)|search\/saved-views\/saved-views-dialog|projects\/(?:platform|project-fields)|intake\/reasons|session\/passkeys|traces\/(?!trace-queries)|charts\/)/

export const CHUNKS = [
  { name: 'vendor', test: VENDOR },
  { name: 'base', test: new RegExp(`src/(?:${BASE.join('|')})[.]tsx?$`) },
  { name: 'common', test: COMMON, minShareCount: 2 },
]
