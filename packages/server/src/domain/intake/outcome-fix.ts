import type { DropReason } from './outcome.ts'

/** What a person does about a reason, in one line. Spec AP33: every reason has one, the first word is a verb. */
export const DROP_FIXES: Readonly<Record<DropReason, string>> = {
  malformed: 'Send it with a Sentry SDK, or compare the body with what an SDK sends.',
  empty: 'Check that proxies and blockers between the app and Hindcast pass the body on.',
  bad_encoding: 'Send the body without Content-Encoding, or compress it as the header says.',
  too_large: 'Send less at once: fewer or smaller attachments, breadcrumbs and extra data.',
  too_many_items: 'Send smaller envelopes; SDKs flush earlier with a lower buffer size.',
  too_deep: 'Lower normalizeDepth in the SDK, or attach flatter data.',
  unauthenticated: 'Copy the complete DSN from the project’s keys into the SDK.',
  unknown_key: 'Copy the DSN from the project’s keys again, and check that the key is enabled.',
  origin_not_allowed: 'Add this origin to the allowed origins in the project’s settings.',
  unsupported_media_type: 'Use the address from the DSN, and let the SDK set Content-Type.',
  over_quota: 'Raise the quota in the project’s settings, or lower sampleRate in the SDK.',
  spool_full: 'Wait, the SDK may retry. If the spool stays full, check the server’s log and disk.',
  disk_full: 'Free up space in the data folder, or make it writable. Hindcast then recovers automatically.',
  duplicate: 'Check that the app doesn’t call the SDK’s init twice. A retry needs no action.',
  filtered_extension: 'Turn the filter for browser extensions off to keep them.',
  filtered_browser: 'Turn the filter for old browsers off to keep them.',
  filtered_crawler: 'Turn the filter for crawlers off to keep them.',
  filtered_localhost: 'Turn the filter for localhost off to keep them.',
  filtered_health_check: 'Turn the filter for health checks off to keep them.',
  filtered_message: 'Remove the pattern from the message filters to keep them.',
  filtered_release: 'Remove the pattern from the release filters to keep them.',
  thinned_out:
    'Raise the spans to keep per hour in the project’s settings, or lower tracesSampleRate in the SDK.',
  quarantined: 'Check the disk. The server’s log names the file that was set aside.',
  overloaded: 'Send again after the time in Retry-After, or send smaller bodies.',
  incomplete: 'Check the connection and the time limits of proxies between sender and Hindcast.',
  not_supported: 'Use the DSN unchanged. The SDK derives the right address from it.',
  too_costly:
    'Report it: the server’s log names its position. The item is kept, so that a later version can read it.',
  internal: 'Look up the digest in the server’s log and report it.',
}

/** Empty for a reason that is none. */
export function fixOf(reason: string): string {
  return Object.hasOwn(DROP_FIXES, reason) ? DROP_FIXES[reason as DropReason] : ''
}
