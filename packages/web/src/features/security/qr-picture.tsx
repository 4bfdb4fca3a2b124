import { useMemo } from 'react'
import { encode } from 'uqr'

/** The margin that readers need around a code, in squares. */
const QUIET_ZONE = 4

/** Rows of squares, true for dark; undefined where the text is too long for any code. */
export function qrSquares(text: string): readonly (readonly boolean[])[] | undefined {
  try {
    return encode(text, { ecc: 'M', border: 0 }).data
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

/** Dark on white in every theme: that is what cameras read. Nothing where the text is too long for one. */
export function QrPicture({ text, label }: { readonly text: string; readonly label: string }) {
  const squares = useMemo(() => qrSquares(text), [text])
  if (squares === undefined) return null
  const size = squares.length + 2 * QUIET_ZONE
  const path = squares
    .flatMap((row, y) =>
      row.map((isDark, x) => (isDark ? `M${x + QUIET_ZONE} ${y + QUIET_ZONE}h1v1h-1z` : '')),
    )
    .join('')
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      className="size-48 rounded-control border border-line"
      shapeRendering="crispEdges"
    >
      <path d={`M0 0h${size}v${size}H0z`} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  )
}
