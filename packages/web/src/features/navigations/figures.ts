import type { RoutePair, Served } from '@hindcast/contract/navigations/navigations.ts'

/** In the order of the bar: from what nobody waits for to what takes longest. */
export const SERVED = [
  'cache',
  'partial',
  'network',
  'full_load',
  'unknown',
] as const satisfies ReadonlyArray<keyof Served>
export type ServedBy = (typeof SERVED)[number]

export interface ServedPart {
  readonly by: ServedBy
  readonly count: number
  /** From 0 to 1. */
  readonly share: number
}

/** Without what did not happen; empty where no navigation says how it was served. */
export function servedParts(served: Served): readonly ServedPart[] {
  const total = SERVED.reduce((sum, by) => sum + served[by], 0)
  return SERVED.filter((by) => served[by] > 0).map((by) => ({
    by,
    count: served[by],
    share: served[by] / total,
  }))
}

/** Megabytes are what people pay for. */
export function bytesText(bytes: number, locale: string): string {
  const [unit, size] = bytes >= 1e9 ? ['gigabyte', 1e9] : bytes >= 1e6 ? ['megabyte', 1e6] : ['kilobyte', 1e3]
  const value = bytes / size
  return new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: unit,
    maximumFractionDigits: value < 10 ? 1 : 0,
  }).format(value)
}

/** Which pair is open is said by the address. */
export function isPair(
  { from, to }: RoutePair,
  opened: { readonly from?: string | undefined; readonly to?: string | undefined },
): boolean {
  return opened.to === to.key && opened.from === from?.key
}

export const keyOf = ({ from, to }: RoutePair): string => JSON.stringify([from?.key ?? null, to.key])
