import { useEffect, useState } from 'react'
import { CATEGORIES, type Category } from '#features/traces/model/categories.ts'

/** The token of each category; the same in the label, the bar and the legend. */
export const CATEGORY_TOKENS: Readonly<Record<Category, string>> = {
  page: '--chart-1',
  request: '--chart-2',
  server: '--chart-3',
  data: '--chart-4',
  resource: '--chart-5',
  other: '--chart-8',
}

const TOKENS = {
  fg: '--fg',
  muted: '--fg-muted',
  line: '--line',
  surface: '--surface',
  sunken: '--sunken',
  error: '--mark-error',
  good: '--mark-success',
  'needs-work': '--mark-warning',
  poor: '--mark-error',
} as const

export type Palette = Readonly<Record<Category | keyof typeof TOKENS, string>> & { readonly font: string }

/** A canvas knows no CSS variables: the browser is asked what they come to. */
function readPalette(): Palette {
  const probe = document.createElement('span')
  document.body.append(probe)
  const resolve = (token: string) => {
    probe.style.color = `var(${token})`
    return getComputedStyle(probe).color
  }
  const named = Object.entries(TOKENS).map(([name, token]) => [name, resolve(token)])
  const categories = CATEGORIES.map((category) => [category, resolve(CATEGORY_TOKENS[category])])
  const font = `11px ${getComputedStyle(document.body).fontFamily}`
  probe.remove()
  return { ...Object.fromEntries([...named, ...categories]), font } as Palette
}

/** The colours of the theme, read anew when it changes. */
export function usePalette(): Palette {
  const [palette, set] = useState(readPalette)
  useEffect(() => {
    const read = () => set(readPalette())
    const dark = matchMedia('(prefers-color-scheme: dark)')
    const contrast = matchMedia('(prefers-contrast: more)')
    const theme = new MutationObserver(read)
    theme.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] })
    dark.addEventListener('change', read)
    contrast.addEventListener('change', read)
    return () => {
      theme.disconnect()
      dark.removeEventListener('change', read)
      contrast.removeEventListener('change', read)
    }
  }, [])
  return palette
}
