import { i18n, type MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

interface Words {
  readonly why: MessageDescriptor
  readonly fix: MessageDescriptor
}

/** The server's reasons in the reader's language; the sentences are those of its own catalogue. */
const REASONS: Readonly<Record<string, Words>> = {
  malformed: {
    why: msg`The request body is not an envelope, event, report or spans.`,
    fix: msg`Send it with a Sentry SDK, or compare the body with what an SDK sends.`,
  },
  empty: {
    why: msg`The request had no body.`,
    fix: msg`Check that proxies and blockers between the app and Hindcast pass the body on.`,
  },
  bad_encoding: {
    why: msg`The body can’t be decompressed as its Content-Encoding says.`,
    fix: msg`Send the body without Content-Encoding, or compress it as the header says.`,
  },
  too_large: {
    why: msg`The item or the request exceeds a size limit.`,
    fix: msg`Send less at once: fewer or smaller attachments, breadcrumbs and extra data.`,
  },
  too_many_items: {
    why: msg`The request has too many items.`,
    fix: msg`Send smaller envelopes; SDKs flush earlier with a lower buffer size.`,
  },
  too_deep: {
    why: msg`The JSON is nested too deeply.`,
    fix: msg`Lower normalizeDepth in the SDK, or attach flatter data.`,
  },
  unauthenticated: {
    why: msg`No key was sent, or it couldn’t be read.`,
    fix: msg`Copy the complete DSN from the project’s keys into the SDK.`,
  },
  unknown_key: {
    why: msg`The key does not exist, is disabled, or belongs to another project.`,
    fix: msg`Copy the DSN from the project’s keys again, and check that the key is enabled.`,
  },
  origin_not_allowed: {
    why: msg`The page’s origin is not one of the project’s allowed origins.`,
    fix: msg`Add this origin to the allowed origins in the project’s settings.`,
  },
  unsupported_media_type: {
    why: msg`This endpoint doesn’t support the media type.`,
    fix: msg`Use the address from the DSN, and let the SDK set Content-Type.`,
  },
  over_quota: {
    why: msg`The key or the project has used up its quota.`,
    fix: msg`Raise the quota in the project’s settings, or lower sampleRate in the SDK.`,
  },
  spool_full: {
    why: msg`The spool has reached its byte limit.`,
    fix: msg`Wait, the SDK may retry. If the spool stays full, check the server’s log and disk.`,
  },
  disk_full: {
    why: msg`The disk is full or not writable.`,
    fix: msg`Free up space in the data folder, or make it writable. Hindcast then recovers automatically.`,
  },
  duplicate: {
    why: msg`An event with this ID is already stored.`,
    fix: msg`Check that the app doesn’t call the SDK’s init twice. A retry needs no action.`,
  },
  filtered_extension: {
    why: msg`It comes from a browser extension, and the project filters these.`,
    fix: msg`Turn the filter for browser extensions off to keep them.`,
  },
  filtered_browser: {
    why: msg`The browser is older than 2020, and the project filters these.`,
    fix: msg`Turn the filter for old browsers off to keep them.`,
  },
  filtered_crawler: {
    why: msg`A crawler sent it, and the project filters these.`,
    fix: msg`Turn the filter for crawlers off to keep them.`,
  },
  filtered_localhost: {
    why: msg`The page was served from localhost, and the project filters these.`,
    fix: msg`Turn the filter for localhost off to keep them.`,
  },
  filtered_health_check: {
    why: msg`It happened in a health check, and the project filters these.`,
    fix: msg`Turn the filter for health checks off to keep them.`,
  },
  filtered_message: {
    why: msg`The message matches a pattern that the project filters.`,
    fix: msg`Remove the pattern from the message filters to keep them.`,
  },
  filtered_release: {
    why: msg`The release matches a pattern that the project filters.`,
    fix: msg`Remove the pattern from the release filters to keep them.`,
  },
  thinned_out: {
    why: msg`The project sends more spans than it keeps; traces with an error, slow ones and new releases are kept first.`,
    fix: msg`Raise the spans to keep per hour in the project’s settings, or lower tracesSampleRate in the SDK.`,
  },
  quarantined: {
    why: msg`The spool record was damaged on disk.`,
    fix: msg`Check the disk. The server’s log names the file that was set aside.`,
  },
  too_costly: {
    why: msg`Processing it took too long, so it was set aside.`,
    fix: msg`Report it: the server’s log names its position. The item is kept, so that a later version can read it.`,
  },
  overloaded: {
    why: msg`Too many request bodies are being read at once.`,
    fix: msg`Send again after the time in Retry-After, or send smaller bodies.`,
  },
  incomplete: {
    why: msg`The sender disconnected or stalled before the request was complete.`,
    fix: msg`Check the connection and the time limits of proxies between sender and Hindcast.`,
  },
  not_supported: {
    why: msg`This version doesn’t accept data at this address or with this method.`,
    fix: msg`Use the DSN unchanged. The SDK derives the right address from it.`,
  },
  internal: {
    why: msg`Hindcast failed to process it. The server’s log has the digest.`,
    fix: msg`Look up the digest in the server’s log and report it.`,
  },
}

/** A newer server may know more reasons; then its own English sentence has to do. */
export function whyOf(reason: string, said: string): string {
  const words = REASONS[reason]
  return words === undefined ? said : i18n._(words.why)
}

export function fixOf(reason: string, said: string): string {
  const words = REASONS[reason]
  return words === undefined ? said : i18n._(words.fix)
}
