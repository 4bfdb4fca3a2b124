import { useMemo } from 'react'
import { qrCode } from './qr.ts'

const QUIET = 4

/** Dark on white in every theme: that is what cameras read. Nothing where the text is too long for one. */
export function QrPicture({ text, label }: { readonly text: string; readonly label: string }) {
  const squares = useMemo(() => qrCode(text), [text])
  if (squares === undefined) return null
  const size = squares.length + 2 * QUIET
  const path = squares
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x + QUIET} ${y + QUIET}h1v1h-1z` : '')))
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
