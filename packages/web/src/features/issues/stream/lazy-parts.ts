import { lazy, useEffect, type ComponentType, type LazyExoticComponent } from 'react'
import { withWords } from '#lib/i18n/i18n.ts'

const peek = () => import('./peek/peek.tsx')
const picker = () => import('./assign-picker.tsx')
const empty = () => import('./stream-empty.tsx')
const filters = () => withWords('search', import('./facets/facet-rail.tsx'))

// oxlint-disable-next-line typescript/no-explicit-any -- what each takes is known where it is used
function later<Name extends string, Module extends Readonly<Record<Name, ComponentType<any>>>>(
  load: () => Promise<Module>,
  name: Name,
): LazyExoticComponent<Module[Name]> {
  return lazy(async () => ({ default: (await load())[name] }))
}

/** What the first look at the list does without. */
export const Peek = later(peek, 'Peek')
export const AssignPicker = later(picker, 'AssignPicker')
export const StreamEmpty = later(empty, 'StreamEmpty')
export const UnreadableQuery = later(empty, 'UnreadableQuery')
export const FacetRail = later(filters, 'FacetRail')
export const ReleaseTicks = later(() => import('#product/releases/release-markers.tsx'), 'ReleaseTicks')
export const KeyHints = later(() => import('./key-hints.tsx'), 'KeyHints')
export const SelectionBar = later(() => import('./selection-bar.tsx'), 'SelectionBar')
export const SearchLine = later(
  () => withWords('search', import('#product/search/query-bar/search-line.tsx')),
  'SearchLine',
)

/** Fetched once the list stands, so that the first press of Space does not wait. */
export function useLaterParts(): void {
  useEffect(() => {
    const start = globalThis.requestIdleCallback ?? ((then: () => void) => setTimeout(then, 200))
    start(() => void Promise.all([peek(), picker(), empty()]).catch(() => undefined))
  }, [])
}
