/** The number that Next.js shows for an error, of the text that it hashes: the message and the stack, as a rule. */
export function nextDigest(text: string): string {
  let hash = 5381
  for (let index = text.length - 1; index >= 0; index -= 1)
    hash = Math.imul(hash, 33) ^ text.charCodeAt(index)
  return String(hash >>> 0)
}

export const DIGEST_TAG = 'nextjs.digest'
/** `predicted` by the application, `computed` here. */
export const DIGEST_SOURCE_TAG = 'nextjs.digest_source'

/** Whether the digests of an event were not sent with it. */
export function hasComputedDigest(tags: ReadonlyArray<readonly [key: string, value: string]>): boolean {
  return tags.some(([key, value]) => key === DIGEST_SOURCE_TAG && value === 'computed')
}
