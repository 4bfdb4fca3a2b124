/** Calls back whenever the colours may have changed: by the system, or by the choice of the reader. */
export function watchTheme(changed: () => void): () => void {
  const systems = ['(prefers-color-scheme: dark)', '(prefers-contrast: more)', '(forced-colors: active)'].map(
    (query) => matchMedia(query),
  )
  for (const system of systems) system.addEventListener('change', changed)
  const chosen = new MutationObserver(changed)
  chosen.observe(document.documentElement, { attributeFilter: ['data-theme'] })
  return () => {
    for (const system of systems) system.removeEventListener('change', changed)
    chosen.disconnect()
  }
}
