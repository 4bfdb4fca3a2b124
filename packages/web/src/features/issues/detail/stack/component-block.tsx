import type { EventView } from '@hindcast/contract/events/event-view.ts'
import { Trans } from '@lingui/react/macro'
import { useMemo } from 'react'
import { componentsOf } from './components.ts'
import type { FramesShown } from './exception-block.tsx'
import { FrameList } from './frame-list.tsx'
import { MapNote } from './map-note.tsx'

/** Which components React was rendering; elements of the page between them fold away. */
export function ComponentBlock({ event, how }: { readonly event: EventView; readonly how: FramesShown }) {
  const frames = useMemo(() => componentsOf(event), [event])
  if (frames.length === 0) return null
  return (
    <div className="min-w-0 border-t border-line">
      <div className="flex flex-wrap items-baseline gap-x-2 border-b border-line px-3 py-2">
        <h3 className="font-bold">
          <Trans>React components</Trans>
        </h3>
        <span className="text-meta text-subtle">
          <Trans>What was being rendered.</Trans>
        </span>
      </div>
      <MapNote frames={frames} />
      <FrameList {...how} frames={frames} name="components" readAtFirst={false} />
    </div>
  )
}
