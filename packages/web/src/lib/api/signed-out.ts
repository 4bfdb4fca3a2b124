const readers = new Set<() => void>()

/** The session ended elsewhere: whoever decides between the pages and the sign-in form wants to know. */
export const signedOut = {
  tell(): void {
    for (const reader of readers) reader()
  },
  subscribe(reader: () => void): () => void {
    readers.add(reader)
    return () => readers.delete(reader)
  },
}
