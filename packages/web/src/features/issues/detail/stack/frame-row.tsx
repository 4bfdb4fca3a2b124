import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { memo } from 'react'
import { copyText } from '#lib/browser/clipboard.ts'
import { notify } from '#lib/state/notices.ts'
import { cx } from '#ui/base/class-names.ts'
import { Icon } from '#ui/base/icon.tsx'
import { isElement } from './components.ts'
import { FrameBody, hasBody } from './frame-body.tsx'
import { placeOf, type Frame } from './frame-runs.ts'
import { isUnmapped } from './map-summary.ts'
import { useOpen } from '#features/issues/detail/open-state.ts'
import { rawFrame } from './raw-stack.ts'

interface Props {
  /** As it is shown: where it was written, or where it was built. */
  readonly frame: Frame
  readonly sent: Frame
  readonly built: boolean
  readonly times: number
  readonly name: string
  readonly platform: string
  readonly release: string | null
  readonly openAtFirst: boolean
  /** Where frames of both kinds stand side by side, those of the app say so. */
  readonly marked: boolean
}

export const FrameRow = memo((props: Props) => {
  const { frame, sent, name, openAtFirst } = props
  const hasMore = hasBody(frame, sent)
  // The missing source map is explained in one line above the frames; details are in each frame.
  const [open, setOpen] = useOpen(name, openAtFirst && !isUnmapped(sent))
  const shown = open && hasMore
  return (
    <li className="group border-t border-line first:border-t-0 [contain-intrinsic-size:auto_33px] [content-visibility:auto]">
      <div className={cx('flex min-h-8 items-center', !frame.inApp && 'bg-sunken')}>
        {hasMore ? (
          <button
            type="button"
            className="flex min-h-8 min-w-0 flex-1 items-center gap-2 px-3 py-1 text-start hover:bg-hover focus-visible:-outline-offset-2"
            aria-expanded={open}
            onClick={() => setOpen(!open)}
          >
            <span className={cx('text-subtle transition-transform duration-80', open && 'rotate-90')}>
              <Icon name="right" size={12} />
            </span>
            <FrameName {...props} />
          </button>
        ) : (
          <div className="flex min-w-0 flex-1 items-center gap-2 py-1 ps-8 pe-3">
            <FrameName {...props} />
          </div>
        )}
        <FrameCopy frame={frame} />
      </div>
      {shown && <FrameBody {...props} />}
    </li>
  )
})

function FrameName({ frame, sent, times, marked }: Pick<Props, 'frame' | 'sent' | 'times' | 'marked'>) {
  const { t } = useLingui()
  return (
    <span className="flex min-w-0 flex-1 flex-wrap items-baseline gap-x-2">
      <span className={cx('min-w-0 wrap-anywhere', frame.inApp ? 'font-strong' : 'text-muted')}>
        {frame.function ?? t`(anonymous)`}
      </span>
      {!isElement(frame) && (
        <span className="code min-w-0 break-all text-muted" title={frame.absPath ?? undefined}>
          {placeOf(frame, t`unknown file`)}
        </span>
      )}
      {times > 1 && (
        <span className="text-meta text-muted">{t`${plural(times, { one: '# time', other: '# times in a row' })}`}</span>
      )}
      {marked && frame.inApp && (
        <span className="rounded-mark border border-line px-1 text-axis text-muted">
          <Trans>app</Trans>
        </span>
      )}
      {isUnmapped(sent) && <WhyBuilt frame={sent} />}
    </span>
  )
}

/** A short label for why the frame is not mapped. */
function WhyBuilt({ frame: { map } }: { readonly frame: Frame }) {
  return (
    <span className="text-meta text-subtle">
      {map?.state === 'no_debug_id' ? (
        <Trans>no debug ID</Trans>
      ) : map?.state === 'no_position' ? (
        <Trans>no position</Trans>
      ) : map?.state === 'broken_map' ? (
        <Trans>broken map</Trans>
      ) : (
        <Trans>no map</Trans>
      )}
    </span>
  )
}

/** One of two hundred: it says that it worked where everything does, not by itself. */
function FrameCopy({ frame }: { readonly frame: Frame }) {
  const { t } = useLingui()
  const copy = async () => {
    const copied = await copyText(rawFrame(frame))
    notify(
      copied
        ? { tone: 'done', text: t`Frame copied` }
        : { tone: 'failed', text: t`Copying was blocked by the browser` },
    )
  }
  return (
    <button
      type="button"
      className="me-1 inline-flex size-6 shrink-0 items-center justify-center rounded-control text-muted opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 hover:bg-hover hover:text-fg pointer-coarse:opacity-100"
      aria-label={t`Copy frame`}
      title={t`Copy frame`}
      onClick={() => void copy()}
    >
      <Icon name="copy" size={14} />
    </button>
  )
}
