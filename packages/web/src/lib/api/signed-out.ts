const readers = new Set<() => void>()

/** The session ended elsewhere: notifies the code that shows the sign-in form. */
export const signedOut = {
  tell(): void {
    for (const reader of readers) reader()
  },
  subscribe(reader: () => void): () => void {
    readers.add(reader)
    return () => readers.delete(reader)
  },
}
