import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { Icon } from '../../ui/icon.tsx'
import { cx } from '../../ui/class-names.ts'
import { FrameRow } from './frame-row.tsx'
import { firstToRead, frameRuns, type Exception, type FrameRun } from './frame-runs.ts'
import { useOpen } from './open-state.ts'

interface Props {
  readonly exception: Exception
  /** The place of the exception in what was sent. */
  readonly index: number
  readonly platform: string
  readonly mode: 'app' | 'full'
  readonly newestFirst: boolean
  /** Whether the frame to look at first is open. */
  readonly readAtFirst: boolean
}

export function FrameList(props: Props) {
  const { exception, mode, newestFirst } = props
  const runs = frameRuns(exception.frames, newestFirst)
  // A stack without a single line of the app would fold away as a whole.
  const folds = mode === 'app' && runs.some(({ inApp }) => inApp)
  return (
    <ol>
      {runs.map((run) =>
        folds && !run.inApp ? (
          <FoldedRun key={run.frames[0]!.index} run={run} {...props} />
        ) : (
          <Frames key={run.frames[0]!.index} run={run} {...props} />
        ),
      )}
    </ol>
  )
}

type RunProps = Props & { readonly run: FrameRun }

function Frames({ run, exception, index, platform, mode, readAtFirst }: RunProps) {
  const first = firstToRead(exception.frames)
  return run.frames.map(({ frame, times, index: at }) => (
    <FrameRow
      key={at}
      frame={frame}
      times={times}
      name={`frame ${index} ${at}`}
      platform={platform}
      openAtFirst={readAtFirst && at === first}
      marked={mode === 'full'}
    />
  ))
}

function FoldedRun(props: RunProps) {
  const { t } = useLingui()
  const { run, index } = props
  const [open, setOpen] = useOpen(`run ${index} ${run.frames[0]!.index}`, false)
  const count = run.frames.reduce((sum, { times }) => sum + times, 0)
  const names = run.packages.slice(0, 3).join(', ')
  return (
    <>
      <li className="border-t border-line first:border-t-0">
        <button
          type="button"
          className="flex min-h-7 w-full items-center gap-2 bg-sunken px-3 py-1 text-start text-meta text-muted hover:bg-hover hover:text-fg focus-visible:-outline-offset-2"
          aria-expanded={open}
          onClick={() => setOpen(!open)}
        >
          <span className={cx('transition-transform duration-80', open && 'rotate-90')}>
            <Icon name="right" size={12} />
          </span>
          {names === ''
            ? t`${plural(count, { one: '# library frame', other: '# library frames' })}`
            : t`${plural(count, { one: '# frame', other: '# frames' })} of ${names}`}
        </button>
      </li>
      {open && <Frames {...props} />}
    </>
  )
}
