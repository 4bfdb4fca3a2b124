import { lazy, useEffect } from 'react'
import { withWords } from '../../lib/i18n.ts'

const peek = () => import('./peek.tsx')
const picker = () => import('./assign-picker.tsx')
const empty = () => import('./stream-empty.tsx')

const ticks = () => import('../../ui/release-ticks.tsx')

/** What the first look at the list does without. */
export const Peek = lazy(() => peek().then(({ Peek: component }) => ({ default: component })))
export const AssignPicker = lazy(() =>
  picker().then(({ AssignPicker: component }) => ({ default: component })),
)
export const ReleaseTicks = lazy(() =>
  ticks().then(({ ReleaseTicks: component }) => ({ default: component })),
)
export const ArrivalsPill = lazy(() =>
  import('./arrivals-pill.tsx').then((part) => ({ default: part.ArrivalsPill })),
)
export const KeyHints = lazy(() => import('./key-hints.tsx').then((part) => ({ default: part.KeyHints })))
export const SelectionBar = lazy(() =>
  import('./selection-bar.tsx').then((part) => ({ default: part.SelectionBar })),
)
export const FacetRail = lazy(() =>
  withWords('searching', import('./facet-rail.tsx')).then((part) => ({ default: part.FacetRail })),
)
export const SearchLine = lazy(() =>
  withWords('searching', import('../../ui/query/search-line.tsx')).then((part) => ({
    default: part.SearchLine,
  })),
)
export const StreamEmpty = lazy(() => empty().then(({ StreamEmpty: component }) => ({ default: component })))
export const UnreadableQuery = lazy(() =>
  empty().then(({ UnreadableQuery: component }) => ({ default: component })),
)

/** Fetched once the list stands, so that the first press of Space does not wait. */
export function useLaterParts(): void {
  useEffect(() => {
    const start = globalThis.requestIdleCallback ?? ((then: () => void) => setTimeout(then, 200))
    start(() => void Promise.all([peek(), picker(), empty()]).catch(() => undefined))
  }, [])
}
