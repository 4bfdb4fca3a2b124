import { useLingui } from '@lingui/react/macro'
import { usePreferences } from '#product/session/preferences.ts'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { COLUMNS, FROM_MIDDLE, FROM_WIDE, rowHeight } from './row-columns.ts'

interface Props {
  readonly index: number
  readonly top: number
  readonly height: number
}

/** A row before its issue is there. */
export function SkeletonRow({ index, top, height }: Props) {
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      className={`absolute inset-x-0 grid items-center border-b border-line ${COLUMNS}`}
      style={{ height, top }}
    >
      <span role="gridcell" />
      <span role="gridcell">
        <Skeleton width={10} height={10} />
      </span>
      <span role="gridcell" className="grid gap-1.5">
        <Skeleton width={`${45 + ((index * 37) % 40)}%`} />
        {height > 40 && <Skeleton width={`${25 + ((index * 23) % 30)}%`} height={10} />}
      </span>
      <span role="gridcell" className={FROM_MIDDLE}>
        <Skeleton height={20} />
      </span>
      <span role="gridcell" className={`${FROM_MIDDLE} ps-4`}>
        <Skeleton />
      </span>
      <span role="gridcell" className={`${FROM_WIDE} ps-4`}>
        <Skeleton />
      </span>
      <span role="gridcell">
        <Skeleton width={72} />
      </span>
      <span role="gridcell" className={FROM_MIDDLE}>
        <Skeleton width={24} height={24} />
      </span>
    </div>
  )
}

/** The first visit: rows that are on their way, in the shape they will have. */
export function ListSkeleton() {
  const { t } = useLingui()
  const { density } = usePreferences()
  const height = rowHeight(density, window.innerWidth < 480)
  return (
    <div
      className="@container relative min-h-0 flex-1 overflow-hidden bg-surface"
      role="status"
      aria-label={t`Loading issues…`}
    >
      <div aria-hidden="true">
        {Array.from({ length: 24 }, (_, index) => (
          <SkeletonRow key={index} index={index} top={index * height} height={height} />
        ))}
      </div>
    </div>
  )
}
