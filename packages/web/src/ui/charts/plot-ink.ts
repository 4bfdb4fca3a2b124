/** The colours and letters of the theme that an element stands in; a canvas knows no custom properties. */
export interface Ink {
  readonly line: string
  readonly bars: string
  readonly grid: string
  readonly subtle: string
  readonly accent: string
  readonly surface: string
  readonly font: string
  /** What a custom property stands for here. */
  readonly of: (property: string) => string
}

export function inkOf(host: HTMLElement): Ink {
  const probe = host.appendChild(document.createElement('span'))
  const of = (property: string) => {
    if (!probe.isConnected) host.append(probe)
    probe.style.color = `var(${property})`
    const { color } = getComputedStyle(probe)
    probe.remove()
    return color
  }
  return {
    line: of('--fg'),
    bars: of('--line-strong'),
    grid: of('--line'),
    subtle: of('--fg-subtle'),
    accent: of('--accent'),
    surface: of('--surface'),
    font: `11px ${getComputedStyle(host).fontFamily}`,
    of,
  }
}

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
