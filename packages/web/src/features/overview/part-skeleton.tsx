import { Skeleton } from '#ui/feedback/skeleton.tsx'

/** Rows of a list that is on its way. */
export function PartSkeleton({ rows = 4 }: { readonly rows?: number }) {
  return (
    <div className="divide-y divide-line">
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} className="flex items-center gap-6 px-3 py-3">
          <span className="flex-1">
            <Skeleton width={180} height={14} />
          </span>
          <Skeleton width={80} height={14} />
        </div>
      ))}
    </div>
  )
}
