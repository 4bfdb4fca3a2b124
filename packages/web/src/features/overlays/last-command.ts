const KEY = 'hindcast:last-command'

/** The row of the palette that was run last, so that opening it and pressing Enter does the same again. */
export function lastCommand(): string | undefined {
  try {
    return localStorage.getItem(KEY) ?? undefined
  } catch {
    return undefined
  }
}

export function rememberCommand(id: string): void {
  try {
    localStorage.setItem(KEY, id)
  } catch {
    // A browser that keeps nothing still runs commands.
  }
}
