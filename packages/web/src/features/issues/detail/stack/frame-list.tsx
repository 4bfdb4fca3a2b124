import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useMemo } from 'react'
import { Icon } from '#ui/base/icon.tsx'
import { cx } from '#ui/base/class-names.ts'
import { isElement } from './components.ts'
import { FrameRow } from './frame-row.tsx'
import { firstToRead, frameRuns, type Frame, type FrameRun } from './frame-runs.ts'
import { useOpen } from '#features/issues/detail/open-state.ts'
import { shownFrames } from './stack-code.ts'

interface Props {
  /** As they were sent, oldest first. */
  readonly frames: readonly Frame[]
  /** Which of the stacks of the event it is, by which open frames are known again. */
  readonly name: string
  readonly platform: string
  readonly release: string | null
  readonly mode: 'app' | 'full'
  readonly newestFirst: boolean
  readonly built: boolean
  /** Whether the frame to look at first is open. */
  readonly readAtFirst: boolean
}

export function FrameList(props: Props) {
  const { frames, mode, newestFirst, built } = props
  const shown = useMemo(() => shownFrames(frames, built), [frames, built])
  const runs = frameRuns(shown, newestFirst)
  // A stack without a single line of the app would fold away as a whole.
  const folds = mode === 'app' && runs.some(({ inApp }) => inApp)
  const first = props.readAtFirst ? firstToRead(shown) : -1
  return (
    <ol>
      {runs.map((run) =>
        folds && !run.inApp ? (
          <FoldedRun key={run.frames[0]!.index} {...props} run={run} first={first} />
        ) : (
          <Frames key={run.frames[0]!.index} {...props} run={run} first={first} />
        ),
      )}
    </ol>
  )
}

type RunProps = Props & { readonly run: FrameRun; readonly first: number }

function Frames({ run, frames, name, platform, release, mode, built, first }: RunProps) {
  return run.frames.map(({ frame, times, index: at }) => (
    <FrameRow
      key={at}
      frame={frame}
      sent={frames[at]!}
      built={built}
      times={times}
      name={`frame ${name} ${at}`}
      platform={platform}
      release={release}
      openAtFirst={at === first}
      marked={mode === 'full'}
    />
  ))
}

function FoldedRun(props: RunProps) {
  const { run, name } = props
  const [open, setOpen] = useOpen(`run ${name} ${run.frames[0]!.index}`, false)
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
          <RunWords run={run} />
        </button>
      </li>
      {open && <Frames {...props} />}
    </>
  )
}

function RunWords({ run }: { readonly run: FrameRun }) {
  const { t } = useLingui()
  const count = run.frames.reduce((sum, { times }) => sum + times, 0)
  const names = run.packages.slice(0, 3).join(', ')
  if (names !== '') return t`${plural(count, { one: '# frame', other: '# frames' })} of ${names}`
  return run.frames.every(({ frame }) => isElement(frame))
    ? t`${plural(count, { one: '# element of the page', other: '# elements of the page' })}`
    : t`${plural(count, { one: '# library frame', other: '# library frames' })}`
}
