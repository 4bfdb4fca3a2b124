import type { EventView } from '@hindcast/contract/events/event-view.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { useOpen } from '#features/issues/detail/open-state.ts'
import { Badge } from '#ui/data/badge.tsx'
import type { FramesShown } from './exception-block.tsx'
import { FrameList } from './frame-list.tsx'
import { FramesToggle } from './frames-toggle.tsx'
import { MapNote } from './map-note.tsx'

export type Thread = EventView['threads'][number]

interface Props {
  readonly thread: Thread
  readonly index: number
  readonly how: FramesShown
  /** The stack that the event is about. */
  readonly isFirst: boolean
}

/** The stack of a thread, or of a message, which has no exception to belong to. */
export function ThreadBlock({ thread, index, how, isFirst }: Props) {
  const { t } = useLingui()
  const [open, setOpen] = useOpen(`thread ${index}`, isFirst)
  const name = thread.name ?? (thread.id === null ? t`Where it was reported` : t`Thread ${thread.id}`)
  return (
    <div className="min-w-0 border-t border-line first:border-t-0">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1 px-3 py-2">
        <h3 className="min-w-0 font-bold break-words">{name}</h3>
        {thread.crashed && (
          <Badge tone="error">
            <Trans>Crashed</Trans>
          </Badge>
        )}
        <span className="flex-1" />
        <FramesToggle name={name} open={open} onToggle={setOpen} />
      </div>
      {open && (
        <div className="border-t border-line">
          <MapNote frames={thread.frames} />
          <FrameList {...how} frames={thread.frames} name={`thread ${index}`} readAtFirst={isFirst} />
        </div>
      )}
    </div>
  )
}
