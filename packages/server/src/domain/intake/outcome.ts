/**
 * Why an item, or a whole request, was not stored. Every reason is a row of the reference that the
 * server shows and a column of the intake counts, so a new one is a product decision.
 */
export const DROP_REASONS = {
  malformed: 'The request body is not an envelope, event, report or spans.',
  empty: 'The request had no body.',
  bad_encoding: 'The body can’t be decompressed as its Content-Encoding says.',
  too_large: 'The item or the request exceeds a size limit.',
  too_many_items: 'The request has too many items.',
  too_deep: 'The JSON is nested too deeply.',
  unauthenticated: 'No key was sent, or it couldn’t be read.',
  unknown_key: 'The key does not exist, is disabled, or belongs to another project.',
  origin_not_allowed: 'The page’s origin is not one of the project’s allowed origins.',
  unsupported_media_type: 'The media type is not one this address understands.',
  over_quota: 'The key or the project has used up its quota.',
  spool_full: 'The spool has reached its byte limit.',
  disk_full: 'The disk is full or not writable.',
  duplicate: 'An event with this ID is already stored.',
  filtered_extension: 'It comes from a browser extension, and the project filters these.',
  filtered_browser: 'The browser is older than 2020, and the project filters these.',
  filtered_crawler: 'A crawler sent it, and the project filters these.',
  filtered_localhost: 'The page was served from localhost, and the project filters these.',
  filtered_health_check: 'It happened in a health check, and the project filters these.',
  filtered_message: 'The message matches a pattern that the project filters.',
  filtered_release: 'The release matches a pattern that the project filters.',
  thinned_out:
    'The project sends more spans than it keeps; traces with an error, slow ones and new releases are kept first.',
  quarantined: 'The spool record was damaged on disk.',
  overloaded: 'Too many request bodies are being read at once.',
  incomplete: 'The sender went away or stalled before the request was complete.',
  not_supported: 'This version takes no data at this address, or not with this method.',
  too_costly: 'Reading it took longer than one item may take; it was set aside unread.',
  internal: 'Hindcast failed to process it. The server’s log has the digest.',
} as const satisfies Record<string, string>

export type DropReason = keyof typeof DROP_REASONS

/** An item that will not be stored. Counted per reason, never thrown: a bad payload is data, not a fault. */
export class Drop {
  readonly reason: DropReason
  readonly detail: string
  constructor(reason: DropReason, detail: string) {
    this.reason = reason
    this.detail = detail
  }
}

export type Outcome<T> = T | Drop
