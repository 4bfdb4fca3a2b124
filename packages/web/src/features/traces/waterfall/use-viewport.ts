import { useLayoutEffect, useState, type RefObject } from 'react'
import { ROW_PX } from './picture.ts'

/** Rows above and below what is on the screen, so that a quick scroll meets no empty ones. */
const OVERSCAN = 12
/** The numbers have columns of their own where there is room: the duration first, then the self time. */
const DURATION_FROM_PX = 560
const SELF_FROM_PX = 860
const NUMBER_PX = 76
export const INDENT_PX = 12
/** Of the column of names. */
const DEEPEST_SHARE = 0.4

export interface Viewport {
  readonly height: number
  /** Widths of the columns, in pixels. */
  readonly name: number
  readonly bars: number
  /** How many columns of numbers: none, the duration, or the self time as well. */
  readonly numbers: 0 | 1 | 2
  /** Levels that are moved in; deeper ones would leave no room for their names. */
  readonly levels: number
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
  const numbers = width >= SELF_FROM_PX ? 2 : width >= DURATION_FROM_PX ? 1 : 0
  const name = Math.round(numbers > 0 ? Math.min(width * 0.4, 560) : width * 0.55)
  return {
    height,
    name,
    bars: Math.max(0, width - name - numbers * NUMBER_PX),
    numbers,
    levels: Math.max(1, Math.floor((name * DEEPEST_SHARE) / INDENT_PX)),
    first: Math.max(0, Math.min(top, count) - OVERSCAN),
    end: Math.min(count, top + Math.ceil(height / ROW_PX) + 1 + OVERSCAN),
  }
}

export function columnsOf({ name, bars, numbers }: Viewport): string {
  return [name, ...Array.from({ length: numbers }, () => NUMBER_PX), bars].map((px) => `${px}px`).join(' ')
}
