/** Digests are compared in this form, so that one typed from a screenshot is found. */
const FORM = /^[a-z0-9](?:[\w.:-]{0,62}[a-z0-9])?$/
/** What Next.js uses for redirects, missing pages and the like: no person is ever shown one. */
const CONTROL_FLOW = /^(?:next_|dynamic_server_usage|bailout_to_client_side_rendering)/
/** Longer numbers than a digest are card and account numbers. */
const LONG_NUMBER = /^\d{13,}$/

/** Undefined for what no error screen shows as its number. */
export function digestKey(text: string): string | undefined {
  // Next.js 15.5 to 16.3 appends its own error code.
  const key = text
    .trim()
    .replace(/@E\d+$/i, '')
    .toLowerCase()
  return FORM.test(key) && !CONTROL_FLOW.test(key) && !LONG_NUMBER.test(key) ? key : undefined
}
