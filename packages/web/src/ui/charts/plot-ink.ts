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
