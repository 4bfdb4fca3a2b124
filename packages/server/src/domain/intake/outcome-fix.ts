import type { DropReason } from './outcome.ts'

/** What a person does about a reason, in one line. Spec AP33: every reason has one, the first word is a verb. */
export const DROP_FIXES: Readonly<Record<DropReason, string>> = {
  malformed: 'Send it with a Sentry SDK, or compare the bytes with what one sends.',
  empty: 'Check that a proxy or a blocker between the application and Hindcast passes the body on.',
  bad_encoding: 'Send the body without Content-Encoding, or compress it as the header says.',
  too_large: 'Send less at once: fewer or smaller attachments, breadcrumbs and extra data.',
  too_many_items: 'Send smaller envelopes; SDKs flush earlier with a lower buffer size.',
  too_deep: 'Lower normalizeDepth in the SDK, or attach flatter data.',
  unauthenticated: 'Copy the DSN from the project’s keys into the SDK as a whole.',
  unknown_key: 'Copy the DSN again from the project’s keys, and check there that the key is enabled.',
  origin_not_allowed: 'Add this origin to the allowed origins in the project’s settings.',
  unsupported_media_type: 'Use the address of the DSN, and leave Content-Type to the SDK.',
  over_quota: 'Raise the quota in the project’s settings, or lower sampleRate in the SDK.',
  spool_full: 'Wait: the SDK may send again later. If it stays full, look at the server’s log and disk.',
  disk_full: 'Free space in the data folder, or make it writable; Hindcast then recovers by itself.',
  duplicate: 'Check whether the application calls the SDK’s init twice; a retry needs nothing.',
  filtered_extension: 'Turn the filter for browser extensions off to keep them.',
  filtered_browser: 'Turn the filter for old browsers off to keep them.',
  filtered_crawler: 'Turn the filter for crawlers off to keep them.',
  filtered_localhost: 'Turn the filter for localhost off to keep them.',
  filtered_health_check: 'Turn the filter for health checks off to keep them.',
  filtered_message: 'Remove the pattern from the message filters to keep them.',
  filtered_release: 'Remove the pattern from the release filters to keep them.',
  quarantined: 'Check the disk; the server’s log names the file that was set aside.',
  overloaded: 'Send again after the time in Retry-After, or send smaller bodies.',
  incomplete: 'Check the connection and the time limits of proxies between sender and Hindcast.',
  not_supported: 'Use the DSN as it is; it leads the SDK to the right address.',
  too_costly:
    'Report it: the server’s log names its position. The item is kept, so that a later version can read it.',
  internal: 'Look up the digest in the server’s log and report it.',
}

/** Empty for a reason that is none. */
export function fixOf(reason: string): string {
  return Object.hasOwn(DROP_FIXES, reason) ? DROP_FIXES[reason as DropReason] : ''
}
