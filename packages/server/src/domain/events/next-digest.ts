/** The number that Next.js shows for an error, of the text that it hashes: the message and the stack, as a rule. */
export function nextDigest(text: string): string {
  let hash = 5381
  for (let index = text.length - 1; index >= 0; index -= 1)
    hash = Math.imul(hash, 33) ^ text.charCodeAt(index)
  return String(hash >>> 0)
}
