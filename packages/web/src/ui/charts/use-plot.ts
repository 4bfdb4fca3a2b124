import { useEffect, useRef, type RefObject } from 'react'
import type { Plot, PlotOptions } from './plot.ts'
import { watchTheme } from './watch-theme.ts'

/** Draws into the element once the code for it is there, and again in another theme. `at` is where the cursor is shown. */
export function usePlot(
  options: PlotOptions,
  at: number | undefined,
  onFailure: () => void,
): RefObject<HTMLDivElement | null> {
  const host = useRef<HTMLDivElement>(null)
  const plot = useRef<Plot | undefined>(undefined)
  const latest = useRef({ at, onFailure })
  latest.current = { at, onFailure }
  useEffect(() => {
    let isGone = false
    const draw = async () => {
      const { openPlot } = await import('./plot.ts')
      if (isGone || host.current === null) return
      plot.current?.destroy()
      plot.current = openPlot(host.current, options)
      plot.current.point(latest.current.at)
    }
    const redraw = () => void draw().catch(() => latest.current.onFailure())
    redraw()
    const forget = watchTheme(redraw)
    return () => {
      isGone = true
      forget()
      plot.current?.destroy()
      plot.current = undefined
    }
  }, [options])
  useEffect(() => plot.current?.point(at), [at])
  return host
}
