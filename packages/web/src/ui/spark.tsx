interface Props {
  readonly values: readonly number[]
  readonly width?: number
  readonly height?: number
  /** The same numbers in words. */
  readonly label: string
}

/** Bars, one per bucket: counts are not a line. An empty bucket still has a footprint, so that gaps are seen as such. */
export function Spark({ values, width = 120, height = 28, label }: Props) {
  const top = Math.max(1, ...values)
  const step = width / Math.max(1, values.length)
  const bars = values
    .map((value, index) => {
      const tall = value === 0 ? 1 : Math.max(2, (value / top) * height)
      const x = (index * step).toFixed(2)
      return `M${x} ${height}v${(-tall).toFixed(2)}h${(step - 1).toFixed(2)}v${tall.toFixed(2)}z`
    })
    .join('')
  return (
    <svg width={width} height={height} viewBox={`0 0 ${width} ${height}`} role="img" aria-label={label}>
      <path d={bars} className="fill-line-strong" />
    </svg>
  )
}
