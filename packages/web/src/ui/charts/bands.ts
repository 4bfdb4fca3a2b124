export type BandPattern = 'plain' | 'sparse' | 'dense'

/** A part of the scale with a meaning. Its word and its pattern tell it, so that nobody has to tell colours apart. */
export interface Band {
  readonly word: string
  /** Undefined: to the top of the scale. */
  readonly upTo: number | undefined
  readonly pattern: BandPattern
  /** A custom property of the theme. */
  readonly colour: string
}

export interface DrawnBand extends Band {
  readonly from: number
  readonly to: number
}

const HEADROOM = 1.15

/** What the full height stands for: all values, and the first limit, so that a good value is seen to be one. */
export function scaleTop(
  series: ReadonlyArray<ReadonlyArray<number | null>>,
  bands: readonly Band[] = [],
): number {
  const highest = series.flat().reduce<number>((top, value) => Math.max(top, value ?? 0), 0)
  const top = Math.max(highest, bands[0]?.upTo ?? 0) * HEADROOM
  return top > 0 ? top : 1
}

/** Those that the scale reaches, from the bottom up. */
export function drawnBands(bands: readonly Band[], top: number): readonly DrawnBand[] {
  let from = 0
  return bands.flatMap((band) => {
    const drawn = { ...band, from, to: Math.min(top, band.upTo ?? top) }
    from = drawn.to
    return drawn.to > drawn.from ? [drawn] : []
  })
}
