interface Props {
  readonly width?: number | string
  readonly height?: number
}

/** Shaped like what will come; only where nothing was shown before. */
export function Skeleton({ width = '100%', height = 12 }: Props) {
  return (
    <span
      className="block max-w-full animate-pulse rounded-mark bg-hover"
      aria-hidden="true"
      style={{ width, height }}
    />
  )
}
