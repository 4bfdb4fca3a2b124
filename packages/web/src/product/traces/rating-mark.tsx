import { useLingui } from '@lingui/react/macro'
import type { Rating } from '#product/traces/ratings.ts'

const SHAPES: Readonly<Record<Rating, { readonly path: string; readonly colour: string }>> = {
  good: { path: 'M5 1a4 4 0 1 1 0 8a4 4 0 1 1 0-8z', colour: 'fill-mark-success' },
  'needs-work': { path: 'M5 .8L9.4 9H.6z', colour: 'fill-mark-warning' },
  poor: { path: 'M1 1h8v8H1z', colour: 'fill-mark-error' },
}

export function useRatingWords(): Readonly<Record<Rating, string>> {
  const { t } = useLingui()
  return { good: t`Good`, 'needs-work': t`Needs work`, poor: t`Poor` }
}

/** A circle, a triangle or a square: the rating can be told without its colour. */
export function RatingMark({ rating }: { readonly rating: Rating }) {
  const words = useRatingWords()
  const { path, colour } = SHAPES[rating]
  return (
    <svg className="inline-block size-2.5 shrink-0" viewBox="0 0 10 10" role="img" aria-label={words[rating]}>
      <title>{words[rating]}</title>
      <path d={path} className={colour} />
    </svg>
  )
}
