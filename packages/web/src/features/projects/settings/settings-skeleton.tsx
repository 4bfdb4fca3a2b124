import { Skeleton } from '#ui/feedback/skeleton.tsx'

/** Five sections of which nothing is known yet. */
export function SettingsSkeleton() {
  return (
    <div aria-hidden="true">
      {[120, 180, 140, 200, 100].map((width) => (
        <div
          key={width}
          className="grid gap-x-8 gap-y-3 border-b border-line py-5 desk:grid-cols-[264px_minmax(0,1fr)]"
        >
          <Skeleton width={width} />
          <div className="grid gap-3">
            <Skeleton width={420} height={32} />
            <Skeleton width={72} height={28} />
          </div>
        </div>
      ))}
    </div>
  )
}
