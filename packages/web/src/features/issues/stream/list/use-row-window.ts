import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { windowOf, type RowWindow } from './row-window.ts'
import { NARROW_PX } from './row-columns.ts'
import { offsetOf, rememberOffset } from '#features/issues/stream/triage/triage-store.ts'

export type Scroller = { readonly current: HTMLElement | null }

interface ListSize {
  readonly narrow: boolean
  readonly height: number
}

export function useListSize(scroller: Scroller): ListSize {
  const [size, setSize] = useState<ListSize>(() => ({
    narrow: window.innerWidth < NARROW_PX,
    height: window.innerHeight,
  }))
  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => {
      const { width, height } = entry!.contentRect
      setSize((before) =>
        before.height === height && before.narrow === width < NARROW_PX
          ? before
          : { narrow: width < NARROW_PX, height },
      )
    })
    observer.observe(scroller.current!)
    return () => observer.disconnect()
  }, [scroller])
  return size
}

/** What of the list is on the screen. Renders when the borders move, not for every pixel. */
export function useRowWindow(scroller: Scroller, list: string, view: number, height: number, count: number) {
  const offset = useRef(offsetOf(list))
  const [scrolled, setScrolled] = useState<RowWindow>(() => windowOf(offset.current, view, height, count))
  const latest = useRef({ view, height, count })
  latest.current = { view, height, count }
  useLayoutEffect(() => {
    offset.current = offsetOf(list)
    scroller.current?.scrollTo({ top: offset.current })
  }, [scroller, list])
  useEffect(() => {
    const element = scroller.current!
    const onScroll = () => {
      const { view, height, count } = latest.current
      offset.current = element.scrollTop
      rememberOffset(element.scrollTop)
      const next = windowOf(element.scrollTop, view, height, count)
      setScrolled((before) => (before.first === next.first && before.end === next.end ? before : next))
    }
    element.addEventListener('scroll', onScroll, { passive: true })
    return () => element.removeEventListener('scroll', onScroll)
  }, [scroller])
  // The size may have changed since the last scroll; the state is only what makes a scroll render.
  const shown = windowOf(offset.current, view, height, count)
  return { shown: shown.first === scrolled.first && shown.end === scrolled.end ? scrolled : shown, offset }
}
