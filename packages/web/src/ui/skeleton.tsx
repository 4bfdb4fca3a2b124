interface Props {
  readonly width?: number | string
  readonly height?: number
}

export function Skeleton({ width = '100%', height = 12 }: Props) {
  return <span className="skeleton" aria-hidden="true" style={{ width, height }} />
}
