import { useLingui } from '@lingui/react/macro'
import { isWhole, zoomBy } from '#features/traces/model/zoom.ts'
import type { View } from '#features/traces/view.ts'
import { Button, IconButton } from '#ui/base/button.tsx'

export const ZOOM_STEP = 0.6

/** In the middle of the selected span where it is on show, else of the window. */
export function zoomed({ layout: { window, scale }, facts: { model }, state }: View, factor: number) {
  const { selected } = state
  const middle = (window.from + window.to) / 2
  const ofSpan = selected < 0 ? NaN : scale.fold((model.start[selected]! + model.end[selected]!) / 2)
  const around = ofSpan >= window.from && ofSpan <= window.to ? ofSpan : middle
  return zoomBy(window, factor, around, scale)
}

/** Whoever cannot drag zooms with these. */
export function ZoomButtons({ view }: { readonly view: View }) {
  const { t } = useLingui()
  const { layout, setWindow, update } = view
  return (
    <div className="flex shrink-0 items-center border-s border-line px-1">
      <IconButton
        icon="minus"
        label={t`Zoom out`}
        aria-keyshortcuts="-"
        onClick={() => setWindow(zoomed(view, 1 / ZOOM_STEP))}
      />
      <IconButton
        icon="plus"
        label={t`Zoom in`}
        aria-keyshortcuts="+"
        onClick={() => setWindow(zoomed(view, ZOOM_STEP))}
      />
      <Button
        kind="quiet"
        aria-keyshortcuts="0"
        busy={isWhole(layout.window, layout.scale)}
        onClick={() => update({ window: undefined })}
      >
        {t`Fit`}
      </Button>
    </div>
  )
}
