import { useLayoutEffect, useState, type RefObject } from 'react'
import { ROW_PX } from './draw-bars.ts'

/** Rows above and below what is on the screen, so that a quick scroll meets no empty ones. */
const OVERSCAN = 12
/** Below this the numbers have no column of their own. */
const NUMBERS_FROM_PX = 640
const NUMBER_PX = 76

export interface Viewport {
  readonly height: number
  /** Widths of the columns, in pixels. */
  readonly name: number
  readonly bars: number
  readonly numbers: boolean
  readonly first: number
  readonly end: number
}

/** What is on the screen of a list of `count` rows, and how its width is shared out. */
export function useViewport(scroller: RefObject<HTMLElement | null>, count: number): Viewport {
  const [{ width, height }, setSize] = useState({ width: 0, height: 0 })
  const [top, setTop] = useState(0)
  useLayoutEffect(() => {
    const element = scroller.current
    if (element === null) return undefined
    const measure = () => setSize({ width: element.clientWidth, height: element.clientHeight })
    // Only whole rows: a render per pixel would be for nothing.
    const scrolled = () => setTop(Math.floor(element.scrollTop / ROW_PX))
    measure()
    scrolled()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    element.addEventListener('scroll', scrolled, { passive: true })
    return () => {
      observer.disconnect()
      element.removeEventListener('scroll', scrolled)
    }
  }, [scroller])
  const numbers = width >= NUMBERS_FROM_PX
  const name = Math.round(numbers ? Math.min(width * 0.4, 560) : width * 0.55)
  return {
    height,
    name,
    bars: Math.max(0, width - name - (numbers ? 2 * NUMBER_PX : 0)),
    numbers,
    first: Math.max(0, Math.min(top, count) - OVERSCAN),
    end: Math.min(count, top + Math.ceil(height / ROW_PX) + 1 + OVERSCAN),
  }
}

export function columnsOf({ name, bars, numbers }: Viewport): string {
  return numbers ? `${name}px ${NUMBER_PX}px ${NUMBER_PX}px ${bars}px` : `${name}px ${bars}px`
}
