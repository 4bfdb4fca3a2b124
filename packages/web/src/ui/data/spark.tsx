interface Props {
  readonly values: readonly number[]
  readonly height?: number
  /** The same numbers in words. */
  readonly label: string
  /** The latest quarter stands out; say so in words beside it. */
  readonly rising?: boolean
}

/** Bars, one per bucket: counts are not a line. An empty bucket still has a footprint, so that gaps are seen as such. */
export function Spark({ values, height = 28, label, rising = false }: Props) {
  const top = Math.max(1, ...values)
  const hot = rising ? values.length - Math.ceil(values.length / 4) : values.length
  const bar = (value: number, index: number) => {
    const tall = value === 0 ? 1 : Math.max(2, (value / top) * height)
    return `M${index * 5} ${height}v${(-tall).toFixed(2)}h4v${tall.toFixed(2)}z`
  }
  const bars = values.map(bar)
  return (
    <span className="ticks block">
      <svg
        className="block w-full"
        height={height}
        viewBox={`0 0 ${Math.max(1, values.length * 5 - 1)} ${height}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={label}
      >
        <title>{label}</title>
        <path d={bars.slice(0, hot).join('')} className="fill-line-strong" />
        {rising && <path d={bars.slice(hot).join('')} className="fill-mark-error" />}
      </svg>
    </span>
  )
}
